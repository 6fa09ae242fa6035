import { GraphQLError } from 'graphql';

/** The error for a request whose body is not what it must be. */
export const createMultipartError = (message: string, status = 400): GraphQLError =>
  new GraphQLError(message, {
    extensions: {
      code: status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST',
      http: { status },
    },
  });

/** The error for a body of too many bytes. */
export const createTooLargeError = (): GraphQLError =>
  createMultipartError('The request is larger than it may be.', 413);
