import { createHash } from 'node:crypto';

/** Returns the SHA-256 hash of a document's text in hexadecimal, as persisted queries have it. */
export const hashDocument = (document: string): string =>
  createHash('sha256').update(document).digest('hex');
