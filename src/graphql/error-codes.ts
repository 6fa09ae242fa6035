/** Every code an error of this API can have, with its meaning; printed into the schema as the enum ErrorCode. */
export const ERROR_CODES = {
  BAD_USER_INPUT: 'A rule of the input is broken; `issues` names each by path.',
  UNAUTHENTICATED: 'No credential, or one that is not known.',
  FORBIDDEN: 'The credential is known, and its plan or permissions do not reach this.',
  NOT_FOUND: 'A mutation names something that does not exist.',
  CONFLICT: 'The change contradicts the present state.',
  PAYLOAD_TOO_LARGE: 'The request or its file is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'This kind of content is not accepted.',
  UNPROCESSABLE: 'Well formed, and still not acceptable, such as a damaged image.',
  RATE_LIMITED: 'Too many requests; `retryAfterSeconds` says when to come back, if known.',
  OVERLOADED:
    'More is asked at once than can be done; nothing was done. `retryAfterSeconds` says when to come back.',
  UPSTREAM_TIMEOUT: 'The service behind this API did not answer in time.',
  UPSTREAM_UNAVAILABLE:
    'The service behind this API failed or could not be reached; `retryAfterSeconds` says when to come back, if known.',
  UPSTREAM_INVALID_RESPONSE: 'The service behind this API answered something unusable.',
  GRAPHQL_PARSE_FAILED: 'The document is not GraphQL.',
  GRAPHQL_VALIDATION_FAILED: 'The document does not fit the schema.',
  BAD_REQUEST: 'The HTTP request is not a GraphQL request.',
  INTERNAL: 'A fault of this API; its operators find it by `requestId`.',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** One broken rule: where in the field's arguments, what is wrong, and the rule's own code. */
export interface InputIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: string;
}

/** `extensions` of every error. */
export interface ErrorExtensions {
  readonly code: ErrorCode;
  readonly requestId?: string;
  /** Only with BAD_USER_INPUT. */
  readonly issues?: readonly InputIssue[];
  /** The upstream's own word for a refusal, such as concurrent_limit, if it has one. */
  readonly reason?: string;
  /** Only with RATE_LIMITED, OVERLOADED and UPSTREAM_UNAVAILABLE, and only if it is known. */
  readonly retryAfterSeconds?: number;
}
