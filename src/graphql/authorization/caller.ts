import type { Credential } from '../../upstream/credential.ts';
import { ALL_SCOPES, type Scope } from './scopes.ts';

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
}

/**
 * Authenticates a request by its Authorization header.
 * @throws InvalidTokenError for an invalid token; KeysUnavailableError if the keys to verify it are unavailable.
 */
export type Authenticate = (authorization: string | null) => Caller | Promise<Caller>;

/** Whether a caller has every scope, as callers with a key of the upstream do. */
export const hasAllScopes = ({ scopes }: Pick<Caller, 'scopes'>): boolean =>
  scopes.size === ALL_SCOPES.length;

const createIdentity = ({ credential, id, isAuthenticated, scopes }: Caller) =>
  JSON.stringify([
    credential?.fingerprint(),
    id,
    isAuthenticated,
    hasAllScopes({ scopes }) ? '*' : [...scopes].sort(),
  ]);

/** A caller that may send many requests: its {@link getIdentity} is computed once. */
export class CallerWithIdentity implements Caller {
  readonly id: string | undefined;
  readonly isAuthenticated: boolean;
  readonly credential: Credential | undefined;
  readonly scopes: ReadonlySet<Scope>;
  #identity: string | undefined;

  constructor({ id, isAuthenticated, credential, scopes }: Caller) {
    this.id = id;
    this.isAuthenticated = isAuthenticated;
    this.credential = credential;
    this.scopes = scopes;
  }

  get identity(): string {
    this.#identity ??= createIdentity(this);
    return this.#identity;
  }
}

/**
 * Returns a key of everything about a caller that can change a response: its credential, id, authentication and scopes.
 * Processes with the same fingerprint key return the same identity. It contains no key or token.
 */
export const getIdentity = (caller: Caller): string =>
  caller instanceof CallerWithIdentity ? caller.identity : createIdentity(caller);

const UNRESTRICTED: ReadonlySet<Scope> = new Set(ALL_SCOPES);

/**
 * Creates a caller with all scopes, because the upstream enforces the permissions of its credential.
 * @param isForwarded whether the caller sent the credential, whose fingerprint is then its id.
 */
export const createTrustedCaller = (
  credential: Credential | undefined,
  isForwarded: boolean,
): Caller =>
  new CallerWithIdentity({
    id: isForwarded ? credential?.fingerprint() : undefined,
    isAuthenticated: true,
    credential,
    scopes: UNRESTRICTED,
  });
