import type { ServerPlugin } from '../request-context.ts';
import type { GetOperationCost, OperationCost } from './operation-cost.ts';
import type { RateLimitBucket, RateLimiter, RateLimitSubject } from './rate-limits.ts';
import { createRetryLaterError } from './retry-later-error.ts';

/** Root fields with buckets of their own, because they are expensive for the upstream or this process. */
const FIELD_BUCKETS: Readonly<Record<string, readonly RateLimitBucket[]>> = {
  createSessionToken: ['mints'],
  createLegacySessionToken: ['mints'],
  createAvatar: ['uploads'],
  createVoice: ['uploads'],
  createVoiceUpload: ['uploads', 'voiceUploads'],
  uploadKnowledgeDocument: ['uploads', 'documents'],
};

/** Counts the upstream calls of an operation's root fields; invalid ones make none, and count once. */
function countCalls(operation: OperationCost, variables: Record<string, unknown>): number {
  try {
    return operation.calculate(variables)?.rootCalls ?? operation.rootFields.length;
  } catch {
    return operation.rootFields.length;
  }
}

/** The settings of the buckets. */
const SETTINGS: Readonly<Record<RateLimitBucket, string>> = {
  requests: 'RATE_LIMIT',
  fields: 'RATE_LIMIT',
  mints: 'RATE_LIMIT_MINTS',
  uploads: 'RATE_LIMIT_UPLOADS',
  voiceUploads: 'RATE_LIMIT_VOICE_UPLOADS',
  documents: 'RATE_LIMIT_DOCUMENTS',
};

const createRateLimitError = (buckets: readonly RateLimitBucket[], retryAfterSeconds: number) => {
  const names = buckets.map((bucket) => SETTINGS[bucket]).join(' or ');
  const reason = `Too many requests: the limit (${names}) is reached`;
  return createRetryLaterError('RATE_LIMITED', reason, retryAfterSeconds);
};

/**
 * Enforces rate limits: requests per address before authentication, so that unauthenticated requests are limited too,
 * and root fields per client before execution.
 * @param getOperationCost returns the cost of an operation. A root field counts once for each of its upstream calls.
 */
export function useRateLimits(
  rateLimiter: RateLimiter,
  getOperationCost: GetOperationCost,
): ServerPlugin {
  /** Returns the error if `calls` of the root fields are not allowed; undefined if they are. */
  const consumeFields = async (
    { rootFields }: OperationCost,
    calls: number,
    subject: RateLimitSubject,
  ) => {
    const counts = new Map<RateLimitBucket, number>([['fields', calls]]);
    for (const bucket of rootFields.flatMap((name) => FIELD_BUCKETS[name] ?? []))
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    const wait = await rateLimiter.consume(subject, [...counts]);
    const buckets = [...counts.keys()];
    return wait === undefined ? undefined : createRateLimitError(buckets, wait);
  };

  return {
    async onRequestParse({ serverContext: { address } }) {
      const wait = await rateLimiter.consume({ id: undefined, address }, [['requests', 1]]);
      if (wait !== undefined) throw createRateLimitError(['requests'], wait);
    },
    async onExecute({ args, setResultAndStopExecution }) {
      const { schema, document, operationName, contextValue, variableValues } = args;
      const operation = getOperationCost(schema, document, operationName);
      if (!operation) return;
      const { caller, address } = contextValue;
      const subject = { id: caller.id, address };
      const calls = countCalls(operation, variableValues ?? {});
      const error = await consumeFields(operation, calls, subject);
      if (error) setResultAndStopExecution({ errors: [error] });
    },
  };
}
