import { LRUCache } from 'lru-cache';
import { resources } from '../contract/api.ts';
import type { Endpoint } from '../contract/resource.ts';
import { limitEntries } from '../shared/limit-entries.ts';
import { getCredentialId } from './credential.ts';
import { DeadlineTimer } from './deadline.ts';
import { UpstreamError } from './errors.ts';
import type { Call, RestCaller } from './request.ts';
import { type CallResult, limitFreshness, type MakeCall } from './response.ts';

/** The resources whose records change only by writes to one of them. Sessions and meetings go on by themselves. */
const { session: _, meetingInvite: __, ...CATALOG } = resources;

const catalog: ReadonlySet<Endpoint> = new Set(
  Object.values(CATALOG).flatMap(({ endpoints }) => Object.values<Endpoint>(endpoints)),
);

/** The versions of the catalogs of credentials, by `getCredentialId`. A version never repeats. */
export interface DataVersions {
  /** Returns the version; undefined if it is unknown. */
  get(credentialId: string): string | undefined | Promise<string | undefined>;
  /** Gives the catalog a new version. Resolves when all processes have it. */
  change(credentialId: string): unknown;
  /** Called when a read of this version is cached. */
  keep?(credentialId: string): void;
}

/** The versions of a process that shares no credential with another, at most of `max` credentials at once. */
export function createLocalVersions(max = 10_000): DataVersions {
  const versions = new LRUCache<string, string>(limitEntries(max));
  let latest = 0;
  const change = (credentialId: string) => {
    latest += 1;
    versions.set(credentialId, String(latest));
    return String(latest);
  };
  return { get: (credentialId) => versions.get(credentialId) ?? change(credentialId), change };
}

/** Maximum number of bytes that cached responses take, and of the bytes of one. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_READ_BYTES = MAX_BYTES / 16;

/** Bytes of a parsed response for each character of its JSON, at most. */
const BYTES_PER_CHARACTER = 8;

/** Bytes of an entry besides its response and the characters of its key. */
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
    sizeCalculation: ({ result }, key) =>
      ENTRY_BYTES + key.length + BYTES_PER_CHARACTER * result.size,
  });
  readonly #seconds: number;
  readonly #versions: DataVersions;
  /** The versions that operations have read. Each reads one, because it can change meanwhile. */
  readonly #known = new WeakMap<RestCaller, Promise<string | undefined>>();

  /**
   * @param seconds maximum age of a cached response; 0 if none is cached.
   * @param versions of processes that share credentials. Default: only this process makes writes.
   */
  constructor(seconds: number, versions?: DataVersions) {
    this.#seconds = seconds;
    // Without cached responses, a read is at most as old as a call takes.
    this.#versions = (seconds > 0 ? versions : undefined) ?? createLocalVersions();
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
    this.#versions.keep?.(getCredentialId(caller.credential));
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
  if (version === undefined) return make(call);
  // Two endpoints can have one path, and their responses have different schemas.
  const key = `${getCredentialId(caller.credential)} ${version} ${target.key} ${request.path}`;
  const found = cache.find(key);
  if (found) return found;
  const result = await make({ ...call, key });
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
    if (!endpoint.isSafe) return write(cache, make, call);
    const isRead = endpoint.method === 'GET' && call.caller.usesCache;
    return isRead ? read(cache, make, call) : make(call);
  };

/** Maximum number of calls that can be joined. Beyond it, the oldest still complete but can no longer be joined. */
const MAX_FLIGHTS = 1_000;

interface Flight {
  readonly result: Promise<CallResult>;
  /** Who started it. It ends when the leader stops waiting. */
  readonly leader: RestCaller;
  readonly startedAt: number;
}

/** Waits for a call of another caller, until the end of the own time. */
function join({ result }: Flight, { target, caller }: Call): Promise<CallResult> {
  const timer = new DeadlineTimer(target.name, caller);
  const waiting = timer.wait<CallResult>((resolve, reject) => {
    result.then(resolve, reject);
    return () => undefined;
  });
  return waiting.finally(() => timer.stop());
}

const getTimeLeft = ({ signal, until = Number.POSITIVE_INFINITY }: RestCaller) =>
  signal?.aborted ? 0 : Math.max(0, until - performance.now());

/**
 * Whether a caller makes a call again that ended because its leader stopped waiting. What took until the leader's deadline
 * is not tried with less time than that.
 */
function shouldRestart(error: unknown, { leader, startedAt }: Flight, caller: RestCaller): boolean {
  const left = getTimeLeft(caller);
  if (leader.signal?.aborted) return left > 0;
  const phase = error instanceof UpstreamError && error.phase;
  const isOfLeader = phase === 'OPERATION' || phase === 'QUEUE';
  return isOfLeader && left >= performance.now() - startedAt;
}

/** Returns calls of which concurrent ones with the same `key` are one. */
export function deduplicated(make: MakeCall): MakeCall {
  // A Map would retain flights that have ended, as a Set would responses (src/listener/drain.ts).
  const flights = new LRUCache<string, Flight>(limitEntries(MAX_FLIGHTS));

  const start = (key: string, call: Call) => {
    const result = make(call);
    const flight = { result, leader: call.caller, startedAt: performance.now() };
    flights.set(key, flight);
    const end = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    // Runs before any waiter's handler, so that nobody joins a flight that has ended.
    result.then(end, end);
    return result;
  };

  const run = async (key: string, call: Call): Promise<CallResult> => {
    const flight = flights.get(key);
    if (!flight) return start(key, call);
    try {
      return await join(flight, call);
    } catch (error) {
      if (shouldRestart(error, flight, call.caller)) return run(key, call);
      throw error;
    }
  };

  return (call) => (call.key === undefined ? make(call) : run(call.key, call));
}
