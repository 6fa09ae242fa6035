import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AdmittedAttempt, CircuitBreaker } from '../../src/upstream/circuit-breaker.ts';
import { createStatusError, UpstreamError } from '../../src/upstream/errors.ts';
import { RUNS, TIME } from '../support/arbitraries.ts';

// Random histories of attempts, held against the table of src/upstream/README.md, which is written out here once more.

const WINDOW = 5_000;
const CALL = 'GET /v1/tools/{id}';
const CALLERS = ['ada', 'bob', 'cyd', undefined];
const FEATURES = ['personas', 'tools', 'meetings'];
const ENDS = ['success', 'failure', 'timeout', 'aborted', 'healed'] as const;

/** One attempt that was made. */
interface Logged {
  readonly subject: string | undefined;
  readonly feature: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly end: (typeof ENDS)[number];
}

const caller = {
  subject: fc.constantFrom(...CALLERS),
  feature: fc.constantFrom(...FEATURES),
};

const step = fc.record({
  /** Milliseconds that pass before the attempt starts. */
  wait: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 400 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 12_000 }) },
  ),
  /** Milliseconds that it takes. */
  duration: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 300 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 30_000 }) },
  ),
  ...caller,
  end: fc.oneof(
    { weight: 6, arbitrary: fc.constant('failure' as const) },
    { weight: 4, arbitrary: fc.constantFrom(...ENDS) },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const ERRORS = {
  success: undefined,
  failure: createStatusError(CALL, { status: 503 }),
  timeout: new UpstreamError('timeout', CALL, { phase: 'RESPONSE', cause: undefined }),
  aborted: new UpstreamError('aborted', CALL),
  healed: createStatusError(CALL, { status: 503 }),
};

const hasFailed = ({ end }: Logged) => end === 'failure' || end === 'timeout';

const countOf = (values: Iterable<unknown>) => new Set(values).size;

/** Whether failures meet a rule of the table at the end of a log, for the attempts that a circuit is about. */
function meetsRule(log: readonly Logged[], minFailures: number, needed: ('subject' | 'feature')[]) {
  const last = log.at(-1);
  // A failure counts until its retry succeeds.
  const countsNow = (attempt: Logged) =>
    hasFailed(attempt) || (attempt === last && attempt.end === 'healed');
  if (!last || !countsNow(last)) return false;
  const now = last.endedAt;
  const recent = log.filter(({ endedAt }) => now - endedAt <= WINDOW);
  const failures = recent.filter(countsNow);
  const others = recent.filter(({ end }) => end === 'success');
  const span = now - (failures[0]?.endedAt ?? now);
  const lastSuccess = log.findLastIndex(({ end }) => end === 'success');
  const hanging = log
    .slice(lastSuccess + 1)
    .filter(
      ({ end, startedAt }) => end === 'timeout' && startedAt > (log[lastSuccess]?.endedAt ?? -1),
    );
  const areSeveral = (attempts: readonly Logged[]) =>
    needed.every(
      (key) =>
        countOf(attempts.map((attempt) => attempt[key])) > 1 ||
        (key === 'subject' && countOf(recent.map(({ subject }) => subject)) === 1),
    );
  const isFailing =
    failures.length >= minFailures && failures.length > others.length && span >= 1_000;
  return (isFailing && areSeveral(failures)) || (hanging.length >= 3 && areSeveral(hanging));
}

/** Whether a circuit about a call may have opened: at some time, its failures met a rule. */
function mayBeRejected(log: readonly Logged[], { subject, feature }: Step) {
  const circuits = [
    {
      minFailures: 5,
      needed: [],
      isAbout: (a: Logged) => a.subject === subject && a.feature === feature,
    },
    { minFailures: 5, needed: ['feature' as const], isAbout: (a: Logged) => a.subject === subject },
    { minFailures: 5, needed: ['subject' as const], isAbout: (a: Logged) => a.feature === feature },
    { minFailures: 10, needed: ['subject' as const, 'feature' as const], isAbout: () => true },
  ];
  return circuits.some(({ minFailures, needed, isAbout }) => {
    const attempts = log.filter(isAbout);
    return attempts.some((_, index) =>
      meetsRule(attempts.slice(0, index + 1), minFailures, needed),
    );
  });
}

/** Makes the attempts of a history one after the other, and calls `onResult` for each. */
function run(
  steps: readonly Step[],
  onResult: (step: Step, rejected: boolean, log: readonly Logged[]) => void,
) {
  const breaker = new CircuitBreaker();
  const log: Logged[] = [];
  for (const each of steps) {
    vi.advanceTimersByTime(each.wait);
    const startedAt = performance.now();
    let attempt: AdmittedAttempt | undefined;
    try {
      attempt = breaker.admit({ call: CALL, isSlow: false, ...each });
    } catch (error) {
      expect(error).toMatchObject({ kind: 'circuit' });
    }
    onResult(each, attempt === undefined, log);
    if (!attempt) continue;
    vi.advanceTimersByTime(each.duration);
    attempt.record(ERRORS[each.end]);
    if (each.end === 'healed') attempt.heal();
    if (each.end !== 'aborted') log.push({ ...each, startedAt, endedAt: performance.now() });
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const STEP = { subject: 'ada', feature: 'tools' };

const ENDS_BY_LETTER: Readonly<Record<string, Step['end']>> = {
  S: 'success',
  F: 'failure',
  T: 'timeout',
};

/** Reads attempts, such as "300F": one of ada at 300 ms, which failed; "300T bob" is one of bob. */
const readSteps = (history: string): Step[] => {
  let latest = 0;
  return history.split(', ').map((attempt) => {
    const [, time, letter = '', subject = 'ada'] = /^(\d+)([SFT])(?: (\w+))?$/.exec(attempt) ?? [];
    const end = ENDS_BY_LETTER[letter];
    if (!end) throw new Error(`There is no attempt ${attempt}.`);
    const wait = Number(time) - latest;
    latest = Number(time);
    return { ...STEP, wait, duration: 0, subject, end };
  });
};

/** Whether each attempt of a history is rejected, and then one of a caller. */
function runHistory(history: string, subject: string): boolean[] {
  const isRejected: boolean[] = [];
  const next: Step = { ...STEP, subject, wait: 0, duration: 0, end: 'success' };
  run([...readSteps(history), next], (_, rejected) => void isRejected.push(rejected));
  return isRejected;
}

test.each([
  ['opens', 'five failures over a second', '0F, 300F, 600F, 900F, 1125F'],
  ['stays closed', 'five failures in less than a second', '0F, 300F, 600F, 900F, 1124F'],
  ['stays closed', 'four failures', '0F, 300F, 600F, 1200F'],
  ['opens', 'more failures than successes', '0F, 1S, 300F, 301S, 600F, 601S, 900F, 901S, 1200F'],
  ['stays closed', 'as many successes', '0F, 1S, 300F, 301S, 600F, 601S, 900F, 901S, 902S, 1200F'],
  [
    'opens',
    'failures and older successes',
    '0S, 1S, 2S, 3S, 4S, 5100F, 5500F, 5900F, 6300F, 6700F',
  ],
  ['opens', 'five failures in five seconds', '0F, 3000F, 3500F, 4000F, 4999F'],
  ['stays closed', 'five failures in more than five seconds', '0F, 3000F, 3500F, 4000F, 5000F'],
  ['opens', 'five failures after an older one', '0F, 3000F, 3500F, 4000F, 5000F, 5500F'],
])('a circuit %s after %s', (state, _, history) => {
  const rejected = runHistory(history, 'ada');
  expect(rejected.pop()).toBe(state === 'opens');
  expect(rejected).not.toContain(true);
});

test.each([
  ['opens', 'three timeouts of two', '0T, 100T bob, 200T'],
  ['stays closed', 'two timeouts of two', '0T, 100T bob'],
  ['stays closed', 'timeouts of one of two', '0S bob, 100T, 200T, 300T'],
  ['stays closed', 'a success of any since', '0T, 100T bob, 200S cyd, 300T, 400T bob'],
  ['stays closed', 'timeouts of one since a success', '0T bob, 50S cyd, 100T, 200T, 300T'],
  ['opens', 'five failures of two', '0F, 300F bob, 600F, 900F bob, 1200F'],
  ['stays closed', 'five failures of one of two', '0S bob, 1F, 300F, 600F, 900F, 1200F'],
  ['stays closed', 'an expired failure of the second', '0F bob, 5100F, 5400F, 5700F, 6000F, 6300F'],
])('the circuit of a feature %s for other callers after %s', (state, _, history) => {
  expect(runHistory(history, 'dan').pop()).toBe(state === 'opens');
});

test('a retry that succeeds after its failure has expired changes nothing', () => {
  const breaker = new CircuitBreaker();
  const admit = () => breaker.admit({ call: CALL, isSlow: false, ...STEP });
  const attempt = admit();
  attempt.record(ERRORS.failure);
  vi.advanceTimersByTime(6_000);
  admit().record(undefined);
  attempt.heal();
  expect(admit()).toBeDefined();
});

const histories = fc.array(step, { minLength: 5, maxLength: 60 });

/** Checks a property of any history. */
const check = (property: (steps: readonly Step[]) => void) =>
  fc.assert(fc.property(histories, property), { numRuns: RUNS * 5 });

test('a call is rejected only after failures of its caller, its feature or all calls met a rule', {
  timeout: TIME,
}, () => {
  check((steps) =>
    run(steps, (each, rejected, log) => {
      if (rejected) expect(mayBeRejected(log, each)).toBe(true);
    }),
  );
});

test.each([
  ['subject', 'ada'],
  ['subject', 'bob'],
  ['feature', 'tools'],
] as const)(
  'no other call is rejected because of failures of the %s %s',
  { timeout: TIME },
  (key, name) => {
    check((steps) => {
      const changed = steps.map((each) =>
        each[key] === name ? each : { ...each, end: 'success' as const },
      );
      run(changed, (each, rejected) => {
        if (each[key] !== name) expect(rejected).toBe(false);
      });
    });
  },
);

test('a call is rejected for at most ten seconds after the latest attempt', {
  timeout: TIME,
}, () => {
  check((steps) => {
    let latest = 0;
    run(steps, (_, rejected, log) => {
      latest = Math.max(latest, log.at(-1)?.endedAt ?? 0);
      if (performance.now() - latest >= 10_000) expect(rejected).toBe(false);
      if (!rejected) latest = performance.now();
    });
  });
});

test(
  'an upstream that is down receives the calls of about a second before probes only',
  () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 200 }),
        fc.array(fc.record(caller), { minLength: 1, maxLength: 12 }),
        (interval, callers) => {
          const length = 30_000 / interval;
          const steps = Array.from({ length }, (_, index) => ({
            wait: interval,
            duration: 0,
            subject: undefined,
            feature: 'tools',
            ...callers[index % callers.length],
            end: 'failure' as const,
          }));
          let admitted = 0;
          run(steps, (_, rejected) => {
            admitted += rejected ? 0 : 1;
          });
          // At most five failures of each caller and feature; then, for each of their circuits, the probes of half a minute.
          const circuits = countOf(callers.map(({ subject, feature }) => `${subject} ${feature}`));
          expect(admitted).toBeLessThanOrEqual(1_200 / interval + circuits * (5 + 8) + 1);
        },
      ),
      { numRuns: RUNS },
    );
  },
  TIME,
);
