import { LRUCache } from 'lru-cache';
import type { Credential } from '../rest/credential.ts';
import { tellLookup } from './observed.ts';

/** What an id is of. */
export type IdKind = 'persona' | 'avatar' | 'tool';

/** Ids that one credential was lately found to reach. */
export interface KnownIds {
  has(kind: IdKind, id: string): boolean | Promise<boolean>;
  add(kind: IdKind, id: string): void | Promise<void>;
  delete(kind: IdKind, id: string): void | Promise<void>;
}

/** A memory of known ids. What one credential learns, no other is told; no credential is kept in clear. */
export type IdMemory = (credential?: Credential) => KnownIds;

/** How long an id counts as known, in milliseconds. */
export const TTL = 60_000;

/** Ids that one process remembers, at most. */
const MAX_IDS = 10_000;

/** One process's own memory. */
export function createIdMemory(now?: () => number): IdMemory {
  const memory = new LRUCache<string, true>({
    max: MAX_IDS,
    ttl: TTL,
    ...(now && { perf: { now }, ttlResolution: 0 }),
  });
  return (credential) => {
    const keyOf = (kind: IdKind, id: string) =>
      JSON.stringify([credential?.fingerprint() ?? '', kind, id]);
    return {
      has: (kind, id) => {
        const hit = memory.has(keyOf(kind, id));
        tellLookup({ of: 'verified ids', hit });
        return hit;
      },
      add: (kind, id) => void memory.set(keyOf(kind, id), true),
      delete: (kind, id) => void memory.delete(keyOf(kind, id)),
    };
  };
}
