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

class OperationError<Code extends ErrorCode | ClientErrorCode, Data> extends Error {
  override readonly name = 'ApiError' as const;
  declare readonly code: Code;
  /** Identifies the request in the API's logs. */
  declare readonly requestId?: string | undefined;
  /** The validation issues of BAD_USER_INPUT, and of literals in a document; empty for other codes. */
  declare readonly issues: Code extends 'BAD_USER_INPUT' | 'GRAPHQL_VALIDATION_FAILED'
    ? readonly InputIssue[]
    : readonly [];
  /** The reason that the upstream gave, if any. */
  declare readonly reason?: ErrorReason | undefined;
  /** Seconds to wait before a retry, if the API or a proxy says so. */
  declare readonly retryAfterSeconds?: Code extends
    | 'RATE_LIMITED'
    | 'OVERLOADED'
    | 'UPSTREAM_UNAVAILABLE'
    ? number | undefined
    : undefined;
  /** The rule of the API's policy that refused it, such as `roles.user.mint.maxSessionLengthSeconds`. */
  declare readonly rule?: string | undefined;
  /** When the limit of RATE_LIMITED has room again, in ISO 8601, if it is one of the API's policy. */
  declare readonly resetsAt?: string | undefined;
  /** All errors of the response. */
  declare readonly errors: readonly ErrorRecord[];
  /** The data of the fields that succeeded; failed ones are null. Nullish if there are none. */
  declare readonly data?: Data | null | undefined;

  constructor({ message, cause, ...details }: Details) {
    super(message, { cause });
    Object.assign(this, { issues: [], errors: [], ...details });
  }
}

/**
 * A failed operation. `code` is that of its first error; comparing it narrows the type. `Data` is the data of the
 * operation.
 */
export type ApiError<Data = unknown> = {
  [Code in ErrorCode | ClientErrorCode]: OperationError<Code, Data>;
}[ErrorCode | ClientErrorCode];

/** What an error is made of, whatever its code. */
type Details = Pick<Error, 'message' | 'cause'> &
  Pick<ApiError, 'code'> &
  Partial<
    Pick<
      OperationError<'BAD_USER_INPUT', unknown>,
      'requestId' | 'issues' | 'reason' | 'rule' | 'resetsAt' | 'errors' | 'data'
    >
  > & { readonly retryAfterSeconds?: number | undefined };

// `instanceof` narrows to what the constructor returns: the union, not one class for all codes.
export const ApiError = OperationError as new (details: Details) => ApiError;

/** Options of TanStack Query that fail with an `ApiError`. */
export interface WithApiErrors<Data> {
  /** Not set: TanStack Query infers the type of errors from it. */
  readonly retryDelay?: (failures: number, error: ApiError<Data>) => number;
}
