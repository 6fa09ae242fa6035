import { GraphQLError } from 'graphql';
import type { ErrorExtensions } from '../error-codes.ts';
import type { Caller } from './caller.ts';
import type { Scope } from './scopes.ts';

/** The error for a field whose scopes its caller lacks: UNAUTHENTICATED for nobody, FORBIDDEN for somebody. */
export function createScopeError(caller: Caller, lacking: readonly Scope[]): GraphQLError {
  if (!caller.isAuthenticated) {
    return new GraphQLError('This field requires an Authorization header with a bearer token.', {
      extensions: { code: 'UNAUTHENTICATED' } satisfies ErrorExtensions,
    });
  }
  return new GraphQLError(`This field requires a JWT with the scope ${lacking.join(' and ')}.`, {
    extensions: { code: 'FORBIDDEN' } satisfies ErrorExtensions,
  });
}
