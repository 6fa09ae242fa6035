import { expect, test } from 'vitest';
import { describeAddress, parseAddress } from '../../../src/runtime/redis/address.ts';

test.each<[string, object, string]>([
  ['redis://:pw@redis.example', { host: 'redis.example', port: 6379, db: 0, password: 'pw' }, ''],
  ['redis://:p%40%2F%25@a:1/', { host: 'a', port: 1, db: 0, password: 'p@/%' }, ''],
  [
    'rediss://ada:pw@redis.example:6380/3',
    { host: 'redis.example', port: 6380, db: 3, username: 'ada', password: 'pw', tls: {} },
    '/3',
  ],
  ['redis://[::1]:7000', { host: '::1', port: 7000, db: 0 }, ''],
])('%s is parsed, and described without its credentials', (address, connection, database) => {
  expect(parseAddress(address)).toStrictEqual(connection);
  const { host } = new URL(address);
  expect(describeAddress(address)).toBe(`Redis at ${host}${database}`);
});
