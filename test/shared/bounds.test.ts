import { expect, onTestFinished, test, vi } from 'vitest';
import { SingleFlight } from '../../src/shared/single-flight.ts';
import { Versions } from '../../src/shared/versions.ts';

test('a version never repeats, even after its name was evicted', () => {
  const versions = new Versions(2);
  const seen = new Set<number>();
  for (const name of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) {
    versions.increment(name);
    expect(seen).not.toContain(versions.get(name));
    seen.add(versions.get(name));
  }
  // "c" has been evicted: its new version must be one that it never had.
  expect(versions.get('c')).toBeGreaterThanOrEqual(4);
});

test('no flight remains, however it ends', async () => {
  const flights = new SingleFlight<number>();
  const works = [
    flights.run('a', {}, () => Promise.resolve(1)),
    flights.run('a', {}, () => Promise.resolve(2)),
    flights.run('b', {}, () => Promise.reject(new Error('no'))),
    flights.run('b', {}, () => Promise.resolve(3)),
    flights.run('c', {}, () => {
      throw new Error('at once');
    }),
  ];
  const outcomes = (await Promise.allSettled(works)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason),
  );
  expect(outcomes).toStrictEqual([1, 1, 'Error: no', 'Error: no', 'Error: at once']);
  expect(flights.size).toBe(0);
});

test('a waiter waits no longer than its own deadline, and does not affect the leader', async () => {
  const flights = new SingleFlight<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = flights.run('a', {}, () => promise);
  const leaving = new AbortController();
  const joined = flights.run('a', { signal: leaving.signal }, () => Promise.resolve('another'));
  leaving.abort(new Error('left'));
  await expect(joined).rejects.toThrow('left');
  const late = flights.run('a', { until: performance.now() }, () => Promise.resolve('another'));
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
  resolve('the first');
  expect(await first).toBe('the first');
});

test('a waiter that has already aborted starts no timer', async () => {
  const flights = new SingleFlight<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = flights.run('a', {}, () => promise);
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const signal = AbortSignal.abort(new Error('left'));
  const until = performance.now() + 60_000;
  const joined = flights.run('a', { signal, until }, () => Promise.resolve('another'));
  await expect(joined).rejects.toThrow('left');
  expect(timers()).toBe(before);
  resolve('the first');
  expect(await first).toBe('the first');
});

test.each([
  { left: 10, starts: 1 },
  { left: 199, starts: 1 },
  { left: 200, starts: 2 },
])(
  'after work that took the leader’s 200 ms, a waiter with $left ms left makes $starts start(s)',
  async ({ left, starts }) => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const flights = new SingleFlight<string>();
    const { promise, reject } = Promise.withResolvers<string>();
    const start = vi.fn(() => Promise.resolve('again'));
    const leaderUntil = performance.now() + 200;
    const outcomes = Promise.allSettled([
      flights.run('a', { until: leaderUntil }, () => {
        start();
        return promise;
      }),
      flights.run('a', { until: leaderUntil + left }, start),
    ]);
    vi.advanceTimersByTime(200);
    reject(new Error('too late'));
    const [, follower] = await outcomes;
    expect(start).toHaveBeenCalledTimes(starts);
    expect(follower.status).toBe(starts === 1 ? 'rejected' : 'fulfilled');
  },
);
