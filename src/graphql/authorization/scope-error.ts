import { GraphQLError } from 'graphql';
import type { ErrorExtensions } from '../error-codes.ts';
import type { Caller } from './caller.ts';
import type { Scope } from './scopes.ts';

function createScopeError(caller: Caller, lacking: readonly Scope[]): GraphQLError {
  if (!caller.isAuthenticated) {
    return new GraphQLError('This field requires an Authorization header with a bearer token.', {
      extensions: { code: 'UNAUTHENTICATED' } satisfies ErrorExtensions,
    });
  }
  return new GraphQLError(`This field requires a JWT with the scope ${lacking.join(' and ')}.`, {
    extensions: { code: 'FORBIDDEN' } satisfies ErrorExtensions,
  });
}

/**
 * Checks that a caller has all of these scopes.
 * @throws GraphQLError UNAUTHENTICATED for an unauthenticated caller, FORBIDDEN for one who lacks a scope.
 */
export function requireScopes(caller: Caller, scopes: readonly Scope[]): void {
  const lacking = scopes.filter((scope) => !caller.scopes.has(scope));
  if (lacking.length > 0) throw createScopeError(caller, lacking);
}
