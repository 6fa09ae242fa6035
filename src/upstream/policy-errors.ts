import { RestError } from './errors.ts';

/** The policy refuses the call, which was not made. */
export class RefusedByPolicyError extends RestError {
  readonly code = 'FORBIDDEN';
  override readonly reason = 'policy';
  override readonly rule: string;

  constructor(call: string, rule: string, message: string) {
    super(call, message);
    this.rule = rule;
  }
}

/** What the call refers to does not exist for the caller. The error is the same as for an id without a record. */
export class AbsentError extends RestError {
  readonly code = 'NOT_FOUND';

  constructor(call: string) {
    super(call, 'Not found.');
  }
}

/** A limit of the policy is reached, so the call was not made. */
export class LimitReachedError extends RestError {
  readonly code = 'RATE_LIMITED';
  override readonly reason: string | undefined;
  override readonly retryAfterSeconds: number;
  override readonly rule: string;
  override readonly resetsAt: Date;

  constructor(
    call: string,
    {
      rule,
      isConcurrent,
      resetsAt,
      now,
    }: {
      readonly rule: string;
      readonly isConcurrent: boolean;
      readonly resetsAt: number;
      readonly now: number;
    },
  ) {
    const what = isConcurrent
      ? 'You have reached your limit of concurrent sessions.'
      : 'The limit of session tokens is reached.';
    super(call, `${what} Retry after ${toSeconds(resetsAt - now)} seconds.`);
    this.reason = isConcurrent ? 'concurrent_limit' : undefined;
    this.rule = rule;
    this.retryAfterSeconds = toSeconds(resetsAt - now);
    this.resetsAt = new Date(resetsAt);
  }
}

const toSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));

/** The counters of the policy are unavailable, so the call was not made. */
export class LimitsAwayError extends RestError {
  readonly code = 'OVERLOADED';
  override readonly retryAfterSeconds = 5;

  constructor(call: string, cause: unknown) {
    super(
      call,
      'The limits cannot be checked now. The request was not processed. Try again later.',
      {
        cause,
      },
    );
  }
}
