import { getIntrospectionQuery } from 'graphql';
import { expect, test } from 'vitest';
import { documentLimits } from '../../../src/server/limits/document-limits.ts';
import { getDefaults } from '../../../src/shared/settings/setting.ts';
import { startApi } from '../../support/api.ts';
import { startUpstreamWithResponse } from '../../support/upstream.ts';

async function start(options: Parameters<typeof startApi>[1] = {}) {
  const upstream = await startUpstreamWithResponse(200, { id: 'p1', data: [], meta: {} });
  return { ...(await startApi(upstream, options)), upstream };
}

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');

/** Fragments that each spread the next one twice: 2^depth fields if expanded. */
const createDoublingFragments = (depth: number) =>
  `${times(depth, (i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`)} fragment f${depth} on Query { llms { total } }`;

/** Introspection with `width` aliases on each of three levels. */
const createWideIntrospection = (width: number) => {
  const repeat = (field: string) => times(width, (i) => `a${i}: ${field}`);
  return `{ __schema { types { ...a } } }
    fragment a on __Type { ${repeat('fields { ...b }')} }
    fragment b on __Field { ${repeat('type { ...c }')} }
    fragment c on __Type { ${repeat('fields { name description }')} }`;
};

const createDeepIntrospection = (depth: number): string =>
  depth === 0 ? 'name' : `type { fields { ${createDeepIntrospection(depth - 1)} } }`;

test.each<[string, string, object, RegExp]>([
  ['that is too long', `{ llms { total } } #${'x'.repeat(50_000)}`, {}, /longer than 50000/],
  [
    'with too many tokens',
    `{ llms { ${'total '.repeat(2_000)} } }`,
    {},
    /contains more tha[nt] 2000 tokens/,
  ],
  [
    'with too many aliases',
    `{ ${times(101, (i) => `a${i}: __typename`)} }`,
    {},
    /more than 100 aliases/,
  ],
  [
    'with too many directives',
    `{ llms { ${times(51, () => 'total @skip(if: false)')} } }`,
    {},
    /more than 50 directives/,
  ],
  [
    'with too many directives on the spreads of one fragment',
    `{ ${times(51, () => '...f @include(if: true)')} } fragment f on Query { llms { total } }`,
    {},
    /more than 50 directives/,
  ],
  [
    'with too many fields of too many personas',
    `{ ${times(5, (i) => `a${i}: personas(perPage: 100) { items { id name description avatar { id displayName variantName description imageUrl createdAt updatedAt activeVersion availableVersions record } llm { id description isBuiltIn record } record } }`)} }`,
    {},
    /has a cost of 1\d{4}\. The maximum cost is 10000\./,
  ],
  [
    'whose page size is a variable',
    `query ($n: Int) { ${times(50, (i) => `a${i}: personas(perPage: $n) { items { id name avatarId } }`)} }`,
    { n: 100 },
    /has a cost of 20\d{3}\. The maximum cost is 10000\./,
  ],
  [
    'whose page size is the default of a variable',
    `query ($n: Int = 100) { ${times(50, (i) => `a${i}: personas(perPage: $n) { items { id name avatarId } }`)} }`,
    {},
    /maximum cost is 10000/,
  ],
  [
    'with too many connections',
    `{ ${times(60, (i) => `a${i}: personasConnection(first: 100) { edges { node { id } } }`)} }`,
    {},
    /maximum cost is 10000/,
  ],
  [
    'with too many ids',
    `query ($ids: [ID!]!) { ${times(40, (i) => `a${i}: avatarsByIds(ids: $ids) { id displayName imageUrl }`)} }`,
    { ids: Array.from({ length: 100 }, (_, i) => `a${i}`) },
    /maximum cost is 10000/,
  ],
  [
    'whose fragments grow exponentially',
    `{ ...f0 } ${createDoublingFragments(60)}`,
    {},
    /maximum cost is 10000/,
  ],
  [
    'with too many aliases in fragments',
    `{ ${times(21, () => '...f')} ...g } fragment f on Query { ${times(4, (i) => `a${i}: __typename`)} } fragment g on Query { ...f llms { ...h } } fragment h on LlmPage { ${times(17, (i) => `a${i}: total`)} }`,
    {},
    /more than 100 aliases/,
  ],
  [
    'with introspection and aliases on three levels',
    createWideIntrospection(12),
    {},
    /more than 100 aliases/,
  ],
  [
    'with introspection and nested fragments',
    createWideIntrospection(3),
    {},
    /maximum cost is 10000/,
  ],
  [
    'that introspects too many types by name',
    `query ($n: String!) { ${times(9, (i) => `a${i}: __type(name: $n) { fields { name type { kind name } args { name description } } }`)} }`,
    { n: 'Query' },
    /maximum cost is 10000/,
  ],
  [
    'with circular introspection',
    `{ __schema { types { fields { ${createDeepIntrospection(12)} } } } }`,
    {},
    /introspection depth/i,
  ],
])(
  'a document %s is rejected before any upstream call',
  async (_, document, variables, message) => {
    const { run, upstream } = await start();
    const { data, errors } = await run(document, variables);
    expect([data, errors?.length]).toStrictEqual([undefined, 1]);
    expect(errors?.[0]?.message).toMatch(message);
    expect(errors?.[0]?.extensions.code).toMatch(/^GRAPHQL_(PARSE|VALIDATION)_FAILED$/);
    expect(upstream.calls).toStrictEqual([]);
  },
);

test.each<[string, string]>([
  ['length', `{ llms { total } } #${'x'.repeat(50_000 - 20)}`],
  ['number of aliases', `{ ${times(100, (i) => `a${i}: __typename`)} }`],
  ['number of directives', `{ llms { ${times(50, () => 'total @skip(if: false)')} } }`],
])('a document of the maximum %s is executed', async (_, document) => {
  const { run } = await start();
  expect((await run(document)).errors).toBeUndefined();
});

test.each<[string, number, object?]>([
  ['{ llms { total } }', 21],
  ['{ a: llms { total } b: llms { total } }', 42],
  ['{ llms(perPage: 3) { items { id } total } }', 1 + 3 * 3],
  ['{ ... { llms { total } } }', 21],
  ['{ ... on Query { llms { total } } }', 21],
  ['{ ...f ...f } fragment f on Query { llms { total } }', 42],
  ['{ personas(perPage: 3) { items { id avatar { displayName } } } }', 1 + 3 * 4],
  ['query ($n: Int = 4) { personas(perPage: $n) { items { id } } }', 1 + 4 * 2],
  ['query ($n: Int = 4) { personas(perPage: $n) { items { id } } }', 1 + 7 * 2, { n: 7 }],
  [
    'query ($n: Int!) { ...f ...f } fragment f on Query { personas(perPage: $n) { items { id } } }',
    2 * (1 + 3 * 2),
    { n: 3 },
  ],
  ['{ avatarsByIds(ids: ["a", "b"]) { id displayName } }', 2 + 2 * 2],
  ['query ($ids: [ID!]!) { avatarsByIds(ids: $ids) { id } }', 3 + 3, { ids: ['a', 'b', 'c'] }],
  ['{ __schema { queryType { name } mutationType { name } description } }', Math.ceil(5 / 2) + 1],
  [
    '{ __schema { ...f } } fragment f on __Schema { queryType { ... { name kind } } mutationType { name } }',
    Math.ceil(5 / 2) + 1,
  ],
])('the cost of %s is %i', async (document, cost, variables = {}) => {
  const maximum = { ...getDefaults(documentLimits), cost: cost - 1 };
  const { run } = await start({ limits: { document: maximum } });
  const { errors } = await run(document, variables);
  expect(errors?.[0]?.message).toContain(`has a cost of ${cost}. The maximum cost is ${cost - 1}.`);
});

test('a document that is too deep is rejected, and one of the maximum depth is executed', async () => {
  const { run } = await start({
    limits: { document: { ...getDefaults(documentLimits), depth: 3 } },
  });
  const { errors } = await run('{ personas { items { avatar { id } } } }');
  expect(errors?.[0]?.message).toBe('The operation has a depth of 4. The maximum depth is 3.');
  expect((await run('{ personas { items { id } } }')).errors).toBeUndefined();
});

test('only the cost of the executed operation counts', async () => {
  const { run, send, upstream } = await start();
  const heavy = `query Heavy { ${times(60, (i) => `a${i}: personas(perPage: 100) { items { id name } }`)} }`;
  const query = `query Light { llms { total } } ${heavy}`;
  const ask = (operationName: string) =>
    send({
      body: JSON.stringify({ query, operationName }),
      headers: { 'content-type': 'application/json' },
    });
  expect((await ask('Heavy')).errors?.[0]?.message).toMatch(/maximum cost is 10000/);
  expect((await ask('Light')).errors).toBeUndefined();
  expect((await run(heavy)).errors?.[0]?.message).toMatch(/maximum cost/);
  expect(upstream.calls).toStrictEqual([]);
});

test.each([false, true])(
  'introspection and pages of 100 records are within the limits, with federation: %s',
  async (federation) => {
    const { run } = await start({ federation });
    const persona =
      'id name description avatarId avatarModel voiceId llmId systemPrompt skipGreeting createdAt updatedAt record avatar { id displayName variantName description imageUrl availableVersions activeVersion createdAt updatedAt record } llm { id description isBuiltIn record }';
    for (const document of [
      getIntrospectionQuery(),
      getIntrospectionQuery({
        descriptions: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
      `{ personas(perPage: 100) { items { ${persona} } total page perPage lastPage nextPage previousPage } }`,
      `{ personasConnection(first: 100) { edges { cursor node { ${persona} } } pageInfo { hasNextPage endCursor } totalCount } }`,
    ]) {
      expect((await run(document)).errors).toBeUndefined();
    }
  },
);

test('an operation beyond a limit has status 400 as application/graphql-response+json, and 200 as application/json', async () => {
  const { send } = await start({
    limits: { document: { ...getDefaults(documentLimits), cost: 1 } },
  });
  const post = (accept: string) =>
    send({
      body: '{"query":"{ llms { total } }"}',
      headers: { 'content-type': 'application/json', accept },
    });
  for (const [type, status] of [
    ['application/graphql-response+json', 400],
    ['application/json', 200],
  ] as const) {
    const answer = await post(type);
    expect([type, answer.status, answer.errors?.length]).toStrictEqual([type, status, 1]);
  }
});

test('the maximum cost can be set', async () => {
  const { run } = await start({
    limits: { document: { ...getDefaults(documentLimits), cost: 10 } },
  });
  const ask = async (perPage: number) =>
    (await run(`{ personas(perPage: ${perPage}) { items { id } } }`)).errors?.[0]?.message;
  expect(await ask(4)).toBeUndefined();
  expect(await ask(5)).toMatch(
    /has a cost of 11\. The maximum cost is 10\. .* MAX_OPERATION_COST sets the maximum\.$/,
  );
});

test('a cached cost applies to the same page sizes only', async () => {
  const { run } = await start({
    limits: { document: { ...getDefaults(documentLimits), cost: 10 } },
  });
  const page = 'query ($n: Int) { personas(perPage: $n) { items { id } } }';
  const ids = 'query ($ids: [ID!]!) { avatarsByIds(ids: $ids) { id } }';
  const isRejected = async (document: string, variables: object) =>
    (await run(document, variables)).errors?.[0]?.message.includes('maximum cost is 10') ?? false;
  const outcomes: boolean[] = [];
  for (const n of [4, 5, 4, 5]) outcomes.push(await isRejected(page, { n }));
  for (const n of [5, 6, 5, 6]) outcomes.push(await isRejected(ids, { ids: Array(n).fill('a') }));
  for (let n = 0; n < 80; n += 1) await isRejected(page, { n, more: n });
  outcomes.push(await isRejected(page, { n: 4 }), await isRejected(page, { n: 5 }));
  expect(outcomes).toStrictEqual([false, true, false, true, false, true, false, true, false, true]);
});

/** An operation with a low cost for one id, and a cost above the maximum for the hundred ids of its default. */
const HUNDRED_IDS = Array.from({ length: 100 }, (_, index) => `"a${index}"`).join(' ');
const EXPENSIVE_BY_DEFAULT = `query ($ids: [ID!]! = [${HUNDRED_IDS}], $n: Int = 100) { ${times(30, (i) => `a${i}: avatarsByIds(ids: $ids) { id displayName imageUrl createdAt }`)} personas(perPage: $n) { items { id } } }`;

test.each<[string, object]>([
  ['one id that is not in a list', { ids: 'a' }],
  ['null instead of a default', { ids: 'a', n: null }],
  ['a variable whose name looks like two', { 'n=100;ids': ['a'], ids: ['a'] }],
])('a cost that was cached for %s does not apply to other variables', async (_, cheap) => {
  const { run, upstream } = await start();
  expect((await run(EXPENSIVE_BY_DEFAULT, cheap)).errors).toBeUndefined();
  const calls = upstream.calls.length;
  expect((await run(EXPENSIVE_BY_DEFAULT)).errors?.[0]?.message).toMatch(/maximum cost is 10000/);
  expect(upstream.calls).toHaveLength(calls);
});

test('a variable’s name cannot make its request use the cached cost of other page sizes', async () => {
  const { run } = await start({
    limits: { document: { ...getDefaults(documentLimits), cost: 50 } },
  });
  const page = 'query ($a: Int, $n: Int = 1) { personas(page: $a, perPage: $n) { items { id } } }';
  expect((await run(page, { 'a=1;n': 100 })).errors).toBeUndefined();
  expect((await run(page, { a: 1, n: 100 })).errors?.[0]?.message).toMatch(/maximum cost is 50/);
});

test('an operation whose cost cannot be calculated is rejected', async () => {
  const { run, upstream } = await start();
  const document = `query ($ids: [ID!] = ["a"]) { avatarsByIds(ids: $ids) { id } ${times(60, (i) => `a${i}: personas(perPage: 100) { items { id name } }`)} }`;
  const { data, errors } = await run(document, { ids: null });
  expect([data, errors?.length]).toStrictEqual([undefined, 1]);
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining('must not be null'),
    extensions: { code: 'BAD_USER_INPUT' },
  });
  expect(upstream.calls).toStrictEqual([]);
});
