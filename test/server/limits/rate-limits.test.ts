import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, expect, test, vi } from 'vitest';
import { createBucketHash } from '../../../src/server/limits/rate-limit-memory.ts';
import { createRateLimiter } from '../../../src/server/limits/rate-limits.ts';
import { CREATE_AVATAR, seedImage } from '../../support/files.ts';
import { startIssuer } from '../../support/issuer.ts';
import { times } from '../../support/operations.ts';
import { type StartOptions, start } from '../../support/start.ts';
import { startUpstreamWithResponse } from '../../support/upstream.ts';

const RATES = { fields: 5, mints: 2, uploads: 1 };

const MINT = 'createLegacySessionToken { token { type } }';

async function startOwn(
  rates: Partial<typeof RATES & { addressFactor: number }> = {},
  options: StartOptions = {},
  store?: Parameters<typeof createRateLimiter>[1],
) {
  const upstream = await startUpstreamWithResponse(200, { id: 't1', sessionToken: 'x' });
  const rateLimiter = createRateLimiter({ ...RATES, ...rates }, store);
  const facade = await start({ upstream, rateLimiter, ...options });
  const runAs = (key: string, query: string) =>
    facade.run(query, {}, { authorization: `Bearer ${key}` });
  const getCode = async (key: string, query: string) => {
    const { errors } = await runAs(key, query);
    return errors?.[0]?.extensions.code;
  };
  return { ...facade, upstream, runAs, getCode };
}

const aliases = (count: number, field: string) => times(count, (i) => `a${i}: ${field}`);

/** As many fields as a caller may ask for. */
const ALL = `{ ${aliases(5, 'llms { total }')} }`;

afterEach(() => void vi.useRealTimers());
test('a caller over the limit is served again after Retry-After', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { runAs, upstream } = await startOwn();
  const runQuery = () => runAs('a', '{ tool(id: "t1") { id } }');
  for (let i = 0; i < 5; i += 1) expect((await runQuery()).errors).toBeUndefined();
  vi.setSystemTime(Date.now() + 20_000);
  const { status, headers, errors } = await runQuery();
  expect([status, headers.get('retry-after')]).toStrictEqual([429, '40']);
  expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 40 } }]);
  expect(upstream.calls).toHaveLength(5);
  vi.setSystemTime(Date.now() + 41_000);
  expect((await runQuery()).errors).toBeUndefined();
});

test('fields are counted, not requests, so one operation cannot bypass the limit', async () => {
  const { getCode, upstream } = await startOwn();
  expect(await getCode('a', `{ ${aliases(6, 'tool(id: "t1") { id }')} }`)).toBe('RATE_LIMITED');
  expect(upstream.calls).toStrictEqual([]);
  expect(await getCode('b', `{ ${aliases(5, 'tool(id: "t1") { id }')} }`)).toBeUndefined();
  expect(await getCode('b', '{ llms { total } }')).toBe('RATE_LIMITED');
});

test.each([
  [
    'fields in fragments count like any other',
    `{ ...f ... on Query { x: llms { total } y: llms { total } } } fragment f on Query { ${aliases(4, 'llms { total }')} }`,
    'RATE_LIMITED',
  ],
  [
    'merged fields count once',
    `{ ${'llms { total } '.repeat(20)} ...g ...g } fragment g on Query { llms { page } }`,
    undefined,
  ],
])('%s', async (_, document, code) => {
  expect(await (await startOwn()).getCode('a', document)).toBe(code);
});

const IDS = 'query ($ids: [ID!]!) { toolsByIds(ids: $ids) { id } }';
const ENTITIES = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Tool { id } } }';
const VERIFY =
  'mutation ($input: CreateSessionTokenInput!) { createSessionToken(input: $input) { token { type } } }';
const list = <Item>(count: number, create: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => create(index));

test.each<[string, string, (count: number) => object]>([
  ['ids', IDS, (count) => ({ ids: list(count, (i) => `t${i}`) })],
  [
    'references',
    ENTITIES,
    (count) => ({ r: list(count, (i) => ({ __typename: 'Tool', id: `t${i}` })) }),
  ],
  [
    'verified ids',
    VERIFY,
    (count) => ({
      input: {
        personaConfig: { name: 'Ada' },
        extra: { personaConfig: { toolIds: list(count - 1, (i) => `t${i}`) } },
        verify: true,
      },
    }),
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
  const { send } = await startOwn();
  const query = `query Few { llms { total } } query Many { ${aliases(6, 'llms { total }')} }`;
  const ask = async (operationName: string) => {
    const body = JSON.stringify({ query, operationName });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer a' };
    return (await send({ body, headers })).status;
  };
  expect([await ask('Few'), await ask('Many')]).toStrictEqual([200, 429]);
});

test('minting has a stricter limit, also under aliases', async () => {
  const { getCode, upstream } = await startOwn();
  expect(await getCode('a', `mutation { ${aliases(3, MINT)} }`)).toBe('RATE_LIMITED');
  expect(upstream.calls).toStrictEqual([]);
  expect(await getCode('b', `mutation { ${aliases(2, MINT)} }`)).toBeUndefined();
  expect(await getCode('b', `mutation { ${MINT} }`)).toBe('RATE_LIMITED');
  expect(await getCode('b', '{ llms { total } }')).toBeUndefined();
});

test('an operation that one limit rejects does not count against the others', async () => {
  const { getCode, upstream } = await startOwn();
  const tooManyFields = `mutation { ${MINT} ${aliases(5, 'deleteTool(id: "t1") { deletedId }')} }`;
  for (let i = 0; i < 10; i += 1) expect(await getCode('a', tooManyFields)).toBe('RATE_LIMITED');
  for (let i = 0; i < 10; i += 1) {
    expect(await getCode('a', `mutation { ${aliases(3, MINT)} }`)).toBe('RATE_LIMITED');
  }
  expect(upstream.calls).toStrictEqual([]);
  expect(await getCode('a', `mutation { ${aliases(2, MINT)} }`)).toBeUndefined();
  expect(await getCode('a', `{ ${aliases(3, 'llms { total }')} }`)).toBeUndefined();
  expect(await getCode('a', '{ llms { total } }')).toBe('RATE_LIMITED');
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

test('callers have separate limits and share the limit of their address', async () => {
  const { getCode } = await startOwn();
  for (const key of ['a', 'b', 'c', 'd', 'e']) expect(await getCode(key, ALL)).toBeUndefined();
  expect(await getCode('f', '{ llms { total } }')).toBe('RATE_LIMITED');
});

test('callers with JWTs are counted by subject, whatever the JWT', async () => {
  const issuer = await startIssuer();
  const { getCode } = await startOwn({}, { authenticate: issuer.authenticate() });
  const ada = async (expires: number) => issuer.sign({ claims: { sub: 'ada' }, expires });
  expect(await getCode(await ada(300), ALL)).toBeUndefined();
  expect(await getCode(await ada(301), ALL)).toBe('RATE_LIMITED');
  expect(await getCode(await issuer.sign({ claims: { sub: 'bob' } }), ALL)).toBeUndefined();
});

test('callers with JWTs behind one address are limited as themselves', async () => {
  const issuer = await startIssuer();
  const { getCode } = await startOwn({ mints: 1 }, { authenticate: issuer.authenticate() });
  const mint = `mutation { ${MINT} }`;
  const tokens = await Promise.all(
    Array.from({ length: 30 }, (_, index) => issuer.sign({ claims: { sub: `user-${index}` } })),
  );
  for (const token of tokens) expect(await getCode(token, mint)).toBeUndefined();
  for (const token of tokens) expect(await getCode(token, mint)).toBe('RATE_LIMITED');
});

test('rejected tokens of an address do not limit its callers with valid ones', async () => {
  const issuer = await startIssuer();
  const { runAs, getCode } = await startOwn({}, { authenticate: issuer.authenticate() });
  for (let i = 0; i < 30; i += 1) await runAs('no token', '{ llms { total } }');
  expect((await runAs('no token', '{ llms { total } }')).status).toBe(429);
  expect(await getCode(await issuer.sign(), '{ llms { total } }')).toBeUndefined();
});

test('a caller with a JWT makes only so many requests, whatever they contain', async () => {
  const issuer = await startIssuer();
  const { runAs } = await startOwn({}, { authenticate: issuer.authenticate() });
  const token = await issuer.sign();
  const statuses: number[] = [];
  for (let i = 0; i < 26; i += 1) statuses.push((await runAs(token, '{ unknown }')).status);
  expect(statuses.slice(0, 25).every((status) => status === 200)).toBe(true);
  expect(statuses[25]).toBe(429);
});

test('the limit of an address is a setting', async () => {
  const { getCode } = await startOwn({ addressFactor: 2 });
  expect([await getCode('a', ALL), await getCode('b', ALL)]).toStrictEqual([undefined, undefined]);
  expect(await getCode('c', '{ llms { total } }')).toBe('RATE_LIMITED');
});

test('failed requests count too, so that tokens cannot be guessed', async () => {
  const issuer = await startIssuer();
  const { runAs } = await startOwn({}, { authenticate: issuer.authenticate() });
  const statuses: number[] = [];
  for (let i = 0; i < 26; i += 1)
    statuses.push((await runAs(`token-${i}`, '{ llms { total } }')).status);
  expect(statuses.slice(0, 25).every((status) => status === 401)).toBe(true);
  expect(statuses[25]).toBe(429);
});

test('a limit of 0 turns the limit off', async () => {
  const { getCode } = await startOwn({ fields: 0, mints: 0 });
  for (let i = 0; i < 30; i += 1) {
    expect(await getCode('a', `mutation { ${aliases(5, MINT)} }`)).toBeUndefined();
  }
});

test('health checks are never counted', async () => {
  const { url } = await startOwn();
  for (let i = 0; i < 40; i += 1) {
    expect((await fetch(new URL('/health', url))).status).toBe(200);
  }
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
  const { runAs, upstream } = await startOwn(
    {},
    { onFault: (fault) => faults.push(fault) },
    (limit) => new FailingLimiter(limit),
  );
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
