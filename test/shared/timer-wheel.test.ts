import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimerEntry, TimerWheel } from '../../src/shared/timer-wheel.ts';

/** The wheel's interval, in milliseconds. */
const TICK_MS = 20;

class Entry extends TimerEntry {
  readonly addedAt = performance.now();
  expiredAt: number | undefined;

  onExpire(): void {
    this.expiredAt = performance.now();
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('every entry that is not deleted expires once, never early and at most a tick late', () => {
  const step = fc.record({
    pass: fc.integer({ min: 0, max: 3_000 }),
    // Two revolutions of the wheel take about 20 seconds.
    after: fc.oneof(fc.integer({ min: -50, max: 25_000 }), fc.constant(Number.POSITIVE_INFINITY)),
    letGo: fc.option(fc.nat()),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const wheel = new TimerWheel();
      const entries: Entry[] = [];
      const deleted = new Set<Entry>();
      for (const { pass, after, letGo } of steps) {
        vi.advanceTimersByTime(pass);
        const entry = new Entry(performance.now() + after);
        entries.push(entry);
        wheel.add(entry);
        const other = letGo === null ? undefined : entries[letGo % entries.length];
        if (other && other.expiredAt === undefined) {
          wheel.delete(other);
          deleted.add(other);
        }
      }
      const begin = performance.now();
      vi.advanceTimersByTime(30_000);
      for (const entry of entries) {
        if (deleted.has(entry) || entry.expiresAt > begin + 30_000 - TICK_MS) {
          expect(entry.expiredAt).toBeUndefined();
          continue;
        }
        expect(entry.expiredAt).toBeGreaterThanOrEqual(entry.expiresAt);
      }
      const expired = entries.filter(({ expiredAt }) => expiredAt !== undefined);
      for (const { expiresAt, addedAt, expiredAt = 0 } of expired) {
        expect(expiredAt - Math.max(expiresAt, addedAt)).toBeLessThanOrEqual(2 * TICK_MS);
      }
      expect(wheel.size).toBe(entries.length - deleted.size - expired.length);
    }),
    { numRuns: 30 },
  );
});

test('an empty wheel has no timer', () => {
  const wheel = new TimerWheel();
  const entry = new Entry(performance.now() + 1_000);
  wheel.add(entry);
  expect(vi.getTimerCount()).toBe(1);
  wheel.delete(entry);
  vi.advanceTimersByTime(TICK_MS);
  expect(vi.getTimerCount()).toBe(0);
});

test('entries can be added and deleted while others expire', () => {
  const wheel = new TimerWheel();
  const other = new Entry(performance.now() + 10);
  const next = new Entry(performance.now() + 100);
  class Meddler extends TimerEntry {
    onExpire(): void {
      wheel.delete(other);
      wheel.add(next);
    }
  }
  wheel.add(new Meddler(performance.now() + 10));
  wheel.add(other);
  vi.advanceTimersByTime(200);
  expect(next.expiredAt).toBeDefined();
  expect(wheel.size).toBe(0);
});

test('of entries that expire together, any can be deleted, and the others expire', () => {
  const wheel = new TimerWheel();
  const entries = Array.from({ length: 4 }, () => new Entry(performance.now() + 100));
  for (const entry of entries) wheel.add(entry);
  for (const entry of entries.slice(0, 2).reverse()) wheel.delete(entry);
  vi.advanceTimersByTime(200);
  const hasExpired = entries.map(({ expiredAt }) => expiredAt !== undefined);
  expect(hasExpired).toStrictEqual([false, false, true, true]);
  expect(wheel.size).toBe(0);
});
