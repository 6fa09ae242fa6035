import { GraphQLError } from 'graphql';

/** Creates the error for a client that exceeds its rate limit (429), or for an overloaded server (503). */
export const createRetryLaterError = (
  code: 'RATE_LIMITED' | 'OVERLOADED',
  retryAfterSeconds: number,
): GraphQLError =>
  new GraphQLError(`Too many requests. Retry after ${retryAfterSeconds} seconds.`, {
    extensions: {
      code,
      retryAfterSeconds,
      http: {
        status: code === 'OVERLOADED' ? 503 : 429,
        headers: { 'retry-after': String(retryAfterSeconds) },
      },
    },
  });
