import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import { RUNS, TIME } from '../support/arbitraries.ts';
import { getError, succeed, unavailable } from '../support/client.ts';
import { type Reply, startRawUpstream } from '../support/raw-upstream.ts';
import { ENDS, type End, startBreaker, stopClock, wait } from './breaker.ts';

stopClock();

/** Starts a breaker whose circuit is open for another 500 ms. */
function startOpen() {
  const breaker = startBreaker();
  expect(breaker.callOften(20, 40, 'unavailable')).toBe(20);
  wait(4_960);
  expect(breaker.callOften(4, 400, 'unavailable')).toBe(4);
  expect([breaker.call('unavailable'), breaker.call('success')]).toStrictEqual([true, false]);
  return breaker;
}

test('the pause before a probe doubles from half a second to ten, until a success', () => {
  const { call, callOften } = startOpen();
  for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) {
    wait(pause - 1);
    expect([pause, call('success')]).toStrictEqual([pause, false]);
    wait(1);
    expect(call('unavailable')).toBe(true);
  }
  wait(10_000);
  expect([call('success'), call('success')]).toStrictEqual([true, true]);
  wait(5_000);
  expect(callOften(6, 300, 'unavailable')).toBe(5);
  wait(200);
  expect(call('unavailable')).toBe(true);
});

test('while a probe runs, other calls are rejected, until the next probe is due', () => {
  const { start, call } = startOpen();
  wait(500);
  start('ada');
  wait(999);
  expect(() => start('ada')).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }));
  wait(1);
  expect(call('unavailable')).toBe(true);
});

test('after an aborted probe, the circuit stays open, and the next call is a probe', () => {
  const { start, call } = startOpen();
  wait(500);
  start('ada')(ENDS.aborted);
  start('ada');
  expect(call('success')).toBe(false);
});

test('a probe that fails after the close of the circuit does not open it again', () => {
  const { start, call } = startOpen();
  wait(500);
  const record = start('ada');
  wait(1_000);
  expect(call('success')).toBe(true);
  record(ENDS.unavailable);
  expect([call('success'), call('success')]).toStrictEqual([true, true]);
});

const step = fc.record({
  wait: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 12_000 })),
  duration: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 30_000 })),
  feature: fc.constantFrom('personas', 'tools'),
  end: fc.constantFrom<End>(
    'success',
    'unauthenticated',
    'unavailable',
    'hanging',
    'broken',
    'aborted',
  ),
});
const steps = fc.array(step, { maxLength: 60 });

test('one caller never opens a circuit of others, whatever it sends and however many keys it invents', {
  timeout: TIME,
}, () => {
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.boolean()), (steps, inventions) => {
      const { breaker, start, call } = startBreaker();
      call('success', 'ada');
      for (const { wait: time, duration, feature, end } of steps) {
        wait(time);
        const isInvented = inventions.next().value;
        const caller = isInvented ? `invented${performance.now()}` : 'eve';
        try {
          const record = start(caller, feature);
          wait(duration);
          // A service answers an invented key with 401, if it answers.
          record(ENDS[isInvented && end === 'success' ? 'unauthenticated' : end]);
        } catch (error) {
          expect(error).toMatchObject({ kind: 'circuit' });
        }
        expect(breaker.isOpen).toBe(false);
        expect(call('aborted', 'ada', feature)).toBe(true);
      }
    }),
    { numRuns: RUNS },
  );
});

test('a circuit opens when its failures meet a rule since the last success, and never otherwise', {
  timeout: TIME,
}, () => {
  fc.assert(
    fc.property(steps, (steps) => {
      const { start } = startBreaker();
      let failures: number[] = [];
      let hanging = 0;
      let isOpen = false;
      for (const { wait: time, duration, end } of steps) {
        wait(time);
        let record: ReturnType<typeof start>;
        try {
          record = start('ada');
        } catch {
          expect(isOpen).toBe(true);
          continue;
        }
        wait(duration);
        record(ENDS[end]);
        const now = performance.now();
        if (end === 'success' || end === 'unauthenticated')
          [failures, hanging, isOpen] = [[], 0, false];
        else if (end !== 'aborted') {
          if (now - (failures.at(-1) ?? now) >= 5_000) failures = [];
          failures.push(now);
          if (end === 'hanging') hanging += 1;
        }
        const isFailing = failures.length >= 5 && now - (failures[0] ?? now) >= 1_000;
        const mustOpen = isFailing || hanging >= 3;
        if (mustOpen && !isOpen && end !== 'aborted') {
          isOpen = true;
          expect(() => start('ada')).toThrow('circuit breaker is open');
        }
      }
    }),
    { numRuns: RUNS },
  );
});

/** Starts a client whose retries are not delayed. */
async function startClient(reply: Reply, options: Partial<RestOptions> = {}) {
  const upstream = await startRawUpstream(reply);
  const client = createRestClient({ url: upstream.url, retryDelay: 0, ...options });
  onTestFinished(() => client.close());
  const read = (id: string) => client.for({ usesCache: true }).tool({ params: { id } });
  return { client, read, received: upstream.received };
}

test('a shared read that fails is one failure', async () => {
  const { read, received } = await startClient(() =>
    received.length === 1 ? unavailable() : succeed(),
  );
  const results = await Promise.all(Array.from({ length: 10 }, () => read('t1')));
  expect(results).toMatchObject(Array(10).fill({ id: 't1' }));
  expect(received).toHaveLength(2);
  for (let n = 0; n < 20; n += 1) await read(`other-${n}`);
  expect(received).toHaveLength(22);
});

test('a few timeouts of slow endpoints do not open the circuit', async () => {
  const { client } = await startClient(() => undefined, { retries: 0, slowTimeout: 10 });
  const body = { displayName: 'Ada', imageUrl: 'https://images.example/ada.png' };
  for (let count = 0; count < 9; count += 1) {
    const error = await getError(client.for({}).createAvatar({ body }));
    expect(error).toMatchObject({ kind: 'timeout' });
  }
});

test('a client without a circuit breaker makes every call', async () => {
  const options = { retries: 0, circuitBreaker: false };
  const { client, read, received } = await startClient(unavailable, options);
  for (let count = 0; count < 20; count += 1) {
    expect(await getError(read(`t${count}`))).toMatchObject({ kind: 'status' });
    wait(300);
  }
  expect(received).toHaveLength(20);
  expect(client.isDown()).toBe(false);
});

test('a call whose retry the circuit rejects fails with the error of its attempt', async () => {
  const { read, received } = await startClient(unavailable);
  await getError(read('t1'));
  wait(1_300);
  expect(await getError(read('t2'))).toMatchObject({ kind: 'status' });
  // Three attempts, then two: the fifth failure has opened the circuit.
  expect(received).toHaveLength(5);
  expect(await getError(read('t3'))).toMatchObject({ kind: 'circuit' });
});
