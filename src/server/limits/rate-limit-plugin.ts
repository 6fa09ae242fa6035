import type { IncomingMessage } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../graphql/context.ts';
import type { ServerContext } from '../http/server-context.ts';
import type { RateLimitBucket, RateLimiter, RateLimitSubject } from './rate-limits.ts';
import { createRetryLaterError } from './retry-later-error.ts';
import { listRootFields } from './root-fields.ts';

/** Root fields with a bucket of their own, because they are expensive for the upstream or this process. */
const FIELD_BUCKETS: Readonly<Record<string, RateLimitBucket>> = {
  createSessionToken: 'mints',
  createLegacySessionToken: 'mints',
  createAvatar: 'uploads',
  createVoice: 'uploads',
};

/**
 * Enforces rate limits: requests per address before authentication, so that unauthenticated requests are limited too,
 * and root fields per client before execution.
 * @param getAddress returns the client's address.
 */
export function useRateLimits(
  rateLimiter: RateLimiter,
  getAddress: (request: IncomingMessage) => string,
): Plugin<GraphContext, ServerContext> {
  const addresses = new WeakMap<Request, string>();

  /** Returns the seconds to wait until all of `fieldNames` are allowed; 0 if they are. */
  const consumeFields = async (fieldNames: readonly string[], subject: RateLimitSubject) => {
    const waits = [await rateLimiter.consume('fields', subject, fieldNames.length)];
    for (const [bucket, fields] of Map.groupBy(fieldNames, (name) => FIELD_BUCKETS[name])) {
      if (bucket) waits.push(await rateLimiter.consume(bucket, subject, fields.length));
    }
    return Math.max(...waits.map((wait) => wait ?? 0));
  };

  return {
    async onRequestParse({ request, serverContext: { req } }) {
      const address = req ? getAddress(req) : 'unknown';
      addresses.set(request, address);
      const wait = await rateLimiter.consume('requests', { id: undefined, address });
      if (wait !== undefined) throw createRetryLaterError('RATE_LIMITED', wait);
    },
    async onExecute({ args, setResultAndStopExecution }) {
      const { document, operationName, contextValue } = args;
      const { caller, request } = contextValue;
      const subject = { id: caller.id, address: addresses.get(request) ?? 'unknown' };
      const wait = await consumeFields(listRootFields(document, operationName), subject);
      if (wait > 0)
        setResultAndStopExecution({ errors: [createRetryLaterError('RATE_LIMITED', wait)] });
    },
  };
}
