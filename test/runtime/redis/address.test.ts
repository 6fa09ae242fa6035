import { expect, test } from 'vitest';
import { describeAddress } from '../../../src/runtime/redis/connection.ts';

test.each([
  ['redis://:pw@redis.example', 'redis.example'],
  ['redis://:p%40%2F%25@a:1/', 'a:1'],
  ['rediss://ada:pw@redis.example:6380/3', 'redis.example:6380/3'],
  ['redis://[::1]:7000', '[::1]:7000'],
])('%s is described without its credentials', (address, described) => {
  expect(describeAddress(address)).toBe(`Redis at ${described}`);
});
