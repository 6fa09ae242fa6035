import { expect, test } from 'vitest';
import { isLoopback } from '../../src/shared/loopback.ts';

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.2', false],
  ['localhost.evil.example', false],
])('whether %s is loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
