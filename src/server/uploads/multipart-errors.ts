import { GraphQLError } from 'graphql';

/** Creates the error for an invalid body. */
export const createMultipartError = (message: string, status = 400): GraphQLError =>
  new GraphQLError(message, {
    extensions: {
      code: status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST',
      http: { status },
    },
  });

const MEBIBYTE = 1024 * 1024;

/** Creates the error for a body of more than `limit` bytes. */
export const createTooLargeError = (limit: number): GraphQLError =>
  createMultipartError(`The request is larger than ${Math.floor(limit / MEBIBYTE)} MiB.`, 413);
