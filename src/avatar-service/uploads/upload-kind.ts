import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '../../contract/avatar.ts';
import { MAX_DOCUMENT_BYTES } from '../../contract/knowledge-document.ts';
import {
  AUDIO_FORMATS,
  AUDIO_TYPES,
  MAX_AUDIO_BYTES,
  MAX_LONG_AUDIO_BYTES,
} from '../../contract/voice.ts';
import { ConcurrencyLimit } from '../../shared/concurrency-limit.ts';
import { detectFileType, SIGNATURE_BYTES } from '../../shared/file-type.ts';
import { checkDocument } from '../documents/check-document.ts';
import { Unprocessable } from '../errors.ts';
import { readSlices } from '../file-slices.ts';
import { checkImage } from './image.ts';

/** A kind of upload, in a form or by URL. */
export interface UploadKind {
  /** The form part that contains the file. */
  readonly fileField: string;
  /** The JSON field that contains the URL of the file; none for documents. */
  readonly urlField: string;
  /** Media types that a URL is asked for. */
  readonly types: readonly string[];
  /** Maximum size in bytes. */
  readonly maxBytes: number;
  /** Noun for error messages. */
  readonly noun: string;
  /**
   * Returns the media type of the file at a path, by its content. The declared type is ignored.
   * @throws HttpStatusError if the file is invalid.
   */
  readonly check: (path: string, name: string) => Promise<string>;
}

/** Maximum size in bytes of an image, and of a recording in a form or by URL. */
export const MAX_UPLOAD_BYTES = Math.max(MAX_IMAGE_BYTES, MAX_AUDIO_BYTES);

/** Images are read one at a time, so that concurrent requests need the memory of one. */
const imageLimit = new ConcurrencyLimit({ maxActive: 1, maxWaiting: Number.POSITIVE_INFINITY });

export const IMAGE: UploadKind = {
  fileField: 'imageFile',
  urlField: 'imageUrl',
  types: IMAGE_TYPES,
  maxBytes: MAX_UPLOAD_BYTES,
  noun: 'image',
  check: (path) => imageLimit.run(async () => checkImage(await readFile(path))),
};

export const RECORDING: UploadKind = {
  fileField: 'audioFile',
  urlField: 'audioUrl',
  types: Object.values(AUDIO_TYPES).flat(),
  maxBytes: MAX_UPLOAD_BYTES,
  noun: 'recording',
  // By its first bytes only, because the service does not play recordings.
  check: async (path) => {
    for await (const bytes of readSlices(path, SIGNATURE_BYTES)) {
      const type = detectFileType(bytes);
      if (Object.values(AUDIO_TYPES).some(([usual]) => usual === type)) return String(type);
      break;
    }
    throw new Unprocessable(`The recording is not a readable ${AUDIO_FORMATS} file.`);
  },
};

/** A recording that is sent to a presigned URL. */
export const LONG_RECORDING: UploadKind = { ...RECORDING, maxBytes: MAX_LONG_AUDIO_BYTES };

export const DOCUMENT: UploadKind = {
  fileField: 'file',
  urlField: '',
  types: [],
  maxBytes: MAX_DOCUMENT_BYTES,
  noun: 'document',
  check: checkDocument,
};

export const listUploadKinds = (form: z.ZodType): UploadKind[] =>
  [IMAGE, RECORDING, DOCUMENT].filter(
    ({ fileField }) => form instanceof z.ZodObject && Object.hasOwn(form.shape, fileField),
  );
