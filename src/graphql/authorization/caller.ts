import type { VerifiedToken } from '../../policy/grant.ts';
import { ALL_SCOPES, type Scope } from '../../policy/scopes.ts';
import type { Credential } from '../../upstream/credential.ts';

/** The sender of a request, with its credential and scopes. */
export interface Caller {
  /** Id for rate limits, without any key or token. Undefined if the caller sent no credential of its own. */
  readonly id: string | undefined;
  /** Whether the caller is authenticated. If not, missing scopes are UNAUTHENTICATED instead of FORBIDDEN. */
  readonly isAuthenticated: boolean;
  /** The credential for calls to the upstream. */
  readonly credential: Credential | undefined;
  /** The caller's scopes in this API. The upstream itself enforces the permissions of the credential. */
  readonly scopes: ReadonlySet<Scope>;
  /** What a verified token says of the caller, for a policy. */
  readonly token?: VerifiedToken | undefined;
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
  /** Whether it is part of both keys, because it can change an answer, or of the identity only. */
  readonly key: 'visibility' | 'identity';
  readonly getValue: (caller: Caller) => KeyValue;
}

/** Classifies every property of a caller, optional ones too. Without one of them, it does not compile. */
export type KeyParts<Caller> = { readonly [Name in keyof Caller]-?: KeyPart<Caller> };

/** The one place that decides what callers share. If in doubt, a property belongs to the visibility. */
export const KEY_PARTS: KeyParts<Caller> = {
  /** Limits count for it, but no answer depends on it. If one ever does, it belongs to the visibility. */
  id: { key: 'identity', getValue: ({ id }) => id },
  /** The error of a field without its scope depends on it. */
  isAuthenticated: { key: 'visibility', getValue: ({ isAuthenticated }) => isAuthenticated },
  /** It decides which data the upstream returns. The fingerprint does not reveal it. */
  credential: { key: 'visibility', getValue: ({ credential }) => credential?.fingerprint() },
  /** They decide which fields have data, and which an error. */
  scopes: {
    key: 'visibility',
    getValue: ({ scopes }) => (hasAllScopes({ scopes }) ? '*' : [...scopes].sort()),
  },
  /** Its claims can change no answer: what a policy grants for them does. */
  token: {
    key: 'identity',
    getValue: ({ token }) => token && [token.issuer, token.subject, token.tenant ?? ''],
  },
};

const identityParts: readonly KeyPart<Caller>[] = Object.values(KEY_PARTS);
const visibilityParts = identityParts.filter(({ key }) => key === 'visibility');

const createKey = (parts: readonly KeyPart<Caller>[], caller: Caller) =>
  JSON.stringify(parts.map(({ getValue }) => getValue(caller) ?? null));

/**
 * Returns a key of all properties of a caller, for what concerns this caller only. Like the visibility, it contains no key
 * or token, and is equal in all processes with the same fingerprint key.
 */
export const getIdentity = (caller: Caller): string => createKey(identityParts, caller);

/** Returns a key of the properties that can change an answer. Callers with the same key may share reads and responses. */
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
