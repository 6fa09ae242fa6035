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

/** A failed operation. `Data` is the data of the operation. */
export class ApiError<Data = unknown> extends Error {
  override readonly name = 'ApiError';
  /** That of its first error. */
  declare readonly code: ErrorCode | ClientErrorCode;
  /** Identifies the request in the API's logs. */
  declare readonly requestId?: string | undefined;
  /** The validation issues of BAD_USER_INPUT, and of literals in a document; empty for other codes. */
  declare readonly issues: readonly InputIssue[];
  /** The reason that the upstream gave, if any. */
  declare readonly reason?: ErrorReason | undefined;
  /** Seconds to wait before a retry, if the API or a proxy says so. */
  declare readonly retryAfterSeconds?: number | undefined;
  /** The rule of the API's policy that refused it, such as `roles.user.mint.maxSessionLengthSeconds`. */
  declare readonly rule?: string | undefined;
  /** When the limit of RATE_LIMITED has room again, in ISO 8601, if it is one of the API's policy. */
  declare readonly resetsAt?: string | undefined;
  /** All errors of the response. */
  declare readonly errors: readonly ErrorRecord[];
  /** The data of the fields that succeeded; failed ones are null. Nullish if there are none. */
  declare readonly data?: Data | null | undefined;

  constructor({ message, cause, ...details }: Partial<ApiError> & Pick<ApiError, 'code'>) {
    super(message, { cause });
    Object.assign(this, { issues: [], errors: [], ...details });
  }
}

/** Options of TanStack Query that fail with an `ApiError`. */
export interface WithApiErrors<Data> {
  /** Not set: TanStack Query infers the type of errors from it. */
  readonly retryDelay?: (failures: number, error: ApiError<Data>) => number;
}
