import type { Grant } from './grant.ts';
import { ALL_GUESTS } from './guests.ts';
import type { Charge, MintTerms, Shortage } from './mint-terms.ts';

interface Refusing {
  /** Method and path template of the call. */
  readonly call: string;
  /** The code that the graph returns. */
  readonly code: 'FORBIDDEN' | 'NOT_FOUND' | 'RATE_LIMITED' | 'OVERLOADED';
  readonly message: string;
  readonly reason?: string | undefined;
  /** The rule of the policy, such as `roles.user.mint.persona`. */
  readonly rule?: string | undefined;
  /** When a limit has room again, in milliseconds since 1970. */
  readonly resetsAt?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The policy refused a call, which was not made, or hides what it returned. */
export class RefusedError extends Error {
  override name = 'RefusedError' as const;
  readonly call: string;
  readonly code: Refusing['code'];
  readonly reason: string | undefined;
  readonly rule: string | undefined;
  readonly resetsAt: Date | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(refusing: Refusing, options?: ErrorOptions) {
    super(refusing.message, options);
    const { call, code, reason, rule, resetsAt, retryAfterSeconds } = refusing;
    this.call = call;
    this.code = code;
    this.reason = reason;
    this.rule = rule;
    this.resetsAt = resetsAt === undefined ? undefined : new Date(resetsAt);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns the error for what does not exist for a caller. It is the same as for an id without a record. */
export const createAbsentError = (call: string): RefusedError =>
  new RefusedError({ call, code: 'NOT_FOUND', message: 'Not found.' });

/** Creates the error of a request beyond a limit. */
export const createResetError = ({
  message,
  resetsAt,
  ...refusing
}: Omit<Refusing, 'code'> & { readonly resetsAt: number }): RefusedError =>
  new RefusedError({
    ...refusing,
    code: 'RATE_LIMITED',
    message: `${message} Retry after ${new Date(resetsAt).toISOString()}.`,
    resetsAt,
    retryAfterSeconds: Math.max(1, Math.ceil((resetsAt - Date.now()) / 1000)),
  });

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Says which limit a mint exceeds; undefined: that of concurrent sessions. A shared one could show what others do, so it has no numbers. */
function describeLimit(charge: Charge | undefined, { seconds, concurrent = 0 }: MintTerms): string {
  if (!charge) {
    const sessions = formatCount(concurrent, 'concurrent session');
    return `You have reached your limit of ${sessions}. A session token that is not used counts until it expires.`;
  }
  const { unit, per, max, sharedBy } = charge;
  if (sharedBy !== 'subject') {
    const what = unit === 'tokens' ? 'tokens' : 'minutes';
    const whose = sharedBy === 'tenant' ? 'your tenant' : 'all users';
    return `The session ${what} of ${whose} for this ${per} are used up.`;
  }
  if (unit === 'tokens')
    return `You have created your ${formatCount(max, 'session token')} of this ${per}.`;
  const length = formatCount(Math.ceil(seconds / 60), 'minute');
  return `Your ${formatCount(max / 60, 'session minute')} of this ${per} do not suffice for a session of ${length}.`;
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
  if (!shortage) {
    const message =
      'Another session token is being created for you. Wait for it, or try again in a few seconds.';
    const code = 'RATE_LIMITED';
    return new RefusedError({ call, code, message, rule: path, retryAfterSeconds: 2 });
  }
  const { charge, resetsAt } = shortage;
  const isOfGuests = terms.holder === ALL_GUESTS;
  const exceeded = charge === undefined ? undefined : terms.charges[charge];
  return createResetError({
    call,
    message: isOfGuests ? 'The sessions of all guests are in use.' : describeLimit(exceeded, terms),
    reason: exceeded ? undefined : 'concurrent_limit',
    rule: isOfGuests
      ? 'guests.concurrent'
      : `${path}.${exceeded ? `limits[${charge}]` : 'concurrent'}`,
    resetsAt,
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
