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
