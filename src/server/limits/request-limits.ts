import { MAX_AUDIO_BYTES } from '../../contract/voice.ts';
import type { UploadLimits } from '../uploads/uploads-plugin.ts';
import type { BodyLimits } from './body-limits.ts';
import { DOCUMENT_LIMITS, type DocumentLimits } from './document-limits.ts';

const MEGABYTE = 1024 * 1024;

/** All limits of a single request. */
export interface RequestLimits {
  readonly document: DocumentLimits;
  readonly body: BodyLimits;
  readonly upload: UploadLimits;
}

/**
 * Returns the limits for images of up to `maxImageBytes`, and recordings. The upload limit is higher, so that the error
 * for a file that is too large names its path.
 */
export const createRequestLimits = (maxImageBytes: number): RequestLimits => ({
  document: DOCUMENT_LIMITS,
  body: { bytes: MEGABYTE, variablesDepth: 32 },
  upload: {
    bytes: Math.max(maxImageBytes, MAX_AUDIO_BYTES) + 6 * MEGABYTE,
    files: 4,
    fieldBytes: MEGABYTE,
    idle: 15_000,
    timeout: 120_000,
    maxConcurrentUploads: 64,
  },
});
