import { expect, onTestFinished, test, vi } from 'vitest';
import { SingleFlight } from '../../src/upstream/deduplicated.ts';

test('a waiter waits no longer than its own deadline', async () => {
  const flights = new SingleFlight<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = flights.run('a', {}, () => promise);
  const waiter = new AbortController();
  const joined = flights.run('a', { signal: waiter.signal }, () => Promise.resolve('another'));
  waiter.abort(new Error('disconnected'));
  await expect(joined).rejects.toThrow('disconnected');
  const late = flights.run('a', { until: performance.now() }, () => Promise.resolve('another'));
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
  resolve('the first');
  expect(await first).toBe('the first');
});

test.each([
  { left: 10, starts: 1 },
  { left: 199, starts: 1 },
  { left: 200, starts: 2 },
])(
  'after the leader timed out at 200 ms, with $left ms left for a waiter, the work has started $starts time(s)',
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
