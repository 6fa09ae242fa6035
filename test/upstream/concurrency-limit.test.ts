import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConcurrencyLimit, type Waiter } from '../../src/upstream/concurrency-limit.ts';
import { OverloadedError } from '../../src/upstream/errors.ts';

/** What happens next: a call of a party, the end of a call that is under way, or of the wait of one that is not. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ call: fc.constantFrom('a', 'b', 'c', undefined) }) },
  { weight: 2, arbitrary: fc.record({ end: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ leave: fc.nat() }) },
);

test('places and shares are never exceeded, nobody is forgotten, and no place is free while one may have it', () => {
  const scenario = fc.record({
    atOnce: fc.integer({ min: 1, max: 6 }),
    waiting: fc.integer({ min: 0, max: 8 }),
    steps: fc.array(step, { maxLength: 60 }),
  });
  fc.assert(
    fc.property(scenario, ({ atOnce, waiting, steps }) => {
      const limit = new ConcurrencyLimit({ atOnce, waiting });
      const share = Math.ceil(atOnce / 2);
      const active: (string | undefined)[] = [];
      const queue: Waiter[] = [];
      const activeOf = (party: string | undefined) => active.filter((one) => one === party).length;
      const mayHave = (party: string | undefined) => party === undefined || activeOf(party) < share;
      const call = (party: string | undefined) => {
        if (limit.tryAcquire(party)) return void active.push(party);
        const waiter: Waiter = {
          party,
          onTurn: () => {
            queue.splice(queue.indexOf(waiter), 1);
            active.push(party);
          },
        };
        const isFull = queue.length >= waiting;
        const enqueue = () => limit.enqueue(waiter, 'GET /v1/tools/{id}');
        if (isFull) return expect(enqueue).toThrow(OverloadedError);
        enqueue();
        return void queue.push(waiter);
      };
      for (const next of steps) {
        if ('call' in next) call(next.call);
        else if ('end' in next && active.length > 0) {
          const [party] = active.splice(next.end % active.length, 1);
          limit.release(party);
        } else if ('leave' in next && queue.length > 0) {
          const [waiter] = queue.splice(next.leave % queue.length, 1);
          if (waiter) limit.leave(waiter);
        }
        expect(limit.concurrency).toStrictEqual({
          active: active.length,
          waiting: queue.length,
          limit: atOnce,
        });
        expect(active.length).toBeLessThanOrEqual(atOnce);
        for (const party of ['a', 'b', 'c']) expect(activeOf(party)).toBeLessThanOrEqual(share);
        if (active.length < atOnce) {
          expect(queue.filter(({ party }) => mayHave(party))).toStrictEqual([]);
        }
      }
      while (active.length > 0) limit.release(active.shift());
      expect(queue).toStrictEqual([]);
    }),
  );
});

test('parties take turns, and the calls of each keep their order', () => {
  const limit = new ConcurrencyLimit({ atOnce: 1, waiting: 10 });
  const served: string[] = [];
  limit.tryAcquire('other');
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) {
    limit.enqueue({ party: name[0], onTurn: () => served.push(name) }, 'GET /v1/tools/{id}');
  }
  limit.release('other');
  while (served.length < 6) limit.release(served.at(-1)?.[0]);
  expect(served).toStrictEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('turns that end at once do not nest, however many wait', () => {
  const limit = new ConcurrencyLimit({ atOnce: 1, waiting: 20_000 });
  let served = 0;
  limit.tryAcquire(undefined);
  for (let count = 0; count < 20_000; count += 1) {
    const onTurn = () => {
      served += 1;
      limit.release(undefined);
    };
    limit.enqueue({ party: undefined, onTurn }, 'GET /v1/tools/{id}');
  }
  limit.release(undefined);
  expect(served).toBe(20_000);
  expect(limit.concurrency).toStrictEqual({ active: 0, waiting: 0, limit: 1 });
});

test('parties that have nothing under way are forgotten when there are too many', () => {
  const limit = new ConcurrencyLimit({ atOnce: 2, waiting: 2 });
  limit.tryAcquire('kept');
  for (let count = 0; count < 30_000; count += 1) {
    expect(limit.tryAcquire(`party ${count}`)).toBe(true);
    limit.release(`party ${count}`);
  }
  expect(limit.tryAcquire('kept')).toBe(false);
  limit.release('kept');
  expect(limit.concurrency.active).toBe(0);
});
