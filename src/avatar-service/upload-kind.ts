import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '../contract/avatar.ts';
import { AUDIO_TYPES, MAX_AUDIO_BYTES } from '../contract/voice.ts';
import { checkAudio } from './audio/audio.ts';
import { checkImage } from './image.ts';

/** A kind of upload, as a file or by URL. */
export interface UploadKind {
  /** Form parts and JSON fields that contain the file or its URL. */
  readonly fileField: string;
  readonly urlField: string;
  /** Noun for error messages, and its article. */
  readonly noun: string;
  readonly article: 'a' | 'an';
  /** Formats for error messages, with an article. */
  readonly formats: string;
  /** Allowed media types of a response. */
  readonly types: readonly string[];
  /** Validates the content and returns its media type. @throws Unprocessable if the content is invalid. */
  readonly check: (bytes: Uint8Array) => Promise<string> | string;
}

/** Maximum size of an upload of any kind, in bytes. */
export const MAX_UPLOAD_BYTES = Math.max(MAX_IMAGE_BYTES, MAX_AUDIO_BYTES);

export const IMAGE: UploadKind = {
  fileField: 'imageFile',
  urlField: 'imageUrl',
  noun: 'image',
  article: 'an',
  formats: 'a JPEG, PNG or WebP',
  types: IMAGE_TYPES,
  check: (bytes) => checkImage(bytes).type,
};

export const RECORDING: UploadKind = {
  fileField: 'audioFile',
  urlField: 'audioUrl',
  noun: 'recording',
  article: 'a',
  formats: 'a WAV, MP3, Ogg, WebM or M4A',
  types: Object.entries(AUDIO_TYPES).flat(2),
  check: checkAudio,
};

/** Returns the kind of upload for a form part, or undefined if the part is not an upload. */
export const findKindOfPart = (name: string): UploadKind | undefined =>
  [IMAGE, RECORDING].find(({ fileField }) => fileField === name);
