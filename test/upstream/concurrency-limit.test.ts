import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConcurrencyLimit, type QueuedCall } from '../../src/shared/concurrency-limit.ts';

import { getError, startClientWithReplies, succeed } from '../support/client.ts';

/** One step: a call of a subject, the end of an active call, or the cancellation of a queued call. */
const stepArbitrary = fc.oneof(
  { weight: 3, arbitrary: fc.record({ call: fc.constantFrom('a', 'b', 'c', undefined) }) },
  { weight: 2, arbitrary: fc.record({ end: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ cancel: fc.nat() }) },
);

test('every free slot is used within the limit and the shares of subjects', () => {
  const scenario = fc.record({
    maxActive: fc.integer({ min: 1, max: 6 }),
    maxWaiting: fc.integer({ min: 0, max: 8 }),
    steps: fc.array(stepArbitrary, { maxLength: 60 }),
  });
  fc.assert(
    fc.property(scenario, ({ maxActive, maxWaiting, steps }) => {
      const limit = new ConcurrencyLimit({ maxActive, maxWaiting });
      const maxPerSubject = Math.ceil(maxActive / 2);
      const activeCalls: (string | undefined)[] = [];
      const queue: QueuedCall[] = [];
      const countActive = (subject: string | undefined) =>
        activeCalls.filter((active) => active === subject).length;
      const mayAcquire = (subject: string | undefined) =>
        subject === undefined || countActive(subject) < maxPerSubject;
      const call = (subject: string | undefined) => {
        if (limit.tryAcquire(subject)) return void activeCalls.push(subject);
        const queued: QueuedCall = {
          subject,
          onAcquired: () => {
            queue.splice(queue.indexOf(queued), 1);
            activeCalls.push(subject);
          },
        };
        const isQueueFull = queue.length >= maxWaiting;
        expect(limit.enqueue(queued)).toBe(!isQueueFull);
        if (!isQueueFull) queue.push(queued);
      };
      for (const step of steps) {
        if ('call' in step) call(step.call);
        else if ('end' in step && activeCalls.length > 0) {
          const [subject] = activeCalls.splice(step.end % activeCalls.length, 1);
          limit.release(subject);
        } else if ('cancel' in step && queue.length > 0) {
          const [queued] = queue.splice(step.cancel % queue.length, 1);
          if (queued) limit.cancel(queued);
        }
        expect(limit.concurrency).toStrictEqual({
          active: activeCalls.length,
          waiting: queue.length,
          limit: maxActive,
        });
        expect(activeCalls.length).toBeLessThanOrEqual(maxActive);
        for (const subject of ['a', 'b', 'c'])
          expect(countActive(subject)).toBeLessThanOrEqual(maxPerSubject);
        if (activeCalls.length < maxActive) {
          expect(queue.filter(({ subject }) => mayAcquire(subject))).toStrictEqual([]);
        }
      }
      while (activeCalls.length > 0) limit.release(activeCalls.shift());
      expect(queue).toStrictEqual([]);
    }),
  );
});

test('tasks run in order and never exceed the concurrency limit', async () => {
  const scenario = fc.record({
    maxActive: fc.integer({ min: 1, max: 4 }),
    ends: fc.array(fc.record({ isFailing: fc.boolean(), at: fc.nat() }), { maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ maxActive, ends }) => {
      const limit = new ConcurrencyLimit({ maxActive, maxWaiting: 20 });
      const started: number[] = [];
      const running: (() => void)[] = [];
      const all = ends.map(({ isFailing }, index) =>
        limit
          .run(() => {
            started.push(index);
            const { promise, resolve, reject } = Promise.withResolvers<number>();
            running.push(() => (isFailing ? reject(new Error(String(index))) : resolve(index)));
            return promise;
          })
          .catch(({ message }: Error) => Number(message)),
      );
      for (const [done, { at }] of ends.entries()) {
        const active = Math.min(maxActive, ends.length - done);
        const waiting = ends.length - done - active;
        expect(limit.concurrency).toStrictEqual({ active, waiting, limit: maxActive });
        expect(running.length).toBe(active);
        running.splice(at % running.length, 1)[0]?.();
        // Slots are passed on within a few microtasks; a macrotask comes after all of them.
        await new Promise(setImmediate);
      }
      expect(await Promise.all(all)).toStrictEqual(ends.map((_, index) => index));
      expect(started).toStrictEqual(ends.map((_, index) => index));
      expect(limit.concurrency).toStrictEqual({ active: 0, waiting: 0, limit: maxActive });
    }),
  );
});

test('queued calls are served round-robin by subject', () => {
  const limit = new ConcurrencyLimit({ maxActive: 1, maxWaiting: 10 });
  const served: string[] = [];
  limit.tryAcquire('other');
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) {
    limit.enqueue({ subject: name[0], onAcquired: () => served.push(name) });
  }
  limit.release('other');
  while (served.length < 6) limit.release(served.at(-1)?.[0]);
  expect(served).toStrictEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('queued calls that end immediately do not recurse', () => {
  const limit = new ConcurrencyLimit({ maxActive: 1, maxWaiting: 20_000 });
  let ended = 0;
  limit.tryAcquire(undefined);
  for (let count = 0; count < 20_000; count += 1) {
    const onAcquired = () => {
      ended += 1;
      limit.release(undefined);
    };
    limit.enqueue({ subject: undefined, onAcquired });
  }
  limit.release(undefined);
  expect(ended).toBe(20_000);
  expect(limit.concurrency).toStrictEqual({ active: 0, waiting: 0, limit: 1 });
});

test('idle subjects are removed when there are too many', () => {
  const limit = new ConcurrencyLimit({ maxActive: 2, maxWaiting: 2 });
  limit.tryAcquire('active');
  for (let count = 0; count < 30_000; count += 1) {
    expect(limit.tryAcquire(`subject ${count}`)).toBe(true);
    limit.release(`subject ${count}`);
  }
  expect(limit.tryAcquire('active')).toBe(false);
  limit.release('active');
  expect(limit.concurrency.active).toBe(0);
});

test('calls beyond the limit are queued until the queue is full', async () => {
  const caller = new AbortController();
  const replies = [() => undefined, () => undefined, succeed];
  const options = { calls: 2, waitingCalls: 1 };
  const { client, tool, received } = await startClientWithReplies(replies, options);
  const activeCalls = [tool(caller.signal), tool(caller.signal)].map(getError);
  await expect.poll(() => received.length).toBe(2);
  expect(client.isSaturated()).toBe(false);
  const waiting = tool();
  await expect.poll(client.isSaturated).toBe(true);
  expect(await getError(tool())).toMatchObject({ kind: 'overload' });
  expect(received).toHaveLength(2);
  caller.abort();
  await Promise.all(activeCalls);
  expect(await waiting).toMatchObject({ id: 't1' });
});

test('the call of a caller who disconnects in the queue is never made', async () => {
  const replies = [() => undefined, succeed];
  const { client, tool, received } = await startClientWithReplies(replies, { calls: 1 });
  const [first, second] = [new AbortController(), new AbortController()];
  const activeCall = getError(tool(first.signal));
  await expect.poll(() => received.length).toBe(1);
  const waiting = getError(tool(second.signal));
  second.abort();
  expect(await waiting).toMatchObject({ kind: 'aborted' });
  first.abort();
  await activeCall;
  await tool();
  expect(received).toHaveLength(2);
  expect(client.isSaturated()).toBe(false);
});

test('slow calls do not delay other calls', async () => {
  const caller = new AbortController();
  const replies = [() => undefined, succeed];
  const options = { calls: 1, slowCalls: 1, waitingSlowCalls: 0 };
  const { client, tool, received } = await startClientWithReplies(replies, options);
  const body = { displayName: 'Ada', imageUrl: 'https://images.example/ada.png' };
  const create = () => getError(client.for({ signal: caller.signal }).createAvatar({ body }));
  const slow = create();
  await expect.poll(() => received.length).toBe(1);
  expect(await create()).toMatchObject({ kind: 'overload' });
  expect(await tool()).toMatchObject({ id: 't1' });
  caller.abort();
  expect(await slow).toMatchObject({ kind: 'aborted' });
});
