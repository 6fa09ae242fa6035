import type { Grant } from './grant.ts';
import { ALL_GUESTS } from './guests.ts';
import type { Limit } from './mint-schema.ts';
import { isTokenLimit, type MintTerms, type Shortage } from './mint-terms.ts';
import { RefusedError } from './refused-error.ts';

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Says which limit a mint exceeds; undefined: that of concurrent sessions. A shared one could show what others do, so it has no numbers. */
function describeLimit(limit: Limit | undefined, { seconds, concurrent = 0 }: MintTerms): string {
  if (!limit) {
    const sessions = formatCount(concurrent, 'concurrent session');
    return `You have reached your limit of ${sessions}. A session token that is not used counts until it expires.`;
  }
  const { per } = limit;
  if (limit.for !== 'subject') {
    const what = isTokenLimit(limit) ? 'tokens' : 'minutes';
    const whose = limit.for === 'tenant' ? 'your tenant' : 'all users';
    return `The session ${what} of ${whose} for this ${per} are used up.`;
  }
  if (isTokenLimit(limit))
    return `You have created your ${formatCount(limit.tokens, 'session token')} of this ${per}.`;
  const length = formatCount(Math.ceil(seconds / 60), 'minute');
  return `Your ${formatCount(limit.reservedMinutes, 'session minute')} of this ${per} do not suffice for a session of ${length}.`;
}

/**
 * Creates the error of a mint beyond a limit.
 * @param shortage undefined if another mint of the subject takes too long.
 */
export function createLimitError(
  call: string,
  { role }: Grant,
  terms: MintTerms,
  shortage: Shortage | undefined,
): RefusedError {
  const path = `roles.${role?.name}.mint`;
  const common = { call, code: 'RATE_LIMITED' } as const;
  if (!shortage) {
    const message =
      'Another session token is being created for you. Wait for it, or try again in a few seconds.';
    return new RefusedError({ ...common, message, rule: path, retryAfterSeconds: 2 });
  }
  const { charge, resetsAt } = shortage;
  const isOfGuests = terms.holder === ALL_GUESTS;
  const isConcurrent = charge === undefined;
  const limit = isConcurrent ? undefined : role?.mint?.limits[charge];
  return new RefusedError({
    ...common,
    message: `${isOfGuests ? 'The sessions of all guests are in use.' : describeLimit(limit, terms)} Retry after ${new Date(resetsAt).toISOString()}.`,
    reason: isConcurrent ? 'concurrent_limit' : undefined,
    rule: isOfGuests
      ? 'guests.concurrent'
      : `${path}.${isConcurrent ? 'concurrent' : `limits[${charge}]`}`,
    resetsAt,
    retryAfterSeconds: Math.max(1, Math.ceil((resetsAt - Date.now()) / 1000)),
  });
}

/** Creates the error of a mint whose limits cannot be counted. */
export const createOverload = (call: string, cause?: unknown): RefusedError =>
  new RefusedError(
    {
      call,
      code: 'OVERLOADED',
      message: 'The limits cannot be checked now. The request was not processed. Try again later.',
      retryAfterSeconds: 5,
    },
    { cause },
  );
