import type { Caller } from '../../graphql/authorization/caller.ts';
import { isGuest } from '../../policy/grant.ts';
import { createClientError } from '../client-errors.ts';
import type { RequestContext } from '../request-context.ts';
import { nameLimits, type RateLimitBucket, type RateLimiter } from './rate-limits.ts';

/** Root fields with buckets of their own, because they are expensive for the upstream or this process. */
const FIELD_BUCKETS: Readonly<Record<string, readonly RateLimitBucket[]>> = {
  createSessionToken: ['mints'],
  createLegacySessionToken: ['mints'],
  createGuestToken: ['mints'],
  createAvatar: ['uploads'],
  createVoice: ['uploads'],
  createVoiceUpload: ['uploads', 'voiceUploads'],
  createKnowledgeDocument: ['uploads', 'documents'],
};

const createRateLimitError = (buckets: readonly RateLimitBucket[], retryAfterSeconds: number) => {
  const message = `Too many requests: the limit (${nameLimits(buckets)}) is reached. Retry after ${retryAfterSeconds} seconds.`;
  return createClientError('RATE_LIMITED', message, { retryAfterSeconds });
};

/** Whether a caller is a guest. Anybody can become any number of guests, so they count as anonymous callers do. */
const isAnyGuest = ({ token }: Caller) => token !== undefined && isGuest(token);

/**
 * Whether this server has verified who the caller is. A forwarded key is known to the upstream only, so that with invented
 * ones the address is the only limit.
 */
const isVerified = (caller: Caller) =>
  caller.id !== undefined && caller.credential?.isServerKey !== false && !isAnyGuest(caller);

/** Counts a request when its caller is known, or was rejected, so that unauthenticated requests are limited too. */
export async function limitRequests(
  rateLimiter: RateLimiter,
  context: RequestContext,
): Promise<void> {
  const { caller, address } = context;
  const subject = isVerified(caller)
    ? { id: caller.id, address: undefined }
    : { id: undefined, address };
  const wait = await rateLimiter.consume(subject, [['requests', 1]]);
  if (wait !== undefined) throw createRateLimitError(['requests'], wait);
}

/** Counts the root fields of an operation, before execution: each once for each of its upstream `calls`. */
export async function limitFields(
  rateLimiter: RateLimiter,
  { caller, address }: RequestContext,
  rootFields: readonly string[],
  calls: number,
): Promise<void> {
  const counts = new Map<RateLimitBucket, number>([['fields', calls]]);
  for (const bucket of rootFields.flatMap((name) => FIELD_BUCKETS[name] ?? []))
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  const id = isAnyGuest(caller) ? undefined : caller.id;
  const subject = { id, address: isVerified(caller) ? undefined : address };
  const wait = await rateLimiter.consume(subject, [...counts]);
  if (wait !== undefined) throw createRateLimitError([...counts.keys()], wait);
}
