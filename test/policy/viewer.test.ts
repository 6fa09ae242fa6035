import { expect, test, vi } from 'vitest';
import { LimitsUnavailableError } from '../../src/policy/limits.ts';
import { createMemoryLimits } from '../../src/policy/memory-limits.ts';
import { reply } from '../support/fake-service.ts';
import { DOCUMENTS } from '../support/operations.ts';
import {
  claimsOf,
  createSimplePolicy,
  guest,
  member,
  mint,
  type PolicyApi,
  parseExample,
  startPolicyApi,
  type TokenClaims,
  user,
} from '../support/policy.ts';
import { MINE } from '../support/policy-upstream.ts';
import { start } from '../support/start.ts';
import { freezeTime } from './limited.ts';

const { Viewer = '' } = DOCUMENTS;

freezeTime();

const startConsumer = (options: Parameters<typeof startPolicyApi>[1] = {}) =>
  startPolicyApi(parseExample('Consumer app'), options);

const view = async (api: PolicyApi, claims = user()) => {
  const { data, errors } = await api.runAs(claims, Viewer);
  expect(errors).toBeUndefined();
  return data.viewer;
};

const NEXT_MINUTE = '2026-11-24T12:01:00.000Z';
const NEXT_DAY = '2026-11-25T00:00:00.000Z';

const saved = { personaConfig: { personaId: MINE } };

test('a viewer sees its role, its scopes and what is left of its own limits', async () => {
  const api = await startConsumer();
  await mint(api, user(), saved);
  expect(await view(api)).toStrictEqual({
    subject: 'u-1',
    issuer: 'firebase',
    tenant: null,
    role: 'user',
    scopes: ['personas:read', 'avatars:read', 'tokens:mint'],
    mint: {
      allowed: true,
      reason: null,
      retryAfterSeconds: null,
      maxSessionLengthSeconds: 600,
      limits: [
        {
          unit: 'TOKENS',
          per: 'MINUTE',
          max: 5,
          remaining: 4,
          reserved: 0,
          used: 1,
          resetsAt: NEXT_MINUTE,
        },
        {
          unit: 'MINUTES',
          per: 'DAY',
          max: 120,
          remaining: 110,
          reserved: 10,
          used: 0,
          resetsAt: NEXT_DAY,
        },
      ],
      runningCount: 1,
    },
  });
});

/** Mints and starts the session, or is refused. */
async function talk(api: PolicyApi, claims: TokenClaims) {
  const { data } = await mint(api, claims, saved);
  if (data?.createSessionToken)
    return api.upstream.startSession(data.createSessionToken.token.sessionToken);
  return undefined;
}

test('a viewer who has reached a limit sees which kind, and until when', async () => {
  const api = await startConsumer();
  for (let index = 0; index < 3; index += 1) {
    await talk(api, user());
    vi.setSystemTime(Date.now() + 2_000);
  }
  expect((await view(api)).mint).toMatchObject({
    allowed: false,
    reason: 'CONCURRENT_LIMIT',
    retryAfterSeconds: 594,
    runningCount: 2,
  });
  for (let index = 0; index < 3; index += 1) {
    const id = await talk(api, guest());
    vi.setSystemTime(Date.now() + 2_000);
    if (id !== undefined) api.upstream.endSession(id);
  }
  expect((await view(api, guest())).mint).toMatchObject({
    allowed: false,
    reason: 'LIMIT',
    retryAfterSeconds: 12 * 3600 - 12,
    limits: [{ unit: 'TOKENS', remaining: 0 }],
  });
});

test('a viewer who can get an unused token again is allowed to, beyond its limits', async () => {
  const file = createSimplePolicy({
    mint: { maxSessionLengthSeconds: 60, limits: [{ tokens: 1, per: 'day' }], concurrent: 1 },
  });
  const api = await startPolicyApi(file);
  await mint(api, claimsOf('ada'), saved);
  expect((await view(api, claimsOf('ada'))).mint).toMatchObject({ allowed: true, runningCount: 1 });
});

test('a limit that others share shows only as the reason', async () => {
  const file = createSimplePolicy({
    mint: { maxSessionLengthSeconds: 60, limits: [{ tokens: 1, per: 'day', for: 'all' }] },
  });
  const api = await startPolicyApi(file);
  expect((await view(api, claimsOf('bob'))).mint).toMatchObject({ allowed: true, limits: [] });
  await mint(api, claimsOf('ada'), saved);
  expect((await view(api, claimsOf('bob'))).mint).toMatchObject({
    allowed: false,
    reason: 'SHARED_LIMIT',
    retryAfterSeconds: 43_200,
    limits: [],
    runningCount: null,
  });
});

test('what a viewer sees agrees with the next mint, after any number of them', async () => {
  const api = await startConsumer();
  for (let index = 0; index < 8; index += 1) {
    const { allowed, retryAfterSeconds } = (await view(api)).mint;
    const { errors } = await mint(api, user(), saved);
    expect(errors === undefined).toBe(allowed);
    expect(errors?.[0]?.extensions.retryAfterSeconds ?? null).toBe(retryAfterSeconds);
    vi.setSystemTime(Date.now() + 150_000);
  }
});

test.each([
  ['SCOPE', 'without the scope', parseExample('B2B product'), member({ permissions: [] })],
  ['POLICY', 'whose role mints nothing', createSimplePolicy({}), claimsOf('ada')],
])('the reason %s is that of a viewer %s', async (reason, _, file, claims) => {
  const { mint } = await view(await startPolicyApi(file), claims);
  expect(mint).toMatchObject({ allowed: false, reason, limits: [] });
});

test('a viewer sees that the limits cannot be counted', async () => {
  const away = () => Promise.reject(new LimitsUnavailableError());
  const store = Object.assign(createMemoryLimits(), { read: away, commit: away });
  const file = createSimplePolicy({
    mint: { maxSessionLengthSeconds: 60, limits: [{ tokens: 1, per: 'day' }] },
  });
  const api = await startPolicyApi(file, { store });
  expect((await view(api, claimsOf('ada'))).mint).toMatchObject({ reason: 'UNAVAILABLE' });
  expect((await mint(api, claimsOf('ada'), saved)).errors?.[0]?.extensions.code).toBe('OVERLOADED');
});

test('an anonymous caller is null, and no response is cached', async () => {
  const api = await startConsumer({ client: { cacheSeconds: 60 } });
  const anonymous = await api.run(Viewer);
  expect([anonymous.data, anonymous.errors]).toStrictEqual([{ viewer: null }, undefined]);
  const before = await view(api);
  await mint(api, user(), saved);
  expect(before.mint.runningCount).toBe(0);
  expect((await view(api)).mint.runningCount).toBe(1);
});

test('without a policy, a caller with a key may mint anything', async () => {
  const { run } = await start({ upstream: reply(200, {}) });
  const { data } = await run(Viewer, {}, { authorization: 'Bearer key' });
  expect(data.viewer).toMatchObject({
    subject: null,
    role: null,
    mint: {
      allowed: true,
      reason: null,
      maxSessionLengthSeconds: null,
      limits: [],
      runningCount: null,
    },
  });
});
