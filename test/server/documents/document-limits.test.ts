import { getIntrospectionQuery } from 'graphql';
import { expect, test } from 'vitest';
import { limitDocuments, startWithEmptyLists, times } from '../../support/operations.ts';

/** Fragments that each spread the next one ten times: 10^depth fields if expanded. */
const createGrowingFragments = (depth: number) =>
  `${times(depth, (i) => `fragment f${i} on Persona { ${times(10, (alias) => `a${alias}: sessions { nodes { persona { ...f${i + 1} } } }`)} }`)} fragment f${depth} on Persona { id }`;

const createDeepIntrospection = (depth: number): string =>
  depth === 0 ? 'name' : `type { fields { ${createDeepIntrospection(depth - 1)} } }`;

const ALIASES = /more than 100 aliases, with fragments expanded\.$/;
const INTROSPECTION_ALIASES = /introspection must not have aliases/;
const DIRECTIVES = /more than 50 directives/;
const SKIP = 'totalCount @skip(if: false)';
const PERSONA =
  'id name description avatarId avatarModel voiceId llmId systemPrompt skipGreeting createdAt updatedAt record avatar { id displayName variantName description imageUrl availableModels defaultModel createdAt updatedAt record } llm { id description isBuiltIn record }';

const shared = await startWithEmptyLists();

test.each<[string, string, RegExp, object?]>([
  ['that is too long', `{ llms { totalCount } } #${'x'.repeat(50_000)}`, /longer than 50000/],
  [
    'with too many tokens',
    `{ llms { ${'totalCount '.repeat(2_000)} } }`,
    /more tha[nt] 2000 tokens/,
  ],
  ['with too many aliases', `{ ${times(101, (i) => `a${i}: __typename`)} }`, ALIASES],
  ['with too many directives', `{ llms { ${times(51, () => SKIP)} } }`, DIRECTIVES],
  [
    'with too many directives on the spreads of one fragment',
    `{ ${times(51, () => '...f @include(if: true)')} } fragment f on Query { llms { totalCount } }`,
    DIRECTIVES,
  ],
  [
    'with too many fields of too many personas',
    `{ ${times(5, (i) => `a${i}: personas(first: 100) { nodes { ${PERSONA} } }`)} }`,
    /has a cost of 1\d{4}\. The maximum cost is 10000\./,
  ],
  [
    'whose fragments grow exponentially',
    `{ persona(id: "a") { ...f0 } } ${createGrowingFragments(3)}`,
    ALIASES,
  ],
  [
    'with too many aliases in fragments',
    `{ ...f llms { ...h } } fragment f on Query { ${times(50, (i) => `a${i}: llms { ...h }`)} } fragment h on LlmConnection { a: totalCount }`,
    ALIASES,
  ],
  [
    'with an alias in an introspection',
    '{ __schema { a: types { name } } }',
    INTROSPECTION_ALIASES,
  ],
  [
    'with an alias in a fragment of an introspection',
    '{ __type(name: "Query") { ...f } } fragment f on __Type { fields { type { a: name } } }',
    INTROSPECTION_ALIASES,
  ],
  [
    'with too many introspections',
    `query ($n: String!) { ${times(3, (i) => `a${i}: __type(name: $n) { name }`)} }`,
    /more than 2 fields __schema and __type/,
    { n: 'Query' },
  ],
  [
    'with circular introspection',
    `{ __schema { types { fields { ${createDeepIntrospection(12)} } } } }`,
    /introspection depth/i,
  ],
])(
  'a document %s is rejected before any upstream call',
  async (_, document, message, variables) => {
    const { run, upstream } = shared;
    const { data, errors } = await run(document, variables);
    expect([data, errors?.length]).toStrictEqual([undefined, 1]);
    expect(errors?.[0]?.message).toMatch(message);
    expect(errors?.[0]?.extensions.code).toMatch(
      /^(GRAPHQL_(PARSE|VALIDATION)_FAILED|OPERATION_TOO_LARGE)$/,
    );
    expect(upstream.calls).toStrictEqual([]);
  },
);

test.each<[string, string]>([
  ['length', `{ llms { totalCount } } #${'x'.repeat(50_000 - 25)}`],
  ['number of aliases', `{ ${times(100, (i) => `a${i}: __typename`)} }`],
  ['number of directives', `{ llms { ${times(50, () => SKIP)} } }`],
])('a document of the maximum %s is executed', async (_, document) => {
  expect((await shared.run(document)).errors).toBeUndefined();
});

test('an operation has at most the maximum number of fields, with fragments expanded', async () => {
  const { run } = await startWithEmptyLists({ limits: limitDocuments({ fields: 5 }) });
  const document =
    'query ($is: Boolean!) { personas { ...F edges @include(if: $is) { cursor } } llms { ...G } } fragment F on PersonaConnection { totalCount } fragment G on LlmConnection { totalCount }';
  expect((await run(document, { is: false })).errors).toBeUndefined();
  const { errors } = await run(document, { is: true });
  expect(errors?.[0]?.message).toMatch(/has more than 5 fields, with fragments expanded\.$/);
});

test.each([
  '{ personas { nodes { avatar { id } } } }',
  '{ personas { nodes { ... on Persona { avatar { id } } } } }',
  '{ ...F } fragment F on Query { personas { nodes { avatar { id } } } }',
])('a document has at most the maximum depth: %s', async (document) => {
  const { run } = await startWithEmptyLists({ limits: limitDocuments({ depth: 3 }) });
  const { errors } = await run(document);
  expect(errors?.[0]?.message).toBe('The operation has more than 3 levels of fields.');
  expect((await run('{ personas { nodes { id } } }')).errors).toBeUndefined();
});

test.each([false, true])(
  'introspection and pages of 100 records are within the limits, with federation: %s',
  async (federation) => {
    const { run } = await startWithEmptyLists({ federation });
    for (const document of [
      getIntrospectionQuery({
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
      `{ personas(first: 100) { nodes { ${PERSONA} } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      `{ personas(first: 100) { edges { cursor node { ${PERSONA} } } pageInfo { hasNextPage endCursor } totalCount } }`,
    ]) {
      expect((await run(document)).errors).toBeUndefined();
    }
  },
);

test('the status of an operation beyond a limit depends on the media type', async () => {
  const { run } = await startWithEmptyLists({ limits: limitDocuments({ cost: 1 }) });
  for (const [accept, status] of [
    ['application/graphql-response+json', 400],
    ['application/json', 200],
  ] as const) {
    const answer = await run('{ llms { totalCount } }', {}, { accept });
    expect([accept, answer.status, answer.errors?.length]).toStrictEqual([accept, status, 1]);
  }
});
