import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Semaphore } from '../../src/shared/semaphore.ts';

test('tasks run in order and never exceed the concurrency limit', async () => {
  const scenario = fc.record({
    atOnce: fc.integer({ min: 1, max: 4 }),
    ends: fc.array(fc.record({ isFailing: fc.boolean(), at: fc.nat() }), { maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ atOnce, ends }) => {
      const turns = new Semaphore(atOnce);
      const begun: number[] = [];
      const open: (() => void)[] = [];
      const all = ends.map(({ isFailing }, index) =>
        turns
          .run(() => {
            begun.push(index);
            const { promise, resolve, reject } = Promise.withResolvers<number>();
            open.push(() => (isFailing ? reject(new Error(String(index))) : resolve(index)));
            return promise;
          })
          .catch(({ message }: Error) => Number(message)),
      );
      for (const [done, { at }] of ends.entries()) {
        expect(turns.size).toBe(ends.length - done);
        expect(open.length).toBeLessThanOrEqual(atOnce);
        expect(turns.isFull).toBe(open.length === atOnce);
        open.splice(at % open.length, 1)[0]?.();
        // Slots are passed on within a few microtasks; a macrotask comes after all of them.
        await new Promise(setImmediate);
      }
      expect(await Promise.all(all)).toStrictEqual(ends.map((_, index) => index));
      expect(begun).toStrictEqual(ends.map((_, index) => index));
      expect(turns.size).toBe(0);
    }),
  );
});

test('a task that throws releases its slot', async () => {
  const turns = new Semaphore(1);
  const broken = () => {
    throw new Error('Broken.');
  };
  await expect(turns.run(broken)).rejects.toThrow('Broken.');
  expect(await turns.run(async () => 'next')).toBe('next');
});
