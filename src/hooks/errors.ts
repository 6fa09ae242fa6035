import type { ErrorCode, ErrorExtensions, ErrorReason, InputIssue } from './types.ts';

/** Codes of failures without a valid response from the API. */
export type ClientErrorCode = 'NETWORK' | 'INVALID_RESPONSE';

/** An error of a response, unchanged. */
export interface ErrorRecord {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  /** Absent in a response that is not from the API. */
  readonly extensions?: Partial<ErrorExtensions>;
}

interface Details<Code> {
  readonly code: Code;
  readonly message: string;
  readonly requestId?: string | undefined;
  readonly issues?: readonly InputIssue[];
  readonly reason?: ErrorReason | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly rule?: string | undefined;
  readonly resetsAt?: string | undefined;
  readonly errors?: readonly ErrorRecord[];
  readonly data?: unknown;
  readonly cause?: unknown;
}

class OperationError<Code extends ErrorCode | ClientErrorCode, Data> extends Error {
  override readonly name = 'ApiError' as const;
  readonly code: Code;
  /** Identifies the request in the API's logs. */
  readonly requestId: string | undefined;
  /** The validation issues of BAD_USER_INPUT, and of literals in a document; empty for other codes. */
  readonly issues: Code extends 'BAD_USER_INPUT' | 'GRAPHQL_VALIDATION_FAILED'
    ? readonly InputIssue[]
    : readonly [];
  /** The reason that the upstream gave, if any. */
  readonly reason: ErrorReason | undefined;
  /** Seconds to wait before a retry, if the API or a proxy says so. */
  readonly retryAfterSeconds: Code extends 'RATE_LIMITED' | 'OVERLOADED' | 'UPSTREAM_UNAVAILABLE'
    ? number | undefined
    : undefined;
  /** The rule of the API's policy that refused it, such as `roles.user.mint.maxSessionLengthSeconds`. */
  readonly rule: string | undefined;
  /** When the limit of RATE_LIMITED has room again, in ISO 8601, if it is one of the API's policy. */
  readonly resetsAt: string | undefined;
  /** All errors of the response. */
  readonly errors: readonly ErrorRecord[];
  /** The data of the fields that succeeded; failed ones are null. Nullish if there are none. */
  readonly data: Data | null | undefined;

  constructor(details: Details<Code>) {
    super(details.message, { cause: details.cause });
    this.code = details.code;
    this.requestId = details.requestId;
    // The conditional types say which codes have a value; `details` has none for others.
    this.issues = (details.issues ?? []) as typeof this.issues;
    this.reason = details.reason;
    this.retryAfterSeconds = details.retryAfterSeconds as typeof this.retryAfterSeconds;
    this.rule = details.rule;
    this.resetsAt = details.resetsAt;
    this.errors = details.errors ?? [];
    // The document's type is generated from the API's schema.
    this.data = details.data as Data | null | undefined;
  }
}

/**
 * A failed operation. `code` is that of its first error; comparing it narrows the type. `Data` is the data of the
 * operation.
 */
export type ApiError<Data = unknown> = {
  [Code in ErrorCode | ClientErrorCode]: OperationError<Code, Data>;
}[ErrorCode | ClientErrorCode];

// `instanceof` narrows to what the constructor returns: the union, not one class for all codes.
export const ApiError = OperationError as new (
  details: Details<ErrorCode | ClientErrorCode>,
) => ApiError;

/** Options of TanStack Query that fail with an `ApiError`. */
export interface WithApiErrors<Data> {
  /** Not set: TanStack Query infers the type of errors from it. */
  readonly retryDelay?: (failures: number, error: ApiError<Data>) => number;
}
