import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type ResourceName, resources } from '../contract/api.ts';
import { type Endpoint, isTokenEndpoint } from '../contract/resource.ts';
import { limitFreshness } from './cache-freshness.ts';
import type { Call, MakeCall, RestCaller } from './call.ts';
import { getCredentialId } from './credential.ts';
import type { CallResult } from './response.ts';
import { Versions } from './versions.ts';

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

/** Whether identical calls can have one response. */
export const isRead = (endpoint: Endpoint): boolean =>
  endpoint.method === 'GET' && !isTokenEndpoint(endpoint);

/** Whether calls can change what reads return. */
export const isWrite = (endpoint: Endpoint): boolean =>
  endpoint.method !== 'GET' && !endpoint.isSafe && !isTokenEndpoint(endpoint);

/** The versions of the catalogs of credentials, by `getCredentialId`. A version never repeats. */
export interface DataVersions {
  /** Returns the version; undefined if it is unknown. */
  get(credentialId: string): string | undefined | Promise<string | undefined>;
  /** Gives the catalog a new version. Resolves when all processes have it. */
  change(credentialId: string): unknown;
  /** Called when a read of this version is cached. */
  keep(credentialId: string): void;
}

/** The versions of a process that shares no credential with another. */
export function createLocalVersions(): DataVersions {
  const versions = new Versions();
  return {
    get: (credentialId) => String(versions.get(credentialId)),
    change: (credentialId) => versions.change(credentialId),
    keep: () => undefined,
  };
}

/** Maximum number of bytes that cached responses take, and of the bytes of one. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_READ_BYTES = MAX_BYTES / 16;

/** Bytes of a parsed response for each character of its JSON, at most. */
const BYTES_PER_CHARACTER = 8;

/** Bytes of an entry besides its response. */
const ENTRY_BYTES = 500;

interface Entry {
  readonly result: CallResult;
  /** On the clock of `performance.now()`. */
  readonly cachedAt: number;
  /** For how long it may be returned since then, in seconds. */
  readonly seconds: number;
}

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
  readonly #seconds: number;
  readonly #versions: DataVersions;
  /** The versions that operations have read. Each reads one, because it can change meanwhile. */
  readonly #known = new WeakMap<RestCaller, Promise<string | undefined>>();

  /** @param seconds maximum age of a cached response; 0 if none is cached. */
  constructor(seconds: number, versions: DataVersions) {
    this.#seconds = seconds;
    this.#versions = versions;
  }

  /** Whether an operation may use the cache. Others read from the upstream, such as mutations. */
  isFor({ usesCache }: RestCaller): boolean {
    return this.#seconds > 0 && usesCache === true;
  }

  /** Returns the version that the data of an operation's credential had at its first read; undefined if unknown. */
  getVersion(caller: RestCaller): Promise<string | undefined> {
    const known = this.#known.get(caller);
    if (known) return known;
    const version = Promise.try(() => this.#versions.get(getCredentialId(caller.credential)));
    this.#known.set(caller, version);
    return version;
  }

  async change(caller: RestCaller): Promise<void> {
    await this.#versions.change(getCredentialId(caller.credential));
  }

  /** Returns a response that is not too old. */
  find(key: string): CallResult | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const age = (performance.now() - entry.cachedAt) / 1000;
    if (age >= entry.seconds) return undefined;
    const { freshSeconds } = entry.result;
    if (freshSeconds === undefined) return entry.result;
    return { ...entry.result, freshSeconds: Math.max(0, freshSeconds - age) };
  }

  add(key: string, endpoint: Endpoint, caller: RestCaller, result: CallResult): void {
    const fresh = limitFreshness(endpoint, result.freshSeconds) ?? this.#seconds;
    const seconds = Math.min(this.#seconds, fresh);
    if (seconds <= 0) return;
    this.#entries.set(key, { result, cachedAt: performance.now(), seconds });
    this.#versions.keep(getCredentialId(caller.credential));
  }
}

async function write(cache: ReadCache, make: MakeCall, call: Call): Promise<CallResult> {
  await cache.change(call.caller);
  try {
    return await make(call);
  } finally {
    await cache.change(call.caller);
  }
}

async function read(cache: ReadCache, make: MakeCall, call: Call): Promise<CallResult> {
  const { target, request, caller } = call;
  const version = await cache.getVersion(caller);
  // Another process may have made a write that this one does not know of.
  if (version === undefined) return make({ ...call, isAlone: true });
  // Two endpoints can have one path, and their responses have different schemas.
  const parts = [getCredentialId(caller.credential), version, target.key, request.path];
  const key = hash('sha256', parts.join(' '), 'base64url');
  const found = cache.find(key);
  if (found) return found;
  const result = await make({ ...call, version });
  cache.add(key, target.endpoint, caller, result);
  return result;
}

/**
 * Returns calls that use the cache. A read of the catalog by a query has an earlier response if there is one of the
 * version that was read when the query started; a write gives the catalog a new version before and after its call.
 */
export const cached =
  (cache: ReadCache, make: MakeCall): MakeCall =>
  (call) => {
    const { endpoint } = call.target;
    if (!catalog.has(endpoint)) return make(call);
    if (isWrite(endpoint)) return write(cache, make, call);
    return isRead(endpoint) && cache.isFor(call.caller) ? read(cache, make, call) : make(call);
  };
