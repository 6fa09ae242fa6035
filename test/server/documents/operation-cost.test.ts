import { expect, test } from 'vitest';
import { limitDocuments, startWithEmptyLists, times } from '../../support/operations.ts';

const startWithCost = (cost: number) => startWithEmptyLists({ limits: limitDocuments({ cost }) });

const limited = await startWithCost(1);

test.each<[string, number, object?]>([
  ['{ llms { totalCount } }', 21],
  ['{ llms(first: 3) { nodes { id } totalCount } }', 1 + 3 * 3],
  ['{ ... { llms { totalCount } } }', 21],
  ['{ ... on Query { llms { totalCount } } }', 21],
  ['{ ...f ...f } fragment f on Query { llms { totalCount } }', 21],
  [
    '{ ...f a: llms @skip(if: true) { totalCount } } fragment f on Query { llms { totalCount } }',
    21,
  ],
  ['{ personas(first: 3) { nodes { id avatar { displayName } } } }', 1 + 3 * 4],
  ['query ($n: Int = 4) { personas(first: $n) { nodes { id } } }', 1 + 4 * 2],
  ['query ($n: Int = 4) { personas(first: $n) { nodes { id } } }', 1 + 7 * 2, { n: 7 }],
  [
    'query ($n: Int!) { ...f ...f } fragment f on Query { personas(first: $n) { nodes { id } } }',
    1 + 3 * 2,
    { n: 3 },
  ],
  ['{ avatarsByIds(ids: ["a", "b"]) { id displayName } }', 2 + 2 * 2],
  ['query ($ids: [ID!]!) { avatarsByIds(ids: $ids) { id } }', 3 + 3, { ids: ['a', 'b', 'c'] }],
  ['{ knowledgeGroup(id: "a") { search(query: "b", first: 3) { content score } } }', 51 + 3 * 2],
  ['{ sessionStatistics { slowestTurns { session { id } persona { id } } } }', 1 + 10 * 4],
  ['{ personas(first: 0) { totalCount } }', 1 + 1],
  ['{ personas(first: 3) { nodes { sessions(first: 4) { nodes { id } } } } }', 1 + 3 * (2 + 4 * 2)],
  ['{ personasByIds(ids: ["a", "b"]) { id name } }', 2 + 2 * 2],
  [
    '{ __schema { types { name fields { name } } } a: __type(name: "Persona") { name } llms { totalCount } }',
    1 + 1 + 21,
  ],
])('the cost of %s is %i', async (document, cost, variables = {}) => {
  const { errors } = await limited.run(document, variables);
  const message = `has a cost of ${cost}\\. The maximum cost is 1\\. .* MAX_OPERATION_COST`;
  expect(errors?.[0]?.message).toMatch(new RegExp(message));
});

test('only the cost of the executed operation counts', async () => {
  const { run, post, upstream } = await startWithEmptyLists();
  const heavy = `query Heavy { ${times(60, (i) => `a${i}: personas(first: 100) { nodes { id name } }`)} }`;
  const query = `query Light { llms { totalCount } } ${heavy}`;
  const rejection = [{ message: expect.stringContaining('maximum cost is 10000') }];
  expect((await post({ query, operationName: 'Heavy' })).errors).toMatchObject(rejection);
  expect((await post({ query, operationName: 'Light' })).errors).toBeUndefined();
  expect((await run(heavy)).errors).toMatchObject(rejection);
  expect(upstream.calls).toStrictEqual([]);
});

test('the cost is that of the variables of each request', async () => {
  const { run } = await startWithCost(10);
  const page = 'query ($n: Int!) { personas(first: $n) { nodes { id } } }';
  const ids = 'query ($ids: [ID!]!) { avatarsByIds(ids: $ids) { id } }';
  const isRejected = async (document: string, variables: object) =>
    (await run(document, variables)).errors?.[0]?.message.includes('maximum cost is 10') ?? false;
  const outcomes: boolean[] = [];
  for (const n of [4, 5, 4, 5]) outcomes.push(await isRejected(page, { n }));
  for (const n of [5, 6, 5, 6]) outcomes.push(await isRejected(ids, { ids: Array(n).fill('a') }));
  expect(outcomes).toStrictEqual([false, true, false, true, false, true, false, true]);
});

test('an operation whose cost cannot be calculated is rejected', async () => {
  const { run, upstream } = await startWithEmptyLists();
  const document = `query ($ids: [ID!] = ["a"]) { avatarsByIds(ids: $ids) { id } ${times(60, (i) => `a${i}: personas(first: 100) { nodes { id name } }`)} }`;
  const { data, errors } = await run(document, { ids: null });
  expect([data, errors?.length]).toStrictEqual([undefined, 1]);
  expect(errors?.[0]).toMatchObject({
    message: expect.stringMatching(/must not be null|not to be null/),
    extensions: { code: 'BAD_USER_INPUT' },
  });
  expect(upstream.calls).toStrictEqual([]);
});
