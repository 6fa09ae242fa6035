import { createUploadLimits, type UploadLimits } from '../uploads/upload-limits.ts';
import { BODY_LIMITS, type BodyLimits } from './body-limits.ts';
import { DOCUMENT_LIMITS, type DocumentLimits } from './document-limits.ts';

/** All limits of a single request. */
export interface RequestLimits {
  readonly document: DocumentLimits;
  readonly body: BodyLimits;
  readonly upload: UploadLimits;
}

/** Returns the limits of a request, for images of up to `maxImageBytes`. */
export const createRequestLimits = (maxImageBytes: number): RequestLimits => ({
  document: DOCUMENT_LIMITS,
  body: BODY_LIMITS,
  upload: createUploadLimits(maxImageBytes),
});
