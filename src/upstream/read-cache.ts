import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type ResourceName, resources } from '../contract/api.ts';
import type { Endpoint } from '../contract/resource.ts';
import { limitFreshness } from './cache-freshness.ts';
import type { CallResult } from './response.ts';

/** The resources whose reads are cached: their records change only by writes to one of them. */
const CATALOG: readonly ResourceName[] = [
  'persona',
  'avatar',
  'voice',
  'tool',
  'llm',
  'shareLink',
  'knowledgeGroup',
  'knowledgeDocument',
];

const catalog: ReadonlySet<Endpoint> = new Set(
  CATALOG.flatMap((name) => Object.values<Endpoint>(resources[name].endpoints)),
);

/** Whether reads of an endpoint are cached, and its writes make all of a credential's be read again. */
export const isInCatalog = (endpoint: Endpoint): boolean => catalog.has(endpoint);

/** Maximum number of bytes that cached responses take, and of the bytes of one. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_READ_BYTES = MAX_BYTES / 16;

/** Bytes of a parsed response for each character of its JSON, at most. */
const BYTES_PER_CHARACTER = 8;

/** Bytes of an entry besides its response. */
const ENTRY_BYTES = 500;

/**
 * Maximum age of a response in seconds, even if the upstream confirms it. Live services sign the URLs in it for an
 * hour, and this leaves half of it.
 */
const MAX_AGE = 1800;

interface Entry {
  readonly result: CallResult;
  /** The version of the last write before it was read. */
  readonly version: number;
  /** On the clock of `performance.now()`. */
  readonly cachedAt: number;
  /** For how long it may be returned since then, in seconds. */
  readonly seconds: number;
}

const getSecondsSince = (time: number) => (performance.now() - time) / 1000;

/** A read that may be cached, and the maximum time. */
export interface CacheableRead {
  readonly endpoint: Endpoint;
  readonly credentialId: string;
  /** Its endpoint and parameters. */
  readonly request: string;
  /** The version of the last write before it. */
  readonly version: number;
  /** Whether a write since a version can have changed its response. */
  readonly hasChanged: (version: number) => boolean;
  /** In seconds. */
  readonly maxAge: number;
}

const createKey = ({ credentialId, request }: CacheableRead) =>
  hash('sha256', `${credentialId} ${request}`, 'base64url');

/**
 * Responses to reads, in this process's memory. The upstream distinguishes callers only by their credential, so callers
 * with the same credential share responses. What each may see is decided afterwards, for each call.
 */
export class ReadCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_READ_BYTES,
    sizeCalculation: ({ result }) => ENTRY_BYTES + BYTES_PER_CHARACTER * result.size,
  });

  /** Returns a response that needs no call. */
  find(read: CacheableRead): CallResult | undefined {
    const entry = this.#entries.get(createKey(read));
    if (!entry || read.hasChanged(entry.version)) return undefined;
    const age = getSecondsSince(entry.cachedAt);
    const cacheSeconds = entry.seconds - age;
    if (cacheSeconds <= 0) return undefined;
    const { freshSeconds } = entry.result;
    return {
      ...entry.result,
      cacheSeconds,
      freshSeconds: freshSeconds === undefined ? undefined : Math.max(0, freshSeconds - age),
    };
  }

  /** Returns a response of any version that the upstream can confirm by its entity tag. */
  findConfirmable(read: CacheableRead): CallResult | undefined {
    const result = this.#entries.get(createKey(read))?.result;
    if (result?.etag === undefined || getSecondsSince(result.receivedAt) >= MAX_AGE)
      return undefined;
    return result;
  }

  /** Caches the response to a read. Returns it with the time for which it may be cached. */
  add(read: CacheableRead, result: CallResult): CallResult {
    const seconds = Math.min(
      read.maxAge,
      limitFreshness(read.endpoint, result.freshSeconds) ?? read.maxAge,
      MAX_AGE - getSecondsSince(result.receivedAt),
    );
    const mayStore = result.isStorable && (seconds > 0 || result.etag !== undefined);
    const { version } = read;
    // A write during the read has made the response stale.
    if (mayStore && !read.hasChanged(version)) {
      const entry = { result, version, cachedAt: performance.now(), seconds };
      this.#entries.set(createKey(read), entry);
    }
    return { ...result, cacheSeconds: Math.max(0, seconds) };
  }
}
