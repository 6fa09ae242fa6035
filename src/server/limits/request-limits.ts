import type { UploadLimits } from '../uploads/uploads-plugin.ts';
import type { BodyLimits } from './body-limits.ts';
import { DOCUMENT_LIMITS, type DocumentLimits } from './document-limits.ts';

const MEGABYTE = 1024 * 1024;

/** Everything a single request is held to. */
export interface RequestLimits {
  readonly document: DocumentLimits;
  readonly body: BodyLimits;
  readonly upload: UploadLimits;
}

/** The limits for images of up to `maxImageBytes`: with room for one that is too large, to be told so by its path. */
export const requestLimits = (maxImageBytes: number): RequestLimits => ({
  document: DOCUMENT_LIMITS,
  body: { bytes: MEGABYTE, variablesDepth: 32 },
  upload: {
    bytes: maxImageBytes + 6 * MEGABYTE,
    files: 4,
    fieldBytes: MEGABYTE,
    idle: 15_000,
    timeout: 120_000,
    atOnce: 64,
  },
});
