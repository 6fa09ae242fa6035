import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Semaphore } from '../../src/shared/semaphore.ts';

test('tasks run in order and never exceed the concurrency limit', async () => {
  const scenario = fc.record({
    concurrency: fc.integer({ min: 1, max: 4 }),
    ends: fc.array(fc.record({ isFailing: fc.boolean(), at: fc.nat() }), { maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ concurrency, ends }) => {
      const semaphore = new Semaphore(concurrency);
      const started: number[] = [];
      const running: (() => void)[] = [];
      const all = ends.map(({ isFailing }, index) =>
        semaphore
          .run(() => {
            started.push(index);
            const { promise, resolve, reject } = Promise.withResolvers<number>();
            running.push(() => (isFailing ? reject(new Error(String(index))) : resolve(index)));
            return promise;
          })
          .catch(({ message }: Error) => Number(message)),
      );
      for (const [done, { at }] of ends.entries()) {
        expect(semaphore.size).toBe(ends.length - done);
        expect(running.length).toBeLessThanOrEqual(concurrency);
        expect(semaphore.isFull).toBe(running.length === concurrency);
        running.splice(at % running.length, 1)[0]?.();
        // Slots are passed on within a few microtasks; a macrotask comes after all of them.
        await new Promise(setImmediate);
      }
      expect(await Promise.all(all)).toStrictEqual(ends.map((_, index) => index));
      expect(started).toStrictEqual(ends.map((_, index) => index));
      expect(semaphore.size).toBe(0);
    }),
  );
});

test('a task that throws releases its slot', async () => {
  const semaphore = new Semaphore(1);
  const broken = () => {
    throw new Error('Broken.');
  };
  await expect(semaphore.run(broken)).rejects.toThrow('Broken.');
  expect(await semaphore.run(async () => 'next')).toBe('next');
});
