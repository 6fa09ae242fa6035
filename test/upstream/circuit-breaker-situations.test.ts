import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createStatusError } from '../../src/upstream/errors.ts';
import { CALL, ENDS, startBreaker, stopClock, wait } from './breaker.ts';

// The rules of src/upstream/README.md in typical situations.

stopClock();

/** What happens in each situation. */
const SITUATIONS: Record<string, () => void> = {
  'A single 503': () => {
    const { call } = startBreaker();
    expect([call('unavailable'), call('success')]).toStrictEqual([true, true]);
  },
  '503 for 100 or 400 ms': () => {
    for (const duration of [100, 400]) {
      const { callOften, call } = startBreaker();
      expect(callOften(duration, 1, 'unavailable')).toBe(duration);
      expect(call('success')).toBe(true);
    }
  },
  'A feature is switched off': () => {
    const { breaker, callOften, call } = startBreaker();
    expect(callOften(20, 100, 'unavailable')).toBeLessThan(15);
    expect(call('unavailable')).toBe(false);
    expect([call('success', 'ada', 'personas'), call('success', 'bob')]).toStrictEqual([
      true,
      true,
    ]);
    expect(breaker.isOpen).toBe(false);
  },
  'The upstream refuses connections': () => {
    const { breaker, callOften, call } = startBreaker();
    callOften(5, 250, 'unreachable', 'stranger');
    expect(breaker.isOpen).toBe(true);
    expect(call('success', 'bob', 'personas')).toBe(false);
    wait(500);
    expect([call('success', 'bob', 'personas'), breaker.isOpen]).toStrictEqual([true, false]);
  },
  'The upstream answers nothing': () => {
    const { breaker, start, call } = startBreaker();
    for (const caller of ['ada', 'bob', 'cyd']) call('success', caller);
    wait(10);
    const records = ['ada', 'bob', 'cyd'].map((caller) => start(caller));
    wait(30_000);
    for (const record of records) record(ENDS.hanging);
    expect(breaker.isOpen).toBe(true);
    expect(call('success', 'stranger', 'personas')).toBe(false);
  },
  'All connections break at once': () => {
    const { breaker, start, call } = startBreaker();
    const callers = Array.from({ length: 100 }, (_, index) => `caller${index}`);
    for (const caller of callers) call('success', caller);
    for (const record of callers.map((caller) => start(caller))) record(ENDS.broken);
    expect(breaker.isOpen).toBe(false);
    expect(callers.every((caller) => call('success', caller))).toBe(true);
  },
  'One bad credential beside good ones': () => {
    const { breaker, callOften, call } = startBreaker();
    expect(callOften(20, 100, 'unavailable', 'bad')).toBeLessThan(15);
    expect([call('success', 'ada'), call('unavailable', 'bad')]).toStrictEqual([true, false]);
    expect(breaker.isOpen).toBe(false);
  },
  'Ten thousand invented credentials': () => {
    const { breaker, start, call } = startBreaker();
    call('success', 'ada');
    wait(10);
    const hanging = Array.from({ length: 10_000 }, (_, index) => start(`invented${index}`));
    wait(30_000);
    for (const record of hanging) record(ENDS.hanging);
    expect([breaker.isOpen, call('success', 'ada')]).toStrictEqual([false, true]);
  },
  'Some calls succeed between the failures': () => {
    const { callOften, call } = startBreaker();
    for (let turn = 0; turn < 50; turn += 1) {
      expect(callOften(4, 300, 'unavailable')).toBe(4);
      expect(call('success')).toBe(true);
    }
  },
  'Failures are more than five seconds apart': () => {
    expect(startBreaker().callOften(20, 5_001, 'unavailable')).toBe(20);
  },
  '500, 429, 4xx, an invalid response': () => {
    const { start, call } = startBreaker();
    for (const status of [500, 429, 404]) {
      for (let count = 0; count < 20; count += 1) {
        start('ada')(createStatusError(CALL, status));
        wait(100);
      }
    }
    expect(call('success')).toBe(true);
  },
};

test.each(Object.entries(SITUATIONS))('%s', (_, happen) => happen());

const page = readFileSync(new URL('../../src/upstream/README.md', import.meta.url), 'utf8');
const table = page.slice(page.indexOf('| Situation |')).split('\n\n')[0] ?? '';
const situations = table
  .split('\n')
  .slice(2)
  .map((row) => row.split('|')[1]?.trim() ?? '');

test('the situations of the page are tested', () => {
  expect(situations.length).toBeGreaterThan(2);
  expect(Object.keys(SITUATIONS)).toStrictEqual(expect.arrayContaining(situations));
});
