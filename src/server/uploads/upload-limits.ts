import { z } from 'zod';
import { MAX_DOCUMENT_BYTES } from '../../contract/knowledge-document.ts';
import { MAX_AUDIO_BYTES } from '../../contract/voice.ts';
import { limit } from '../../shared/settings/setting.ts';

const MEGABYTE = 1024 * 1024;

/** Limits of multipart requests. */
export const uploadLimits = z.object({
  files: limit(4),
  /** Bytes of `operations`, and of `map`. */
  fieldBytes: limit(MEGABYTE),
  /** Milliseconds that a body may be behind its minimum rate, and until its end. */
  idle: limit(15_000),
  timeout: limit(120_000),
  /** Maximum concurrent multipart requests. Multiplied by the size of a body, the maximum disk space. */
  maxConcurrentUploads: limit(64),
});

/** These limits, and the bytes of the whole body, and so of any file. */
export interface UploadLimits extends z.output<typeof uploadLimits> {
  readonly bytes: number;
}

/**
 * Returns the bytes of a body with images of up to `maxImageBytes`, recordings, or documents if the upstream has them. It
 * may be larger than all of them, so that the error for a file that is too large names its path.
 */
export const getBodyBytes = (maxImageBytes: number, hasDocuments: boolean): number =>
  Math.max(maxImageBytes, MAX_AUDIO_BYTES, hasDocuments ? MAX_DOCUMENT_BYTES : 0) + 6 * MEGABYTE;
