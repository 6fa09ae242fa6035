import type { AuthFailure } from '@pothos/plugin-scope-auth';
import { GraphQLError } from 'graphql';
import type { Caller } from '../callers/caller.ts';
import type { ErrorExtensions } from './error-codes.ts';

/** The scopes that a caller lacked, by the plugin's account of it. */
const lacked = (failure: AuthFailure): string[] => {
  if ('failures' in failure) return failure.failures.flatMap(lacked);
  return 'scope' in failure ? [failure.scope] : [];
};

/** The error for a field that its caller may not have: UNAUTHENTICATED for nobody, FORBIDDEN for somebody. */
export function refusal(caller: Caller, failure: AuthFailure): GraphQLError {
  if (!caller.isAuthenticated) {
    return new GraphQLError('This needs an Authorization header with a bearer token.', {
      extensions: { code: 'UNAUTHENTICATED' } satisfies ErrorExtensions,
    });
  }
  return new GraphQLError(`This needs a token with the scope ${lacked(failure).join(' and ')}.`, {
    extensions: { code: 'FORBIDDEN' } satisfies ErrorExtensions,
  });
}
