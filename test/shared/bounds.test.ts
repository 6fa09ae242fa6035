import { expect, test } from 'vitest';
import { SingleFlight } from '../../src/shared/single-flight.ts';
import { Versions } from '../../src/shared/versions.ts';

test('an epoch never comes again, though its name be forgotten', () => {
  const epochs = new Versions(2);
  const seen = new Set<number>();
  for (const name of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) {
    epochs.increment(name);
    expect(seen).not.toContain(epochs.get(name));
    seen.add(epochs.get(name));
  }
  // "c" is forgotten by now: what it reads as is no epoch that it had.
  expect(epochs.get('c')).toBeGreaterThanOrEqual(4);
});

test('nothing of what was shared stays, however it ended', async () => {
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

test('whoever joins waits no longer than their own patience, and the first is not held up by it', async () => {
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

test('whoever joins and has left already leaves no timer behind', async () => {
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
