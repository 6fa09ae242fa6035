import pLimit from 'p-limit';
import { OverloadedError } from './errors.ts';
import { expectPatience, type Patience, within } from './patience.ts';

/** Runs work, so much of it at a time. */
export interface Limit {
  /** @throws OverloadedError where too much is waiting already; what `within` throws where the turn comes too late. */
  run<Value>(call: string, patience: Patience, work: () => Promise<Value>): Promise<Value>;
  /** Whether `run` would throw at once. */
  isFull(): boolean;
}

/** At most `atOnce` pieces of work under way, and at most `waiting` that wait for it, first come, first served. */
export function createLimit(atOnce: number, waiting: number): Limit {
  const limit = pLimit(atOnce);
  const isFull = () => limit.activeCount + limit.pendingCount >= atOnce + waiting;
  return {
    run: async (call, patience, work) => {
      if (isFull()) throw new OverloadedError(call);
      if (limit.activeCount < atOnce) return limit(work);
      return within(patience, () =>
        limit(() => {
          expectPatience(patience);
          return work();
        }),
      );
    },
    isFull,
  };
}
