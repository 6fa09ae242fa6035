import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { createGuestPolicy, startGuestApi } from '../../support/guests.ts';
import { MINT } from '../../support/policy.ts';
import { startPolicyUpstream } from '../../support/policy-upstream.ts';
import type { ApiResponse } from '../../support/start.ts';
import { startRedis } from './redis-server.ts';

const getRule = ({ errors }: ApiResponse) => {
  const { code, rule } = errors?.[0]?.extensions ?? {};
  return rule ?? code;
};

/** Starts two processes in production, with one Redis. */
async function startGuestPair(guests: object) {
  const redis = await startRedis();
  const upstream = await startPolicyUpstream();
  const settings = {
    NODE_ENV: 'production',
    REDIS_URL: redis.url,
    REDIS_SECRET: 'secret-of-redis-0123456789abcdef-0123456789',
    LOG_LEVEL: 'silent',
  };
  const policy = createGuestPolicy(guests);
  const [a, b] = await Promise.all([
    startGuestApi(policy, settings, upstream),
    startGuestApi(policy, settings, upstream),
  ]);
  return { a, b, redis, upstream };
}

test('two processes count the guest tokens of an address, and the sessions of all guests, together', async () => {
  const { a, b, upstream } = await startGuestPair({ perAddress: 4, concurrent: 2 });
  const visits = Array.from({ length: 10 }, (_, index) => (index % 2 ? a : b).visit('2001:db8::1'));
  const responses = await Promise.all(visits);
  expect(responses.map(getRule).filter((rule) => rule === 'guests.perAddress')).toHaveLength(6);
  const tokens = responses.flatMap(({ data }) => data.createGuestToken?.token ?? []);
  const mints = tokens.map((token, index) => (index % 2 ? a : b).runAs(token, MINT));
  const rules = (await Promise.all(mints)).map(getRule);
  expect(rules.filter((rule) => rule === 'guests.concurrent')).toHaveLength(2);
  expect(upstream.mints()).toHaveLength(2);
});

test('fifty guests who come at once all have a session', async () => {
  const { a, b } = await startGuestPair({ perAddress: 50, concurrent: 50 });
  const apis = Array.from({ length: 50 }, (_, index) => (index % 2 ? a : b));
  const tokens = await Promise.all(apis.map((api) => api.getToken()));
  const responses = await Promise.all(
    apis.map((api, index) => api.runAs(tokens[index] ?? '', MINT)),
  );
  expect(responses.map(getRule)).toStrictEqual(Array(50).fill(undefined));
});

test('without Redis there are no guest tokens, and those that exist mint nothing', async () => {
  const { a, b, redis, upstream } = await startGuestPair({});
  const token = await a.getToken();
  await redis.kill();
  expect(getRule(await b.visit())).toBe('OVERLOADED');
  expect(getRule(await a.runAs(token, MINT))).toBe('OVERLOADED');
  expect((await a.runAs(token, '{ viewer { role } }')).data.viewer.role).toBe('guest');
  expect(upstream.mints()).toStrictEqual([]);
  await redis.start();
  await expect.poll(async () => getRule(await a.runAs(token, MINT))).toBeUndefined();
});

test('the usage of a guest, and of all guests together, is shown', async () => {
  const { a, b } = await startGuestPair({ concurrent: 7 });
  const token = await a.getToken();
  for (const guest of [token, await b.getToken()]) await a.runAs(guest, MINT);
  const showUsage = async (...words: string[]) => {
    const { stdout } = await runCommand(['policy', 'usage', '--json', ...words], a.settings);
    return JSON.parse(stdout);
  };
  const limits = [{ role: 'guest', for: 'all', used: 2, max: 100 }];
  const own = await showUsage('--subject', String(decodeJwt(token).sub));
  expect(own).toMatchObject({ issuer: 'avatar-graphql:guests', limits });
  expect(await showUsage('--guests')).toMatchObject({ limits, running: 2, concurrent: 7 });
  const { stdout } = await runCommand(['policy', 'usage', '--guests'], a.settings);
  expect(stdout).toContain('2 of 7 sessions count as running');
});
