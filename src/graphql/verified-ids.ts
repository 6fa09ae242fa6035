import { LRUCache } from 'lru-cache';
import type { Credential } from '../upstream/credential.ts';
import { publishLookup } from './diagnostics.ts';

/** What an id is of. */
export type IdKind = 'persona' | 'avatar' | 'tool' | 'voice' | 'llm';

/** Ids that one credential was lately found to reach. */
export interface VerifiedIds {
  has(kind: IdKind, id: string): boolean | Promise<boolean>;
  add(kind: IdKind, id: string): void | Promise<void>;
  delete(kind: IdKind, id: string): void | Promise<void>;
}

/** A memory of known ids. What one credential learns, no other is told; no credential is kept in clear. */
export type VerifiedIdCache = (credential?: Credential) => VerifiedIds;

/** How long an id counts as known, in milliseconds. */
export const TTL = 60_000;

/** Ids that one process remembers, at most. */
const MAX_IDS = 10_000;

/** Known ids in a process's own memory. A class, since every request has one and few ask it. */
class OwnKnownIds implements VerifiedIds {
  readonly #memory: LRUCache<string, true>;
  readonly #credential: Credential | undefined;

  constructor(memory: LRUCache<string, true>, credential: Credential | undefined) {
    this.#memory = memory;
    this.#credential = credential;
  }

  #keyOf(kind: IdKind, id: string): string {
    return JSON.stringify([this.#credential?.fingerprint() ?? '', kind, id]);
  }

  has(kind: IdKind, id: string): boolean {
    const hit = this.#memory.has(this.#keyOf(kind, id));
    publishLookup({ of: 'verified ids', hit });
    return hit;
  }

  add(kind: IdKind, id: string): void {
    this.#memory.set(this.#keyOf(kind, id), true);
  }

  delete(kind: IdKind, id: string): void {
    this.#memory.delete(this.#keyOf(kind, id));
  }
}

/** One process's own memory. */
export function createVerifiedIdCache(now?: () => number): VerifiedIdCache {
  const memory = new LRUCache<string, true>({
    max: MAX_IDS,
    ttl: TTL,
    ...(now && { perf: { now }, ttlResolution: 0 }),
  });
  return (credential) => new OwnKnownIds(memory, credential);
}
