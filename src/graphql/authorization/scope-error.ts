import type { GraphQLError } from 'graphql';
import { publishMissingScope } from '../../policy/diagnostics.ts';
import type { Scope } from '../../policy/scopes.ts';
import { createError } from '../errors.ts';
import type { Caller } from './caller.ts';

/** Maximum number of scopes in a message. */
const MAX_SCOPES = 10;

/** Describes which scopes of this API a token has, so that a typing error or a wrong prefix is obvious. */
function describeScopes({ scopes, grant }: Caller): string {
  if (grant && !grant.role) return 'No role of the policy matches the token.';
  const token = grant?.role ? `With its role ${grant.role.name}, the token` : 'The token';
  if (scopes.size === 0) return `${token} has no scope of this API.`;
  const names = [...scopes].slice(0, MAX_SCOPES);
  const others = scopes.size - names.length;
  return `${token} has ${names.join(' ')}${others > 0 ? ` and ${others} others` : ''}.`;
}

function createScopeError(
  caller: Caller,
  missing: readonly Scope[],
  reason: string | undefined,
): GraphQLError {
  if (!caller.isAuthenticated) {
    const message = 'This field requires an Authorization header with a bearer token.';
    return createError('UNAUTHENTICATED', message);
  }
  const message = `This field requires a JWT with the scope ${missing.join(' and ')}.`;
  return createError('FORBIDDEN', [message, reason ?? [], describeScopes(caller)].flat().join(' '));
}

/**
 * Checks that a caller has all of the given scopes.
 * @param reason sentence that explains why the scopes are required, if it is not obvious from the field.
 * @throws GraphQLError UNAUTHENTICATED if a scope is missing and the caller is not authenticated; FORBIDDEN if it is.
 */
export function requireScopes(caller: Caller, scopes: readonly Scope[], reason?: string): void {
  const { grant, isAuthenticated } = caller;
  const missing = [...new Set(scopes.filter((scope) => !caller.scopes.has(scope)))];
  if (missing.length === 0) return;
  if (grant && isAuthenticated) for (const scope of missing) publishMissingScope(grant, scope);
  throw createScopeError(caller, missing, reason);
}
