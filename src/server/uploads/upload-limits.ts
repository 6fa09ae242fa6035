import { MAX_AUDIO_BYTES } from '../../contract/voice.ts';

const MEGABYTE = 1024 * 1024;

/** Limits of multipart requests. */
export interface UploadLimits {
  /** Bytes of the whole body, and so of any file. */
  readonly bytes: number;
  readonly files: number;
  /** Bytes of `operations`, and of `map`. */
  readonly fieldBytes: number;
  /** Milliseconds between two chunks of the body, and until its end. */
  readonly idle: number;
  readonly timeout: number;
  /** Maximum concurrent multipart requests. Multiplied by `bytes`, the maximum disk space. */
  readonly maxConcurrentUploads: number;
}

/**
 * Returns the limits for images of up to `maxImageBytes`, and recordings. The body may be larger than both, so that the
 * error for a file that is too large names its path.
 */
export const createUploadLimits = (maxImageBytes: number): UploadLimits => ({
  bytes: Math.max(maxImageBytes, MAX_AUDIO_BYTES) + 6 * MEGABYTE,
  files: 4,
  fieldBytes: MEGABYTE,
  idle: 15_000,
  timeout: 120_000,
  maxConcurrentUploads: 64,
});
