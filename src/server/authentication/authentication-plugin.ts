import { GraphQLError } from 'graphql';
import type { Authenticate, Caller } from '../../graphql/authorization/caller.ts';
import { isForm } from '../http/form-type.ts';
import type { RequestContext, ServerPlugin } from '../request-context.ts';
import { InvalidTokenError, KEYS_RETRY_SECONDS, KeysUnavailableError } from './jwt-errors.ts';

/** Characters that `error_description` must not contain. RFC 6750, section 3. */
const NOT_IN_DESCRIPTIONS = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g;

/** Creates the error for a missing or invalid token (401). `challenge` is the value of `WWW-Authenticate`. */
export const createUnauthenticatedError = (message: string, challenge: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: {
      code: 'UNAUTHENTICATED',
      http: { status: 401, headers: { 'www-authenticate': challenge } },
    },
  });

/** Converts a failed authentication to the error that the client receives. */
function toClientError(error: unknown): unknown {
  if (error instanceof InvalidTokenError) {
    const description = error.message.replace(NOT_IN_DESCRIPTIONS, '?');
    const challenge = `Bearer error="invalid_token", error_description="${description}"`;
    return createUnauthenticatedError(error.message, challenge);
  }
  if (error instanceof KeysUnavailableError) {
    const headers = { 'retry-after': String(KEYS_RETRY_SECONDS) };
    return new GraphQLError(error.message, {
      extensions: {
        code: 'UPSTREAM_UNAVAILABLE',
        retryAfterSeconds: KEYS_RETRY_SECONDS,
        http: { status: 503, headers },
      },
    });
  }
  return error;
}

/**
 * Authenticates each request before its body is read.
 * @param onFault receives failures to fetch the issuer's keys.
 */
export function useAuthentication(
  authenticate: Authenticate,
  onFault?: (fault: unknown) => void,
): ServerPlugin {
  const acceptCaller = (request: Request, context: RequestContext, caller: Caller) => {
    if (!caller.isAuthenticated && isForm(request.method, request.headers.get('content-type'))) {
      const message = 'An upload requires an Authorization header with a bearer token.';
      throw createUnauthenticatedError(message, 'Bearer');
    }
    context.caller = caller;
  };

  return {
    onRequestParse({ request, serverContext }) {
      const caller = authenticate(request.headers.get('authorization'));
      // Shared keys, forwarded keys and cached JWTs need no promise.
      if (!(caller instanceof Promise)) return acceptCaller(request, serverContext, caller);
      return caller.then(
        (verified) => acceptCaller(request, serverContext, verified),
        (error: unknown) => {
          if (error instanceof KeysUnavailableError) onFault?.(error);
          throw toClientError(error);
        },
      );
    },
  };
}
