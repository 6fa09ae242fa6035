import { hash } from 'node:crypto';
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

/** A value of a caller as JSON has it. Callers with different properties have different values. */
type KeyValue = string | boolean | readonly string[] | undefined;

/** How a property of a caller is part of the caller's keys. */
interface KeyPart<Caller> {
  /** Whether it is part of both keys, because it can change a response, or only of the identity. */
  readonly key: 'visibility' | 'identity';
  readonly getValue: (caller: Caller) => KeyValue;
}

/** Classifies every property of a caller, including optional ones. It does not compile if one is missing. */
export type KeyParts<Caller> = { readonly [Name in keyof Caller]-?: KeyPart<Caller> };

const getRole = ({ role }: Grant) => role?.name ?? '';

/** How what a policy grants is part of a caller's keys. A new version of the policy changes both. */
export const GRANT_PARTS: KeyParts<Grant> = {
  policy: { key: 'visibility', getValue: ({ policy }) => policy.version },
  /** Errors name it. */
  role: { key: 'visibility', getValue: getRole },
  issuer: { key: 'identity', getValue: ({ issuer }) => issuer },
  /** It affects the visible sessions only through their labels, which are another property. */
  subject: { key: 'identity', getValue: ({ subject }) => subject },
  tenant: { key: 'visibility', getValue: ({ tenant }) => tenant },
  scopes: { key: 'visibility', getValue: ({ scopes }) => [...scopes].sort() },
  personas: {
    key: 'visibility',
    getValue: ({ personas }) => (personas === 'all' ? '*' : [...personas]),
  },
  sessions: {
    key: 'visibility',
    getValue: ({ sessions }) => JSON.stringify(sessions),
  },
};

/** The only place that decides what callers share. If in doubt, a property belongs to the visibility. */
export const KEY_PARTS: KeyParts<Caller> = {
  /** Used for limits, but no response depends on it. If one ever does, it belongs to the visibility. */
  id: { key: 'identity', getValue: ({ id }) => id },
  /** The error of a field without its scope depends on it. */
  isAuthenticated: { key: 'visibility', getValue: ({ isAuthenticated }) => isAuthenticated },
  /** It decides which data the upstream returns. The fingerprint does not reveal it. */
  credential: { key: 'visibility', getValue: ({ credential }) => credential?.fingerprint() },
  /** They decide which fields return data, and which return an error. */
  scopes: {
    key: 'visibility',
    getValue: ({ scopes }) => (hasAllScopes({ scopes }) ? '*' : [...scopes].sort()),
  },
  /** Its claims do not change a response by themselves, only through the grants of a policy. */
  token: {
    key: 'identity',
    getValue: ({ token }) => token && [token.issuer, token.subject, token.tenant ?? ''],
  },
  /** It decides which records are visible. GRANT_PARTS classifies its properties; this is the visible part. */
  grant: { key: 'visibility', getValue: ({ grant }) => grant && getGrantKey(grant) },
};

const createKey = <Part>(parts: readonly KeyPart<Part>[], caller: Part) =>
  JSON.stringify(parts.map(({ getValue }) => getValue(caller) ?? null));

const identityParts: readonly KeyPart<Caller>[] = Object.values(KEY_PARTS);
const isVisible = ({ key }: Pick<KeyPart<never>, 'key'>) => key === 'visibility';
const visibilityParts = identityParts.filter(isVisible);
const grantParts: readonly KeyPart<Grant>[] = Object.values(GRANT_PARTS).filter(isVisible);

/** The keys of grants, which can have 200 ids. */
const grantKeys = new WeakMap<Grant, string>();

function getGrantKey(grant: Grant): string {
  const known = grantKeys.get(grant);
  if (known !== undefined) return known;
  const key = hash('sha256', createKey(grantParts, grant), 'base64url');
  grantKeys.set(grant, key);
  return key;
}

/**
 * Returns a key of all properties of a caller, for what concerns this caller only. Like the visibility, it contains no
 * key or token, and is equal in all processes with the same fingerprint key.
 */
export const getIdentity = (caller: Caller): string => createKey(identityParts, caller);

/** Returns a key of the properties that can change a response. Callers with the same key may share responses. */
export const getVisibility = (caller: Caller): string => createKey(visibilityParts, caller);

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
