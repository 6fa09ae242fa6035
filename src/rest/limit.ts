import { Turns } from '../sharing/turns.ts';
import { OverloadedError } from './errors.ts';
import { expectPatience, type Patience, within } from './patience.ts';

/** Runs work, so much of it at a time. */
export interface Limit {
  /** Rejects with OverloadedError where too much is waiting already; what `within` throws where the turn comes too late. */
  run<Value>(call: string, patience: Patience, work: () => Promise<Value>): Promise<Value>;
  /** Whether `run` would reject at once. */
  isFull(): boolean;
}

/** At most `atOnce` pieces of work under way, and at most `waiting` that wait for it, first come, first served. */
export function createLimit(atOnce: number, waiting: number): Limit {
  const turns = new Turns(atOnce);
  const isFull = () => turns.size >= atOnce + waiting;
  return {
    run: (call, patience, work) => {
      if (isFull()) return Promise.reject(new OverloadedError(call));
      if (!turns.isTaken) return turns.run(work);
      return within(patience, () =>
        turns.run(async () => {
          expectPatience(patience);
          return work();
        }),
      );
    },
    isFull,
  };
}
