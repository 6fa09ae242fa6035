/** Codes of the API's errors, as the enum ErrorCode of its schema has them. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'BAD_USER_INPUT'
  | 'CONFLICT'
  | 'FORBIDDEN'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'INTERNAL'
  | 'NOT_FOUND'
  | 'PAYLOAD_TOO_LARGE'
  | 'RATE_LIMITED'
  | 'UNAUTHENTICATED'
  | 'UNPROCESSABLE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UPSTREAM_INVALID_RESPONSE'
  | 'OVERLOADED'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_UNAVAILABLE';

/** What can go wrong besides: no answer, or one that is not the API's. */
export type ClientErrorCode = 'NETWORK' | 'INVALID_RESPONSE';

/** One broken rule: where in the arguments, what is wrong, and the rule's own code. */
export interface InputIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: string;
}

/** One error of an answer, as it came. */
export interface ErrorRecord {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface Details<Code> {
  readonly code: Code;
  readonly message: string;
  readonly requestId?: string | undefined;
  readonly issues?: readonly InputIssue[];
  readonly retryAfterSeconds?: number | undefined;
  readonly errors?: readonly ErrorRecord[];
  readonly data?: unknown;
  readonly cause?: unknown;
}

/** An operation that failed. `code` is that of its first error. */
export class ApiError<Code extends ErrorCode | ClientErrorCode> extends Error {
  override readonly name = 'ApiError' as const;
  readonly code: Code;
  /** Finds the request in the API's logs. */
  readonly requestId: string | undefined;
  /** The broken rules of a BAD_USER_INPUT; empty for any other code. */
  readonly issues: Code extends 'BAD_USER_INPUT' ? readonly InputIssue[] : readonly [];
  /** When to come back, if the API knows. */
  readonly retryAfterSeconds: Code extends 'RATE_LIMITED' | 'OVERLOADED' | 'UPSTREAM_UNAVAILABLE'
    ? number | undefined
    : undefined;
  /** All errors of the answer. */
  readonly errors: readonly ErrorRecord[];
  /** What the answer had besides its errors: one failed field leaves the others. */
  readonly data: unknown;

  constructor(details: Details<Code>) {
    super(details.message, { cause: details.cause });
    this.code = details.code;
    this.requestId = details.requestId;
    // The conditional types say for which codes there is something here; `details` has it for no other.
    this.issues = (details.issues ?? []) as typeof this.issues;
    this.retryAfterSeconds = details.retryAfterSeconds as typeof this.retryAfterSeconds;
    this.errors = details.errors ?? [];
    this.data = details.data;
  }
}

/** Any failure of an operation; comparing its `code` narrows it. */
export type AnyApiError = {
  [Code in ErrorCode | ClientErrorCode]: ApiError<Code>;
}[ErrorCode | ClientErrorCode];
