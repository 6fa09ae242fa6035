import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '../contract/avatar.ts';
import { AUDIO_TYPES, MAX_AUDIO_BYTES } from '../contract/voice.ts';
import { checkAudio } from './audio/audio.ts';
import { checkImage } from './image.ts';

/** What callers upload, as a file or by its address. */
export interface UploadKind {
  /** The parts of a form, and the fields of a JSON body, that hold it. */
  readonly fileField: string;
  readonly urlField: string;
  /** What messages call it. */
  readonly noun: string;
  readonly article: 'a' | 'an';
  /** What messages call its formats. */
  readonly formats: string;
  /** Media types that an address may answer with. */
  readonly types: readonly string[];
  /** Finds its media type by its content. @throws Unprocessable for what is none, or is damaged. */
  readonly check: (bytes: Uint8Array) => Promise<string> | string;
}

/** Bytes of an upload of any kind, at most. */
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

/** The kind of a file by the part of the form that it is; undefined for parts that are no file of ours. */
export const kindOfPart = (name: string): UploadKind | undefined =>
  [IMAGE, RECORDING].find(({ fileField }) => fileField === name);
