import type { GraphQLError } from 'graphql';
import { MEGABYTE } from '../../contract/file-size.ts';
import { createClientError } from '../client-errors.ts';

/**
 * Maximum size of a response in bytes, before compression. Short strings count as if each character took six bytes, so
 * that they need not be measured.
 */
export const MAX_RESPONSE_BYTES = 16 * MEGABYTE;

/** Creates the error of an operation that reached a limit while it was executed. It has no data. */
export const createTooLargeError = (message: string): GraphQLError =>
  createClientError('OPERATION_TOO_LARGE', message);

export const createResponseTooLargeError = (bytes: number): GraphQLError =>
  createTooLargeError(
    `The response is larger than ${bytes / MEGABYTE} MB. Select fewer fields or items.`,
  );

/** Longest string whose size is estimated, as if every character were escaped: faster than measuring it. */
const MAX_ESTIMATED_LENGTH = 128;

/** Bytes of an escaped character, such as `\u0001`. */
const ESCAPED_BYTES = 6;

/** Maximum bytes of a number, boolean, null or date, or of the punctuation around a value. */
export const SCALAR_BYTES = 32;

const measureString = (value: string): number =>
  value.length <= MAX_ESTIMATED_LENGTH
    ? value.length * ESCAPED_BYTES + 2
    : Buffer.byteLength(JSON.stringify(value));

/** Returns an upper bound of the size of a value as JSON, in bytes. Stops measuring beyond `limit`. */
export function measureJson(value: unknown, limit: number): number {
  if (typeof value === 'string') return measureString(value);
  if (typeof value !== 'object' || value === null) return SCALAR_BYTES;
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return measureJson(value.toJSON(), limit);
  let size = SCALAR_BYTES;
  for (const [key, item] of Object.entries(value)) {
    if (size > limit) break;
    if (!Array.isArray(value)) size += measureString(key) + 2;
    size += measureJson(item, limit - size);
  }
  return size;
}
