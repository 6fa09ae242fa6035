import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ErrorExtensions } from '../../src/graphql/error-extensions.ts';
import { createMemoryLimits } from '../../src/policy/memory-limits.ts';
import { forwardTo, sendJson } from '../support/fake-service.ts';
import { claimsOf, type PolicyApi, startPolicyApi, type TokenClaims } from '../support/policy.ts';
import { MINE } from '../support/policy-upstream.ts';
import { freePort } from '../support/resources.ts';
import { createLimited, freezeTime, MINUTE, type MintRules, NOON } from './limited.ts';

const DAY = 86_400_000;

/** How long a token that is not used counts: for an hour, and a minute, because clocks differ. */
const UNUSED = 3_660_000;

freezeTime();

/** A policy that counts each mint: no token is given again. */
const createCounted = (mint: Partial<MintRules>) => createLimited({ reuseSeconds: 0, ...mint });

const start = (mint: Partial<MintRules>, options?: Parameters<typeof startPolicyApi>[1]) =>
  startPolicyApi(createCounted(mint), options);

const MINT = `mutation ($length: Float) {
  createSessionToken(input: { personaConfig: { personaId: "${MINE}", maxSessionLengthSeconds: $length } }) { token { type } }
}`;

const createInvite = (more = '') =>
  `mutation { createMeetingInvite(input: { personaId: "${MINE}", meetingUrl: "https://meet.example/1"${more} }) { __typename } }`;

const perMinuteAndDay = (minute: number, day: number): MintRules['limits'] => [
  { tokens: minute, per: 'minute' },
  { tokens: day, per: 'day' },
];

/** Mints once, and returns the extensions of the error. */
async function mint(
  api: PolicyApi,
  claims: TokenClaims = claimsOf('ada'),
  length?: number,
): Promise<Partial<ErrorExtensions>> {
  const { errors } = await api.runAs(claims, MINT, { length });
  const { requestId: _, ...extensions } = errors?.[0]?.extensions ?? {};
  return extensions;
}

/** Mints until it fails, and returns how often it did not. */
async function countMints(api: PolicyApi, claims = claimsOf('ada'), length?: number) {
  for (let count = 0; count < 100; count += 1) {
    if ((await mint(api, claims, length)).code !== undefined) return count;
  }
  return 100;
}

test('thirty mints at once pass a limit of five exactly five times', async () => {
  const api = await start({ limits: [{ tokens: 5, per: 'day' }] });
  const results = await Promise.all(Array.from({ length: 30 }, () => mint(api)));
  expect(results.filter(({ code }) => code === undefined)).toHaveLength(5);
  expect(results.filter(({ code }) => code === 'RATE_LIMITED')).toHaveLength(25);
  expect(api.upstream.mints()).toHaveLength(5);
});

test('an exceeded limit says which one, and when there is room again', async () => {
  const api = await start({ limits: perMinuteAndDay(1, 2) });
  vi.setSystemTime(NOON + 20_500);
  expect(await mint(api)).toStrictEqual({});
  expect(await mint(api)).toStrictEqual({
    code: 'RATE_LIMITED',
    rule: 'roles.user.mint.limits[0]',
    retryAfterSeconds: 40,
    resetsAt: '2026-11-24T12:01:00.000Z',
  });
  vi.setSystemTime(NOON + MINUTE);
  expect(await mint(api)).toStrictEqual({});
  // Of both, the one that lasts longer.
  expect(await mint(api)).toMatchObject({
    rule: 'roles.user.mint.limits[1]',
    resetsAt: '2026-11-25T00:00:00.000Z',
  });
});

test('minutes are reserved by the length of the sessions', async () => {
  const api = await start({ limits: [{ reservedMinutes: 20, per: 'day' }] });
  expect(await countMints(api, claimsOf('ada'))).toBe(2);
  expect(await countMints(api, claimsOf('bob'), 90)).toBe(13);
});

test.each([
  ['minute', NOON + MINUTE - 1, NOON + MINUTE],
  ['day', NOON + DAY / 2 - 1, NOON + DAY / 2],
  ['month', Date.UTC(2026, 11) - 1, Date.UTC(2026, 11)],
] as const)('a limit by %s starts again with the next one, in UTC', async (per, last, next) => {
  const api = await start({ limits: [{ tokens: 1, per }] });
  expect(await countMints(api)).toBe(1);
  vi.setSystemTime(last);
  expect(await countMints(api)).toBe(0);
  vi.setSystemTime(next);
  expect(await countMints(api)).toBe(1);
});

test('what the upstream refuses is given back to the day, not to the minute', async () => {
  const api = await start({ limits: perMinuteAndDay(3, 3), concurrent: 1 });
  api.upstream.setReply((_, response) => sendJson(response, 429, { message: 'No' }));
  for (let index = 0; index < 3; index += 1) {
    expect((await mint(api)).rule).toBeUndefined();
  }
  api.upstream.setReply(undefined);
  expect((await mint(api)).rule).toBe('roles.user.mint.limits[0]');
  vi.setSystemTime(NOON + MINUTE);
  expect(await mint(api)).toStrictEqual({});
  expect((await mint(api)).rule).toBe('roles.user.mint.concurrent');
});

test.each([
  ['does not answer in time', () => undefined, { timeout: 400 }],
  ['breaks the connection', (response: { destroy(): void }) => response.destroy(), {}],
  ['fails', (response: Parameters<typeof sendJson>[0]) => sendJson(response, 503, {}), {}],
])(
  'if the upstream %s, a session token does not count for the day, but a meeting does',
  async (_, reply, client) => {
    const limits = perMinuteAndDay(9, 1);
    const api = await start({ limits, concurrent: 1, meetings: true }, { client });
    api.upstream.setReply((_, response) => void reply(response));
    for (let index = 0; index < 3; index += 1) expect((await mint(api)).code).toMatch(/^UPSTREAM_/);
    expect((await api.runAs(claimsOf('ada'), createInvite())).errors).toHaveLength(1);
    api.upstream.setReply(undefined);
    expect((await mint(api)).rule).toBe('roles.user.mint.limits[1]');
  },
);

test('a mint that was never sent does not count', async () => {
  const port = await freePort();
  const proxy = { url: `http://127.0.0.1:${port}` };
  const api = await start({ limits: [{ tokens: 1, per: 'day' }] }, { client: { proxy } });
  for (let index = 0; index < 3; index += 1)
    expect((await mint(api)).code).toBe('UPSTREAM_UNAVAILABLE');
  const server = createServer(forwardTo(api.upstream.url)).listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect(await mint(api)).toStrictEqual({});
});

test('subjects count apart, and so do equal subjects of two issuers', async () => {
  const api = await start({ limits: [{ tokens: 1, per: 'day' }] });
  const other = claimsOf('ada', { iss: 'https://other.example' });
  for (const claims of [claimsOf('ada'), claimsOf('bob'), other])
    expect(await countMints(api, claims)).toBe(1);
});

test('a limit for all is shared by everybody', async () => {
  const api = await start({ limits: [{ tokens: 2, per: 'day', for: 'all' }] });
  expect(await mint(api, claimsOf('ada'))).toStrictEqual({});
  expect(await mint(api, claimsOf('bob', { iss: 'https://other.example' }))).toStrictEqual({});
  expect((await mint(api, claimsOf('eve'))).rule).toBe('roles.user.mint.limits[0]');
});

test('a new version of the policy, or another role, forgets no count', async () => {
  const api = await start({ limits: [{ tokens: 2, per: 'day' }] });
  expect(await countMints(api)).toBe(2);
  const file = createCounted({ limits: [{ tokens: 3, per: 'day' }] });
  api.setPolicy({ ...file, roles: file.roles.map((role) => ({ ...role, name: 'renamed' })) });
  expect(await countMints(api)).toBe(1);
  expect((await mint(api)).rule).toBe('roles.renamed.mint.limits[0]');
});

test('a session of before the policy limits sessions is not counted as one', async () => {
  const limits: MintRules['limits'] = [{ reservedMinutes: 60, per: 'day' }];
  const api = await start({ limits });
  expect(await mint(api)).toStrictEqual({});
  api.setPolicy(createCounted({ limits, concurrent: 1 }));
  expect(await countMints(api)).toBe(1);
});

test('a subject has as many sessions at a time as its role allows', async () => {
  const api = await start({ concurrent: 2 });
  expect(await countMints(api)).toBe(2);
  expect(await mint(api)).toStrictEqual({
    code: 'RATE_LIMITED',
    reason: 'concurrent_limit',
    rule: 'roles.user.mint.concurrent',
    retryAfterSeconds: UNUSED / 1000,
    resetsAt: new Date(NOON + UNUSED).toISOString(),
  });
  expect(await countMints(api, claimsOf('bob'))).toBe(2);
  vi.setSystemTime(NOON + UNUSED + 1);
  expect(await countMints(api)).toBe(2);
});

test.each([
  ['is read with its end', '{ session(id: "s1") { endedAt } }'],
  ['is in a list with its end', '{ sessions { nodes { endedAt } } }'],
])('a session that %s is no longer counted', async (_, document) => {
  const api = await start({ concurrent: 1 });
  expect(await countMints(api)).toBe(1);
  const [{ clientLabel }] = api.upstream.mints();
  const session = { id: 's1', clientLabel, personaId: MINE };
  api.upstream.sessions.set('s1', session);
  expect((await api.runAs(claimsOf('ada'), document)).errors).toBeUndefined();
  expect(await countMints(api)).toBe(0);
  api.upstream.sessions.set('s1', { ...session, endTime: '2026-11-24T12:00:10Z' });
  await api.runAs(claimsOf('bob'), document);
  expect(await countMints(api)).toBe(1);
});

test('a meeting that starts later counts until its end', async () => {
  // Its minutes are remembered longer.
  const limits: MintRules['limits'] = [{ reservedMinutes: 60, per: 'month' }];
  const api = await start({ limits, concurrent: 1, meetings: true });
  const joinAt = new Date(NOON + DAY).toISOString();
  const invite = createInvite(`, joinAt: "${joinAt}"`);
  expect((await api.runAs(claimsOf('ada'), invite)).errors).toBeUndefined();
  const end = NOON + DAY + 600_000;
  expect(await mint(api)).toMatchObject({ resetsAt: new Date(end).toISOString() });
  vi.setSystemTime(end);
  expect(await mint(api)).toStrictEqual({});
});

test('a subject with all its sessions waits for the one that ends first', async () => {
  const api = await start({ concurrent: 2, meetings: true });
  const invite = createInvite(`, joinAt: "${new Date(NOON + DAY).toISOString()}"`);
  expect((await api.runAs(claimsOf('ada'), invite)).errors).toBeUndefined();
  expect(await mint(api)).toStrictEqual({});
  const resetsAt = new Date(NOON + UNUSED).toISOString();
  expect(await mint(api)).toMatchObject({ reason: 'concurrent_limit', resetsAt });
});

test('beyond the memory for counters nothing limited is minted, until some have expired', async () => {
  const store = createMemoryLimits(3);
  const api = await start({ limits: [{ tokens: 9, per: 'minute' }] }, { store });
  for (const sub of ['a', 'b', 'c']) expect(await mint(api, claimsOf(sub))).toStrictEqual({});
  expect(await mint(api, claimsOf('d'))).toMatchObject({ code: 'OVERLOADED' });
  vi.setSystemTime(NOON + MINUTE);
  expect(await mint(api, claimsOf('d'))).toStrictEqual({});
});

test.each<[string, Partial<MintRules>, number | undefined, string]>([
  [
    'tokens',
    { limits: [{ tokens: 1, per: 'day' }] },
    undefined,
    'You have created your 1 session token of this day. Retry after 2026-11-25T00:00:00.000Z.',
  ],
  [
    'minutes',
    { limits: [{ reservedMinutes: 15, per: 'month' }] },
    undefined,
    'Your 15 session minutes of this month do not suffice for a session of 10 minutes. Retry after 2026-12-01T00:00:00.000Z.',
  ],
  [
    'tokens of all',
    { limits: [{ tokens: 1, per: 'minute', for: 'all' }] },
    undefined,
    'The session tokens of all users for this minute are used up. Retry after 2026-11-24T12:01:00.000Z.',
  ],
  [
    'sessions',
    { concurrent: 1 },
    60,
    'You have reached your limit of 1 concurrent session. A session token that is not used counts until it expires. Retry after 2026-11-24T13:01:00.000Z.',
  ],
])('a refusal says that it is about %s, of whom, until when', async (_, rules, length, message) => {
  const api = await start(rules);
  expect(await mint(api, claimsOf('ada'), length)).toStrictEqual({});
  const { errors } = await api.runAs(claimsOf('ada'), MINT, { length });
  expect(errors?.[0]?.message).toBe(message);
});
