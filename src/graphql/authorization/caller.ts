import { type Grant, grantNothing, resolveRole, type VerifiedToken } from '../../policy/grant.ts';
import type { Policy } from '../../policy/policy.ts';
import { ALL_SCOPES, type Scope } from '../../policy/scopes.ts';
import type { Credential } from '../../upstream/credential.ts';

/** The sender of a request, with its credential and scopes. */
export interface Caller {
  /** Id for rate limits, without any key or token. Undefined if the caller sent no credential. */
  readonly id: string | undefined;
  /** Whether the caller is authenticated. If not, missing scopes are UNAUTHENTICATED instead of FORBIDDEN. */
  readonly isAuthenticated: boolean;
  /** The credential for calls to the upstream. */
  readonly credential: Credential | undefined;
  /** The caller's scopes in this API. The upstream itself enforces the permissions of the credential. */
  readonly scopes: ReadonlySet<Scope>;
  /** Claims of a verified token, for a policy. */
  readonly token?: VerifiedToken | undefined;
  /** What the policy grants to the caller. Undefined without a policy: everything is allowed. */
  readonly grant?: Grant | undefined;
}

export const ANONYMOUS: Caller = {
  id: undefined,
  isAuthenticated: false,
  credential: undefined,
  scopes: new Set(),
};

/**
 * Authenticates a request by its Authorization header.
 * @throws InvalidTokenError for an invalid token; KeysUnavailableError if the keys to verify it are unavailable.
 */
export type Authenticate = (authorization: string | null) => Caller | Promise<Caller>;

/** Whether a caller has every scope, as callers with a key of the upstream do. */
export const hasAllScopes = ({ scopes }: Pick<Caller, 'scopes'>): boolean =>
  scopes.size === ALL_SCOPES.length;

const UNRESTRICTED: ReadonlySet<Scope> = new Set(ALL_SCOPES);

/**
 * Creates a caller with all scopes, because the upstream enforces the permissions of its credential.
 * @param isForwarded whether the caller sent the credential, whose fingerprint is then its id.
 */
export const createTrustedCaller = (
  credential: Credential | undefined,
  isForwarded: boolean,
): Caller => ({
  id: isForwarded ? credential?.fingerprint() : undefined,
  isAuthenticated: true,
  credential,
  scopes: UNRESTRICTED,
});

/** What each policy grants to callers, who are cached while their tokens are. */
const grants = new WeakMap<Policy, WeakMap<Caller, Caller>>();

/** Returns a caller with what a policy grants to it. Without a token that is nothing. */
export function applyPolicy(caller: Caller, policy: Policy): Caller {
  const known = grants.get(policy) ?? new WeakMap<Caller, Caller>();
  grants.set(policy, known);
  const governed = known.get(caller);
  if (governed) return governed;
  const grant = caller.token ? resolveRole(policy, caller.token) : grantNothing(policy);
  const result = Object.freeze({ ...caller, scopes: grant.scopes, grant });
  known.set(caller, result);
  return result;
}
