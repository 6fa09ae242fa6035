import { LRUCache } from 'lru-cache';
import type { ResourceName } from '../contract/api.ts';
import { limitEntries } from '../shared/limit-entries.ts';
import type { Credential } from '../upstream/credential.ts';
import { lookups } from './diagnostics.ts';

/** Ids that were recently looked up and found with one credential. */
export interface VerifiedIds {
  has(kind: ResourceName, id: string): boolean | Promise<boolean>;
  add(kind: ResourceName, id: string): void | Promise<void>;
  delete(kind: ResourceName, id: string): void | Promise<void>;
}

/** Returns the verified ids of a credential. Credentials share no ids and are stored only as fingerprints. */
export type VerifiedIdCache = (credential?: Credential) => VerifiedIds;

/** How long an id stays verified, in milliseconds. */
export const TTL = 60_000;

/** Maximum number of cached ids per process. */
const MAX_IDS = 10_000;

/** Verified ids in the memory of this process. A class, because every request has an instance and few use it. */
class LocalVerifiedIds implements VerifiedIds {
  readonly #cache: LRUCache<string, true>;
  readonly #credential: Credential | undefined;

  constructor(cache: LRUCache<string, true>, credential: Credential | undefined) {
    this.#cache = cache;
    this.#credential = credential;
  }

  #createKey(kind: ResourceName, id: string): string {
    return JSON.stringify([this.#credential?.fingerprint() ?? '', kind, id]);
  }

  has(kind: ResourceName, id: string): boolean {
    const isHit = this.#cache.has(this.#createKey(kind, id));
    lookups.publish({ of: 'verified ids', isHit });
    return isHit;
  }

  add(kind: ResourceName, id: string): void {
    this.#cache.set(this.#createKey(kind, id), true);
  }

  delete(kind: ResourceName, id: string): void {
    this.#cache.delete(this.#createKey(kind, id));
  }
}

/** Creates a cache in the memory of this process. */
export function createVerifiedIdCache(now?: () => number): VerifiedIdCache {
  const cache = new LRUCache<string, true>({
    ...limitEntries(MAX_IDS),
    ttl: TTL,
    ...(now && { perf: { now }, ttlResolution: 0 }),
  });
  return (credential) => new LocalVerifiedIds(cache, credential);
}
