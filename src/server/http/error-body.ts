import type { ErrorCode } from '../../graphql/error-codes.ts';
import type { ErrorBody } from '../../shared/http-errors.ts';

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  421: 'FORBIDDEN',
  431: 'PAYLOAD_TOO_LARGE',
  500: 'INTERNAL',
};

/** Creates the body of an error outside of any operation, in GraphQL's error format. */
export const createGraphErrorBody: ErrorBody = ({ status, message, requestId }) => ({
  errors: [
    {
      message,
      extensions: {
        code: CODES[status] ?? 'BAD_REQUEST',
        ...(requestId !== undefined && { requestId }),
      },
    },
  ],
});
