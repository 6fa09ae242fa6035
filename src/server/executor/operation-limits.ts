import type { ASTNode, GraphQLError } from 'graphql';
import { z } from 'zod';
import { MEGABYTE } from '../../contract/file-size.ts';
import { setting } from '../../shared/settings/setting.ts';
import { integer } from '../../shared/settings/setting-types.ts';
import { createClientError } from '../client-errors.ts';

/** Limits of one operation besides its cost: several times what hand-written operations need. */
export const DOCUMENT_LIMITS = {
  /** In characters. */
  length: 50_000,
  /** In tokens, without comments. */
  tokens: 2_000,
  directives: 50,
  /** Of the executed operation, with fragments expanded. */
  fields: 2_000,
  aliases: 100,
  /** Nesting of fields. graphql-js limits introspection by itself. */
  depth: 12,
};

export const costSettings = z.object({
  /** Query cost: each field with its upstream calls, times the lengths of the lists around it. */
  cost: setting('MAX_OPERATION_COST', integer(1, 10_000_000).default(10_000), {
    description:
      'Maximum cost of an operation: its fields and upstream calls, times the lengths of their lists.',
  }),
});

export type DocumentLimits = Readonly<typeof DOCUMENT_LIMITS> & z.output<typeof costSettings>;

/** Creates the error for a document or an operation that exceeds a limit, also while it is executed. It has no data. */
export const createLimitError = (message: string, nodes?: ASTNode): GraphQLError =>
  createClientError('OPERATION_TOO_LARGE', message, { nodes });

/**
 * Maximum size of a response in bytes, before compression. Short strings count as if each character took six bytes, so
 * that they need not be measured.
 */
export const MAX_RESPONSE_BYTES = 16 * MEGABYTE;

export const createResponseTooLargeError = (bytes: number): GraphQLError =>
  createLimitError(
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
