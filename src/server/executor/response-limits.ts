import type { GraphQLError } from 'graphql';
import { z } from 'zod';
import { MEGABYTE } from '../../contract/file-size.ts';
import { setting } from '../../shared/settings/setting.ts';
import { integer } from '../../shared/settings/setting-types.ts';
import { createClientError } from '../client-errors.ts';

export const responseLimits = z.object({
  /** Of its JSON. Short strings count as if each character took six bytes, so that they need not be measured. */
  megabytes: setting('MAX_RESPONSE_MB', integer(1, 500, 'MB').default(16), {
    description:
      'Maximum size of a response in MB, before compression; an operation that returns more fails with `OPERATION_TOO_LARGE`.',
  }),
});

export const getMaxResponseBytes = ({ megabytes }: z.output<typeof responseLimits>): number =>
  megabytes * MEGABYTE;

/** Creates the error of an operation that reached a limit while it was executed. It has no data. */
export const createTooLargeError = (message: string): GraphQLError =>
  createClientError('OPERATION_TOO_LARGE', message);

export const createResponseTooLargeError = (bytes: number): GraphQLError =>
  createTooLargeError(
    `The response is larger than ${bytes / MEGABYTE} MB, the limit of the setting MAX_RESPONSE_MB. Select fewer fields or items.`,
  );
