import type { Credential } from '../rest/credential.ts';
import { ALL_SCOPES, type Scope } from './scopes.ts';

/** Whoever sent a request, as far as they have shown it. */
export interface Caller {
  /** Names the caller to rate limits, and shows no key or token; undefined for one who has shown nothing. */
  readonly id: string | undefined;
  /** Where the request came from: an IPv4 address, or the /64 network of an IPv6 one. */
  readonly address: string;
  /** Whether the caller may be answered at all; if not, a field they may not have is UNAUTHENTICATED, not FORBIDDEN. */
  readonly isAuthenticated: boolean;
  /** What to call the upstream with. */
  readonly credential: Credential | undefined;
  /** What of ours the caller may use. What the upstream lets the credential do is for the upstream to say. */
  readonly scopes: ReadonlySet<Scope>;
}

/** What a request shows of its sender. */
export interface Presented {
  readonly authorization: string | null;
  readonly address: string;
}

/**
 * Finds out who sent a request.
 * @throws InvalidTokenError for a token that does not hold, KeysUnavailableError where that cannot be told now.
 */
export type Identify = (presented: Presented) => Caller | Promise<Caller>;

const EVERYTHING: ReadonlySet<Scope> = new Set(ALL_SCOPES);

/** A caller to whom everything here is open: the upstream judges the credential. */
export const trusted = (
  presented: Presented,
  credential: Credential | undefined,
  isTheirs: boolean,
): Caller => ({
  id: isTheirs ? credential?.fingerprint() : undefined,
  address: presented.address,
  isAuthenticated: true,
  credential,
  scopes: EVERYTHING,
});
