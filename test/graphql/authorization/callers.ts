import { ALL_SCOPES, type Scope } from '../../../src/policy/scopes.ts';
import { startIssuer } from '../../support/issuer.ts';
import { type Address, type StartOptions, start } from '../../support/start.ts';

export const without = (...scopes: readonly Scope[]): Scope[] =>
  ALL_SCOPES.filter((scope) => !scopes.includes(scope));

/** Starts the API for callers with JWTs, until the end of the file. `as` runs a document with one of these scopes. */
export async function startForScopes(upstream: Address, options: StartOptions = {}) {
  const issuer = await startIssuer();
  const authenticate = issuer.authenticate();
  const api = await start({ upstream, authenticate, extensions: 'all', ...options });
  const authorize = async (scopes: readonly Scope[]) => ({
    authorization: `Bearer ${await issuer.sign({ scope: scopes.join(' ') })}`,
  });
  const as = async (scopes: readonly Scope[], query: string, variables = {}) =>
    api.run(query, variables, await authorize(scopes));
  return { api, authorize, as };
}
