import type { Authenticate, Caller } from '../../graphql/authorization/caller.ts';
import { createClientError } from '../client-errors.ts';
import type { RequestContext } from '../request-context.ts';
import { InvalidTokenError, KEYS_RETRY_SECONDS, KeysUnavailableError } from './jwt-errors.ts';

/** Characters that `error_description` must not contain. RFC 6750, section 3. */
const NOT_IN_DESCRIPTIONS = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g;

/**
 * Rejects a caller who is not authenticated (401).
 * @param subject what requires an Authorization header, as the start of the message.
 */
export function requireAuthentication({ caller }: RequestContext, subject: string): void {
  if (caller.isAuthenticated) return;
  const message = `${subject} requires an Authorization header with a bearer token.`;
  throw createClientError('UNAUTHENTICATED', message, {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

function toClientError(error: unknown): unknown {
  if (error instanceof InvalidTokenError) {
    const description = error.message.replace(NOT_IN_DESCRIPTIONS, '?');
    const challenge = `Bearer error="invalid_token", error_description="${description}"`;
    return createClientError('UNAUTHENTICATED', error.message, {
      headers: { 'www-authenticate': challenge },
    });
  }
  if (!(error instanceof KeysUnavailableError)) return error;
  return createClientError('UPSTREAM_UNAVAILABLE', error.message, {
    retryAfterSeconds: KEYS_RETRY_SECONDS,
  });
}

/**
 * Sets the caller of a request, before its body is read. Cached JWTs and keys need no promise.
 * @param onFault receives failures to fetch the issuer's keys.
 * @throws GraphQLError for a caller that is rejected; anything else that `authenticate` throws is a fault.
 */
export function authenticateRequest(
  request: Request,
  context: RequestContext,
  authenticate: Authenticate,
  onFault: (fault: unknown) => void,
): void | Promise<void> {
  const accept = (caller: Caller) => {
    context.caller = caller;
  };
  const reject = (error: unknown) => {
    if (error instanceof KeysUnavailableError) onFault(error);
    throw toClientError(error);
  };
  try {
    const caller = authenticate(request.headers.get('authorization'));
    return caller instanceof Promise ? caller.then(accept, reject) : accept(caller);
  } catch (error) {
    return reject(error);
  }
}
