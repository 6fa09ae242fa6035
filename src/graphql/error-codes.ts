import { CALL_ERRORS } from '../upstream/error-codes.ts';

/** All error codes of this API: those of failed calls and those of this API itself. The schema has their meanings. */
export const ERROR_CODES = {
  ...CALL_ERRORS,
  GRAPHQL_PARSE_FAILED: { meaning: 'The document has a syntax error.' },
  GRAPHQL_VALIDATION_FAILED: { meaning: 'The document does not match the schema.' },
  PERSISTED_QUERY_NOT_FOUND: {
    meaning:
      'The hash of an automatic persisted query is unknown. Send the request again with the document.',
  },
  PERSISTED_QUERY_NOT_IN_LIST: {
    meaning: 'Only persisted operations are allowed, and this is not one of them.',
  },
  BAD_REQUEST: { meaning: 'The HTTP request is not a valid GraphQL request.' },
  INTERNAL: { meaning: 'Internal error, which operators find in the log by `requestId`.' },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
