import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { CircuitBreaker } from '../../src/upstream/circuit-breaker.ts';

const CALLERS = 10_000;
const FEATURES = Array.from({ length: 10 }, (_, index) => `feature${index}`);

/** Maximum bytes of all circuits. */
const MAX_BYTES = 20_000_000;

/** Collects all garbage, and returns the bytes in use, inside and outside of the heap. */
function measure(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test('the circuits of ten thousand callers take little memory', {
  tags: ['slow'],
  timeout: 20_000,
}, () => {
  const before = measure();
  const breaker = new CircuitBreaker();
  for (let caller = 0; caller < CALLERS; caller += 1) {
    for (const feature of FEATURES) {
      const target = { name: 'GET /v1/tools/{id}', feature, endpoint: {} };
      breaker.admit(target, `caller${caller}`)(undefined);
    }
  }
  const bytes = measure() - before;
  expect(breaker.isOpen).toBe(false);
  expect(bytes).toBeLessThan(MAX_BYTES);
});
