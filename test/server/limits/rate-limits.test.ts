import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, expect, test, vi } from 'vitest';
import { createBucketHash, createRateLimiter } from '../../../src/server/limits/rate-limits.ts';
import { fakeService, reply } from '../../support/fake-service.ts';
import { CREATE_AVATAR, seedImage } from '../../support/files.ts';
import { startIssuer } from '../../support/issuer.ts';
import { times } from '../../support/operations.ts';
import { type StartOptions, start } from '../../support/start.ts';

const RATES = { fields: 5, mints: 2, uploads: 1 };

const MINT = 'createLegacySessionToken { token { type } }';

async function startOwn(
  rates: Partial<typeof RATES & { addressFactor: number }> = {},
  options: StartOptions = {},
  store: Parameters<typeof createRateLimiter>[1] = (limit) => new RateLimiterMemory(limit),
) {
  const upstream = await fakeService(reply(200, { id: 't1', sessionToken: 'x' }));
  const rateLimiter = createRateLimiter({ ...RATES, ...rates }, store);
  const facade = await start({ upstream, rateLimiter, ...options });
  const runAs = (key: string, query: string) =>
    facade.run(query, {}, { authorization: `Bearer ${key}` });
  const getCode = async (key: string, query: string) =>
    (await runAs(key, query)).errors?.[0]?.extensions.code;
  /** Returns the statuses of queries of these callers, one after the other. */
  const askAs = async (...keys: string[]) => {
    const statuses: number[] = [];
    for (const key of keys) statuses.push((await runAs(key, '{ llms { totalCount } }')).status);
    return statuses;
  };
  return { ...facade, upstream, runAs, getCode, askAs };
}

/** The same with callers who have tokens. */
async function startWithTokens(rates: Parameters<typeof startOwn>[0] = {}) {
  const issuer = await startIssuer();
  const signFor = (sub: string, expires = 300) => issuer.sign({ claims: { sub }, expires });
  return { ...(await startOwn(rates, { authenticate: issuer.authenticate() })), signFor };
}

/** The limit of an address, which is five times that of a caller, and what exceeds it. */
const untilLimit = (status: number) => [...Array(25).fill(status), 429];

const list = <Item>(count: number, create: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => create(index));

const aliases = (count: number, field: string) => times(count, (i) => `a${i}: ${field}`);

/** As many fields as a caller may ask for. */
const ALL = `{ ${aliases(5, 'llms { totalCount }')} }`;

afterEach(() => void vi.useRealTimers());
test('a caller over the limit is served again after Retry-After', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { runAs, upstream } = await startOwn();
  const runQuery = () => runAs('a', '{ tool(id: "t1") { id } }');
  for (let i = 0; i < 5; i += 1) expect((await runQuery()).errors).toBeUndefined();
  vi.setSystemTime(Date.now() + 20_000);
  const { status, headers, errors } = await runQuery();
  expect([status, headers.get('retry-after')]).toStrictEqual([429, '40']);
  const message = 'Too many requests: the limit (RATE_LIMIT) is reached. Retry after 40 seconds.';
  const extensions = { code: 'RATE_LIMITED', retryAfterSeconds: 40 };
  expect(errors).toMatchObject([{ message, extensions }]);
  expect(upstream.calls).toHaveLength(5);
  vi.setSystemTime(Date.now() + 41_000);
  expect((await runQuery()).errors).toBeUndefined();
});

test('fields are counted, not requests, so one operation cannot bypass the limit', async () => {
  const { getCode, upstream } = await startOwn();
  expect(await getCode('a', `{ ${aliases(6, 'tool(id: "t1") { id }')} }`)).toBe('RATE_LIMITED');
  expect(upstream.calls).toStrictEqual([]);
  expect(await getCode('b', `{ ${aliases(5, 'tool(id: "t1") { id }')} }`)).toBeUndefined();
  expect(await getCode('b', '{ llms { totalCount } }')).toBe('RATE_LIMITED');
});

test.each([
  [
    'fields in fragments count like any other',
    `{ ...f ... on Query { x: llms { totalCount } y: llms { totalCount } } } fragment f on Query { ${aliases(4, 'llms { totalCount }')} }`,
    'RATE_LIMITED',
  ],
  [
    'merged fields count once',
    `{ ${'llms { totalCount } '.repeat(20)} ...g ...g } fragment g on Query { llms { totalCount } }`,
    undefined,
  ],
])('%s', async (_, document, code) => {
  expect(await (await startOwn()).getCode('a', document)).toBe(code);
});

const IDS = 'query ($ids: [ID!]!) { toolsByIds(ids: $ids) { id } }';
const ENTITIES = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Tool { id } } }';
const ENTITY = { __typename: 'Tool' };
const VERIFY =
  'mutation ($input: CreateSessionTokenInput!) { createSessionToken(input: $input) { token { type } } }';
test.each<[string, string, (count: number) => object]>([
  ['ids', IDS, (count) => ({ ids: list(count, (i) => `t${i}`) })],
  ['references', ENTITIES, (count) => ({ r: list(count, (i) => ({ ...ENTITY, id: `t${i}` })) })],
  [
    'verified ids',
    VERIFY,
    (count) => {
      const toolIds = list(count - 1, (i) => `t${i}`);
      return { input: { personaConfig: { name: 'Ada', toolIds }, verify: true } };
    },
  ],
])('a field counts once for each of its %s', async (_, query, variables) => {
  const { run, upstream } = await startOwn({}, { federation: true });
  const runAs = (key: string, count: number) =>
    run(query, variables(count), { authorization: `Bearer ${key}` });
  expect((await runAs('a', 6)).errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
  expect(upstream.calls).toStrictEqual([]);
  expect((await runAs('b', 5)).status).toBe(200);
  expect(upstream.calls.length).toBeGreaterThan(0);
  expect((await runAs('b', 2)).errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
});

test('only the executed operation of a document is counted', async () => {
  const { post } = await startOwn();
  const query = `query Few { llms { totalCount } } query Many { ${aliases(6, 'llms { totalCount }')} }`;
  const headers = { authorization: 'Bearer a' };
  expect((await post({ query, operationName: 'Few' }, headers)).status).toBe(200);
  expect((await post({ query, operationName: 'Many' }, headers)).status).toBe(429);
});

test('minting has a stricter limit, also under aliases', async () => {
  const { getCode, upstream } = await startOwn();
  expect(await getCode('a', `mutation { ${aliases(3, MINT)} }`)).toBe('RATE_LIMITED');
  expect(upstream.calls).toStrictEqual([]);
  expect(await getCode('b', `mutation { ${aliases(2, MINT)} }`)).toBeUndefined();
  expect(await getCode('b', `mutation { ${MINT} }`)).toBe('RATE_LIMITED');
  expect(await getCode('b', '{ llms { totalCount } }')).toBeUndefined();
});

test('an operation that one limit rejects does not count against the others', async () => {
  const { getCode, upstream } = await startOwn();
  const tooManyFields = `mutation { ${MINT} ${aliases(5, 'deleteTool(id: "t1") { deletedId }')} }`;
  for (const query of [tooManyFields, `mutation { ${aliases(3, MINT)} }`])
    for (let i = 0; i < 10; i += 1) expect(await getCode('a', query)).toBe('RATE_LIMITED');
  expect(upstream.calls).toStrictEqual([]);
  expect(await getCode('a', `mutation { ${aliases(2, MINT)} }`)).toBeUndefined();
  expect(await getCode('a', `{ ${aliases(3, 'llms { totalCount }')} }`)).toBeUndefined();
  expect(await getCode('a', '{ llms { totalCount } }')).toBe('RATE_LIMITED');
});

test('rejected operations of a caller do not count against its address', async () => {
  const { getCode } = await startOwn({ fields: 10 });
  for (let i = 0; i < 20; i += 1) {
    expect(await getCode('a', `mutation { ${aliases(3, MINT)} }`)).toBe('RATE_LIMITED');
  }
  expect(await getCode('b', `mutation { ${aliases(2, MINT)} }`)).toBeUndefined();
});

test('uploads have a stricter limit', async () => {
  const { upload } = await startOwn();
  const outcomes: unknown[] = [];
  // Without a credential, only the address is counted, with five times the limit.
  for (let i = 0; i < 6; i += 1)
    outcomes.push((await upload(CREATE_AVATAR, { file: null }, { file: seedImage('png') })).status);
  expect(outcomes).toStrictEqual([200, 200, 200, 200, 200, 429]);
});

test.each([
  ['five times the limit', {}, ['a', 'b', 'c', 'd', 'e']],
  ['a multiple of the limit', { addressFactor: 2 }, ['a', 'b']],
])('callers have separate limits and those of an address have %s', async (_, rates, keys) => {
  const { getCode, askAs } = await startOwn(rates);
  for (const key of keys) expect(await getCode(key, ALL)).toBeUndefined();
  expect(await askAs('another')).toStrictEqual([429]);
});

test('callers with JWTs are counted by subject, whatever the JWT', async () => {
  const { getCode, signFor } = await startWithTokens();
  expect(await getCode(await signFor('ada', 300), ALL)).toBeUndefined();
  expect(await getCode(await signFor('ada', 301), ALL)).toBe('RATE_LIMITED');
  expect(await getCode(await signFor('bob'), ALL)).toBeUndefined();
});

test('callers with JWTs behind one address are limited as themselves', async () => {
  // Of many callers, two often share a counter.
  const { getCode, signFor } = await startWithTokens({ mints: 1, addressFactor: 1 });
  const mint = `mutation { ${MINT} }`;
  const tokens = [await signFor('ada'), await signFor('bob')];
  for (const token of tokens) expect(await getCode(token, mint)).toBeUndefined();
  for (const token of tokens) expect(await getCode(token, mint)).toBe('RATE_LIMITED');
});

test('rejected tokens count, so that they cannot be guessed, but do not limit callers with valid ones', async () => {
  const { askAs, signFor } = await startWithTokens();
  const guesses = list(26, (index) => `token-${index}`);
  expect(await askAs(...guesses)).toStrictEqual(untilLimit(401));
  expect(await askAs(await signFor('ada'))).toStrictEqual([200]);
});

test('a caller with a JWT makes only so many requests, whatever they contain', async () => {
  const { runAs, signFor } = await startWithTokens();
  const token = await signFor('ada');
  const statuses: number[] = [];
  for (let i = 0; i < 26; i += 1) statuses.push((await runAs(token, '{ unknown }')).status);
  expect(statuses).toStrictEqual(untilLimit(200));
});

test('a limit of 0 turns only this limit off', async () => {
  const { getCode } = await startOwn({ mints: 0 });
  expect(await getCode('a', `mutation { ${aliases(5, MINT)} }`)).toBeUndefined();
  expect(await getCode('a', `mutation { ${MINT} }`)).toBe('RATE_LIMITED');
  const unlimited = await startOwn({ fields: 0, mints: 0 });
  for (let i = 0; i < 10; i += 1)
    expect(await unlimited.getCode('a', `mutation { ${aliases(5, MINT)} }`)).toBeUndefined();
});

test('a caller over several limits waits for the last of them', async () => {
  const limiter = createRateLimiter({ ...RATES, documents: 1 });
  const tooMany = [
    ['fields', 6],
    ['documents', 2],
  ] as const;
  for (const charges of [tooMany, tooMany.toReversed()])
    expect(await limiter?.consume({ id: 'a' }, charges)).toBeGreaterThan(60);
});

test('health checks are never counted', async () => {
  const { url } = await startOwn();
  for (let i = 0; i < 40; i += 1) expect((await fetch(new URL('/health', url))).status).toBe(200);
});

test('the store never sees a credential', async () => {
  const keys: string[] = [];
  class RecordingLimiter extends RateLimiterMemory {
    override consume(key: string | number, points?: number) {
      keys.push(`${this.keyPrefix}:${key}`);
      return super.consume(key, points);
    }
  }
  const { getCode } = await startOwn({}, {}, (limit) => new RecordingLimiter(limit));
  expect(await getCode('very-secret', `mutation { ${MINT} }`)).toBeUndefined();
  expect(keys.map((key) => key.split(':').slice(0, 3).join(':'))).toStrictEqual([
    'rate:requests:address',
    'rate:fields:address',
    'rate:fields:caller',
    'rate:mints:address',
    'rate:mints:caller',
  ]);
  expect(keys.join()).not.toContain('very-secret');
});

test('all counters of an operation are asked at once, because each may be a round trip', async () => {
  const COUNTERS = 4;
  const { promise: allAsked, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  class WaitingLimiter extends RateLimiterMemory {
    override async consume(key: string | number, points?: number) {
      if (!this.keyPrefix.startsWith('rate:requests')) {
        asked += 1;
        if (asked === COUNTERS) resolve();
        await allAsked;
      }
      return super.consume(key, points);
    }
  }
  const { getCode } = await startOwn({}, {}, (limit) => new WaitingLimiter(limit));
  expect(await getCode('a', `mutation { ${MINT} }`)).toBeUndefined();
  expect(asked).toBe(COUNTERS);
});

test('if the store fails, requests are rejected and the operator is notified', async () => {
  class FailingLimiter extends RateLimiterMemory {
    override async consume(): Promise<never> {
      throw new Error('The store is unavailable.');
    }
  }
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => faults.push(fault);
  const { runAs, upstream } = await startOwn({}, { onFault }, (limit) => new FailingLimiter(limit));
  const { status, errors } = await runAs('a', '{ tool(id: "t1") { id } }');
  expect([status, errors?.[0]?.extensions.code]).toStrictEqual([500, 'INTERNAL']);
  expect(faults).toMatchObject([{ message: 'The store is unavailable.' }]);
  expect(upstream.calls).toStrictEqual([]);
});

test('the number of counters is bounded, and few callers have the same one under two hashes', () => {
  const [hashToBucket, other] = [createBucketHash(), createBucketHash()];
  const keys = Array.from({ length: 100_000 }, (_, index) => `caller-${index}`);
  const buckets = new Set(keys.map(hashToBucket));
  expect(buckets.size).toBeLessThanOrEqual(16_384);
  expect(buckets.size).toBeGreaterThan(16_000);
  expect(hashToBucket('caller-1')).toBe(hashToBucket('caller-1'));
  expect(keys.filter((key) => hashToBucket(key) === other(key)).length).toBeLessThan(100);
});
