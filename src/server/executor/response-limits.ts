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
