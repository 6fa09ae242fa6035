import { z } from 'zod';
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '../../contract/avatar.ts';
import { MAX_DOCUMENT_BYTES } from '../../contract/knowledge-document.ts';
import { AUDIO_TYPES, MAX_AUDIO_BYTES, MAX_LONG_AUDIO_BYTES } from '../../contract/voice.ts';
import { checkDocument } from '../documents/check-document.ts';
import { checkAudio } from './audio.ts';
import { checkImage } from './image.ts';

/** A kind of upload, as a file or by URL. */
interface UploadKind {
  /** The form part that contains the file. */
  readonly fileField: string;
  /** Maximum size in bytes. */
  readonly maxBytes: number;
  /** Noun for error messages, and its article. */
  readonly noun: string;
  readonly article: 'a' | 'an';
}

/** A kind of upload that is checked in memory. */
export interface SmallUploadKind extends UploadKind {
  /** The JSON field that contains the URL of the file. */
  readonly urlField: string;
  /** Media types that are asked for. */
  readonly types: readonly string[];
  /** Validates the content and returns its media type. @throws Unprocessable if the content is invalid. */
  readonly check: (bytes: Uint8Array) => Promise<string> | string;
}

/** A kind of upload that is checked on disk. */
export interface LargeUploadKind extends UploadKind {
  /** Validates the file at a path and returns its media type. @throws HttpStatusError if the file is invalid. */
  readonly checkFile: (path: string, name: string) => Promise<string>;
}

/** Maximum size in bytes of an image, and of a recording in a form or by URL. */
export const MAX_UPLOAD_BYTES = Math.max(MAX_IMAGE_BYTES, MAX_AUDIO_BYTES);

export const IMAGE: SmallUploadKind = {
  fileField: 'imageFile',
  maxBytes: MAX_UPLOAD_BYTES,
  urlField: 'imageUrl',
  noun: 'image',
  article: 'an',
  types: IMAGE_TYPES,
  check: checkImage,
};

export const RECORDING: SmallUploadKind = {
  fileField: 'audioFile',
  maxBytes: MAX_UPLOAD_BYTES,
  urlField: 'audioUrl',
  noun: 'recording',
  article: 'a',
  types: Object.values(AUDIO_TYPES).flat(),
  check: checkAudio,
};

/** A recording that is sent to a presigned URL. */
export const LONG_RECORDING: SmallUploadKind = { ...RECORDING, maxBytes: MAX_LONG_AUDIO_BYTES };

export const DOCUMENT: LargeUploadKind = {
  fileField: 'file',
  maxBytes: MAX_DOCUMENT_BYTES,
  noun: 'document',
  article: 'a',
  checkFile: checkDocument,
};

export const listUploadKinds = (form: z.ZodType): (SmallUploadKind | LargeUploadKind)[] =>
  [IMAGE, RECORDING, DOCUMENT].filter(
    ({ fileField }) => form instanceof z.ZodObject && Object.hasOwn(form.shape, fileField),
  );
