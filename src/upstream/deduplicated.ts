import { LRUCache } from 'lru-cache';
import type { AbortSignalLike } from '../shared/abort-signal-like.ts';
import type { MakeCall } from './call.ts';
import { getCredentialId } from './credential.ts';
import { DeadlineTimer } from './deadline.ts';
import { limitEntries } from './limit-entries.ts';
import { isRead, isWrite } from './read-cache.ts';
import type { CallResult } from './response.ts';
import { Versions } from './versions.ts';

/** Maximum number of flights that can be joined. Beyond it, the oldest still complete but can no longer be joined. */
const MAX_FLIGHTS = 1_000;

interface Waiter {
  /** Aborts when the caller no longer waits. */
  readonly signal?: AbortSignalLike | undefined;
  /** When the caller stops waiting, on the clock of `performance.now()`. */
  readonly until?: number | undefined;
}

interface Flight<T> {
  readonly result: Promise<T>;
  /** Who started it. The flight fails when the leader stops waiting. */
  readonly leader: Waiter;
  readonly startedAt: number;
}

const hasStoppedWaiting = ({ signal, until = Number.POSITIVE_INFINITY }: Waiter) =>
  signal?.aborted === true || performance.now() >= until;

/**
 * Whether a waiter should start the work of a flight that has failed again, because the leader has stopped waiting. Work
 * that took until the leader's deadline is not started with less time than that.
 */
function shouldRestart({ leader, startedAt }: Flight<unknown>, waiter: Waiter): boolean {
  if (hasStoppedWaiting(waiter)) return false;
  if (leader.signal?.aborted) return true;
  const now = performance.now();
  const left = (waiter.until ?? Number.POSITIVE_INFINITY) - now;
  return hasStoppedWaiting(leader) && left >= now - startedAt;
}

/** Waits for a result until the waiter's own signal or deadline. */
function waitFor<T>(result: Promise<T>, { signal, until }: Waiter): Promise<T> {
  const timer = new DeadlineTimer({ signal, until: until ?? Number.POSITIVE_INFINITY });
  const waiting = timer.wait<T>((resolve, reject) => {
    result.then(resolve, reject);
    return () => undefined;
  });
  return waiting.finally(() => timer.stop());
}

/**
 * Deduplicates concurrent work: calls with the same key share one execution. Results are not cached. If the leader
 * stops waiting and the work fails with it, the next waiter starts it again, if it has enough time left.
 */
export class SingleFlight<T> {
  // A Map would retain finished flights, as a Set would responses (src/listener/drain.ts). In LRUCache, only the keys are in one.
  readonly #flights = new LRUCache<string, Flight<T>>(limitEntries(MAX_FLIGHTS));

  get size(): number {
    return this.#flights.size;
  }

  /**
   * Returns the result of the flight for `key`, or starts one.
   * @throws what the work rejects with; the signal's reason or DOMException TimeoutError, if the waiter's own signal or
   * until ends first.
   */
  run(key: string, waiter: Waiter, start: () => Promise<T>): Promise<T> {
    const flight = this.#flights.get(key);
    if (!flight) return this.#start(key, waiter, start);
    return waitFor(flight.result, waiter).catch((error) => {
      if (shouldRestart(flight, waiter)) return this.run(key, waiter, start);
      throw error;
    });
  }

  #start(key: string, leader: Waiter, start: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = start();
    const flight = { result, leader, startedAt };
    this.#flights.set(key, flight);
    const end = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    // Runs before any waiter's handler, so that nobody joins a flight that has ended.
    result.then(end, end);
    return result;
  }
}

/**
 * Returns calls of which identical concurrent reads with one credential share one. A read joins none that started before
 * the end of a write.
 */
export function deduplicated(flights: SingleFlight<CallResult>, make: MakeCall): MakeCall {
  const writes = new Versions();
  return (call) => {
    const { target, request, caller, version, isAlone } = call;
    const credentialId = getCredentialId(caller.credential);
    if (isWrite(target.endpoint)) {
      writes.change(credentialId);
      return make(call).finally(() => writes.change(credentialId));
    }
    if (!isRead(target.endpoint)) return make(call);
    if (isAlone) return make(call);
    const parts = [credentialId, writes.get(credentialId), version, target.key, request.path];
    return flights.run(parts.join(' '), caller, () => make(call));
  };
}
