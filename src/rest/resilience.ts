import type { Endpoint } from '../contract/endpoint.ts';
import { type BreakerOptions, createBreaker } from './breaker.ts';
import { createLimit } from './limit.ts';
import type { Patience } from './patience.ts';
import { createRetry, type RetryOptions } from './retry.ts';

/** How calls are carried through an upstream's bad moments. */
export interface ResilienceOptions extends RetryOptions, BreakerOptions {
  /** Calls under way at once, and calls that may wait for their turn. Default 64 and 256. */
  readonly calls?: number;
  readonly waitingCalls?: number;
  /** The same for endpoints that the contract calls slow, which so never hold up the others. Default 32 and 64. */
  readonly slowCalls?: number;
  readonly waitingSlowCalls?: number;
}

/** One call, as resilience sees it. */
interface Call {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** For the call as a whole: all its attempts, and the waits for a turn and between them. */
  readonly patience: Patience;
}

/** Stands between callers and the wire of one upstream. */
export interface Resilience {
  /**
   * Makes a call by `attempt`, which keeps to the call's patience and throws RestErrors: more than once where that is
   * safe and may help.
   * @throws RestError of the last attempt; OverloadedError or CircuitOpenError where none was made; the signal's reason
   * or a TimeoutError where a wait was given up.
   */
  run<Value>(call: Call, attempt: () => Promise<Value>): Promise<Value>;
  /** Whether the upstream is down, as far as anyone knows: calls then fail at once. */
  isDown(): boolean;
  /** Whether so many calls wait already that further ones are refused. */
  isSaturated(): boolean;
}

/** Retries around a limit around a breaker: who waits for a turn or a retry holds no place, and the breaker sees every attempt. */
export function createResilience(options: ResilienceOptions = {}): Resilience {
  const retry = createRetry(options);
  const breaker = createBreaker(options);
  const quick = createLimit(options.calls ?? 64, options.waitingCalls ?? 256);
  const slow = createLimit(options.slowCalls ?? 32, options.waitingSlowCalls ?? 64);
  return {
    run: ({ name, endpoint, patience }, attempt) => {
      const limit = endpoint.slow ? slow : quick;
      const guarded = () => breaker.run(name, attempt);
      return retry(endpoint, patience, () => limit.run(name, patience, guarded));
    },
    isDown: breaker.isOpen,
    isSaturated: quick.isFull,
  };
}
