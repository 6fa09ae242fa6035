import { GraphQLError } from 'graphql';

/** Creates the error for an invalid body. */
export const createMultipartError = (message: string, status = 400): GraphQLError =>
  new GraphQLError(message, {
    extensions: {
      code: status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST',
      http: { status },
    },
  });

/** Creates the error for a body that is too large. */
export const createTooLargeError = (): GraphQLError =>
  createMultipartError('The request is too large.', 413);
