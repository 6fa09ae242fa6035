import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { CircuitBreaker } from '../../src/upstream/circuit-breaker.ts';

const CALLERS = 10_000;
const FEATURES = Array.from({ length: 10 }, (_, index) => `feature${index}`);

/** Maximum bytes of a circuit that has only seen successes: a tenth more than measured. */
const CIRCUIT_BYTES = 530;

/** Collects all garbage, and returns the bytes in use, inside and outside of the heap. */
function measure(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

// Each caller has a circuit for each feature, and ten thousand callers are remembered.
test('a circuit without failures takes little memory', { tags: ['slow'], timeout: 20_000 }, () => {
  const before = measure();
  const breaker = new CircuitBreaker();
  for (let caller = 0; caller < CALLERS; caller += 1) {
    for (const feature of FEATURES) {
      const observed = { call: 'GET /v1/tools/{id}', feature, isSlow: false };
      breaker.admit({ ...observed, subject: `caller${caller}` }).record(undefined);
    }
  }
  const bytes = measure() - before;
  expect(breaker.isOpen).toBe(false);
  expect(bytes / (CALLERS * FEATURES.length)).toBeLessThan(CIRCUIT_BYTES);
});
