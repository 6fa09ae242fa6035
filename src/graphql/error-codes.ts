/** All error codes of this API, with their descriptions in the enum ErrorCode of the schema. */
export const ERROR_CODES = {
  BAD_USER_INPUT: 'The input is invalid. `issues` lists each problem with its path.',
  UNAUTHENTICATED: 'The credential is missing or invalid.',
  FORBIDDEN: 'The credential is valid, but its scopes or permissions do not allow this.',
  PLAN_REQUIRED: 'The plan of the account does not allow this.',
  NOT_FOUND: 'No record has the id that a mutation names.',
  CONFLICT: 'The change conflicts with the current state.',
  PAYLOAD_TOO_LARGE: 'The request or its file is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The content type is not supported.',
  UNPROCESSABLE:
    'The request is well-formed but cannot be processed, for example because the image is damaged.',
  RATE_LIMITED: 'Too many requests. Retry after `retryAfterSeconds`, if present.',
  NOT_SUPPORTED:
    'The upstream is not known to have the endpoint of this field. The message names the setting.',
  OVERLOADED:
    'The API is overloaded and did not process the request. Retry after `retryAfterSeconds`.',
  OPERATION_TOO_LARGE:
    'The operation makes more upstream calls, or returns more data, than the setting allows that the message names.',
  UPSTREAM_TIMEOUT: 'The upstream did not respond in time.',
  UPSTREAM_UNAVAILABLE:
    'The upstream failed, could not be reached, or rejected the key of the server. Retry after `retryAfterSeconds`, if present.',
  UPSTREAM_INVALID_RESPONSE: 'The upstream returned an invalid response.',
  GRAPHQL_PARSE_FAILED: 'The document has a syntax error.',
  GRAPHQL_VALIDATION_FAILED: 'The document is not valid for the schema.',
  PERSISTED_QUERY_NOT_FOUND:
    'The hash of an automatic persisted query is unknown. Repeat the request with the document.',
  BAD_REQUEST: 'The HTTP request is not a valid GraphQL request.',
  INTERNAL: 'Internal error of the API. Operators find it in the logs by `requestId`.',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
