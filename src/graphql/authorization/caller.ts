import type { Credential } from '../../upstream/credential.ts';
import { ALL_SCOPES, type Scope } from './scopes.ts';

/** Whoever sent a request, as far as they have shown it. */
export interface Caller {
  /** Names the caller to rate limits, and shows no key or token; undefined for one who has shown nothing. */
  readonly id: string | undefined;
  /** Whether the caller may be answered at all; if not, a field they may not have is UNAUTHENTICATED, not FORBIDDEN. */
  readonly isAuthenticated: boolean;
  /** What to call the upstream with. */
  readonly credential: Credential | undefined;
  /** What of ours the caller may use. What the upstream lets the credential do is for the upstream to say. */
  readonly scopes: ReadonlySet<Scope>;
}

/**
 * Finds out who sent a request, by its Authorization header.
 * @throws InvalidTokenError for a token that does not hold, KeysUnavailableError where that cannot be told now.
 */
export type Authenticate = (authorization: string | null) => Caller | Promise<Caller>;

const scopesKey = (scopes: Caller['scopes']) =>
  scopes.size === ALL_SCOPES.length ? '*' : [...scopes].sort();

const nameOf = ({ credential, id, isAuthenticated, scopes }: Caller) =>
  JSON.stringify([credential?.fingerprint(), id, isAuthenticated, scopesKey(scopes)]);

/** A caller whose requests may be many: its {@link getIdentity} is made once. */
export class KnownCaller implements Caller {
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
    this.#identity ??= nameOf(this);
    return this.#identity;
  }
}

/**
 * Tells apart everything of a caller that may make two answers differ: the credential that the upstream sees, who the
 * caller is and what they may. The same in every process that makes the same fingerprints; shows no key or token.
 */
export const getIdentity = (caller: Caller): string =>
  caller instanceof KnownCaller ? caller.identity : nameOf(caller);

const EVERYTHING: ReadonlySet<Scope> = new Set(ALL_SCOPES);

/** A caller to whom everything here is open: the upstream judges the credential. */
export const createTrustedCaller = (
  credential: Credential | undefined,
  isTheirs: boolean,
): Caller =>
  new KnownCaller({
    id: isTheirs ? credential?.fingerprint() : undefined,
    isAuthenticated: true,
    credential,
    scopes: EVERYTHING,
  });
