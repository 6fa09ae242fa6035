import type { Authenticate } from '../../graphql/authorization/caller.ts';
import { createClientError } from '../client-errors.ts';
import { limitRequests } from '../limits/limit-requests.ts';
import type { RateLimiter } from '../limits/rate-limits.ts';
import type { RequestContext, ServerPlugin } from '../request-context.ts';
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

export interface AuthenticationOptions {
  readonly authenticate: Authenticate;
  readonly rateLimiter?: RateLimiter | undefined;
  /** Receives failures to fetch the issuer's keys. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * Identifies the caller of a request and counts the request, before its body is read. A caller that is rejected counts as
 * its address.
 * @throws GraphQLError for a caller that is rejected; anything else that `authenticate` throws is a fault.
 */
export async function authenticateRequest(
  request: Request,
  context: RequestContext,
  { authenticate, rateLimiter, onFault }: AuthenticationOptions,
): Promise<void> {
  try {
    context.caller = await authenticate(request.headers.get('authorization'));
  } catch (error) {
    if (error instanceof KeysUnavailableError) onFault(error);
    if (rateLimiter) await limitRequests(rateLimiter, context);
    throw toClientError(error);
  }
  if (rateLimiter) await limitRequests(rateLimiter, context);
}

/** Identifies callers and counts their requests. */
export const useAuthentication = (options: AuthenticationOptions): ServerPlugin => ({
  onRequestParse: ({ request, serverContext }) =>
    authenticateRequest(request, serverContext, options),
});
