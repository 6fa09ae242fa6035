import { GraphQLError } from 'graphql';

/**
 * Creates the error for a client that exceeds its rate limit (429), or for an overloaded server (503).
 * @param reason which limit is exceeded, as the start of the message.
 */
export const createRetryLaterError = (
  code: 'RATE_LIMITED' | 'OVERLOADED',
  reason: string,
  retryAfterSeconds: number,
): GraphQLError =>
  new GraphQLError(`${reason}. Retry after ${retryAfterSeconds} seconds.`, {
    extensions: {
      code,
      retryAfterSeconds,
      http: {
        status: code === 'OVERLOADED' ? 503 : 429,
        headers: { 'retry-after': String(retryAfterSeconds) },
      },
    },
  });
