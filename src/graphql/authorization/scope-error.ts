import { GraphQLError } from 'graphql';
import type { ErrorExtensions } from '../error-codes.ts';
import type { Caller } from './caller.ts';
import type { Scope } from './scopes.ts';

/** The error for a field whose scopes its caller lacks: UNAUTHENTICATED for nobody, FORBIDDEN for somebody. */
export function createScopeError(caller: Caller, lacking: readonly Scope[]): GraphQLError {
  if (!caller.isAuthenticated) {
    return new GraphQLError('This needs an Authorization header with a bearer token.', {
      extensions: { code: 'UNAUTHENTICATED' } satisfies ErrorExtensions,
    });
  }
  return new GraphQLError(`This needs a token with the scope ${lacking.join(' and ')}.`, {
    extensions: { code: 'FORBIDDEN' } satisfies ErrorExtensions,
  });
}
