import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CircuitBreaker } from '../../src/upstream/circuit-breaker.ts';
import { createStatusError, UpstreamError } from '../../src/upstream/errors.ts';
import { RUNS, TIME } from '../support/arbitraries.ts';

// The rules of src/upstream/README.md in typical situations, and random histories of callers.

const CALL = 'GET /v1/tools/{id}';

/** Creates the error of a call that was sent, or not. */
function createError(kind: 'connection' | 'timeout' | 'aborted', isSent: boolean) {
  const error = new UpstreamError(kind, CALL, { phase: 'RESPONSE' });
  error.isSent = isSent;
  return error;
}

const ENDS = {
  success: undefined,
  unauthenticated: createStatusError(CALL, 401),
  unavailable: createStatusError(CALL, 503),
  hanging: createError('timeout', true),
  broken: createError('connection', true),
  unreachable: createError('connection', false),
  aborted: createError('aborted', true),
};
type End = keyof typeof ENDS;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const wait = (milliseconds: number) => void vi.advanceTimersByTime(milliseconds);

/** Starts a circuit breaker. `call` makes a call that takes no time, and returns whether it was made. */
function startBreaker() {
  const breaker = new CircuitBreaker();
  const start = (caller: string, feature = 'tools') =>
    breaker.admit({ name: CALL, feature, endpoint: {} }, caller);
  const call = (end: End, caller = 'ada', feature = 'tools') => {
    try {
      start(caller, feature)(ENDS[end]);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ kind: 'circuit' });
      return false;
    }
  };
  /** Makes calls, one every `interval` milliseconds, and returns how many were made. */
  const callOften = (times: number, interval: number, end: End, caller?: string) => {
    let made = 0;
    for (let count = 0; count < times; count += 1) {
      if (call(end, caller)) made += 1;
      wait(interval);
    }
    return made;
  };
  return { breaker, start, call, callOften };
}

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
