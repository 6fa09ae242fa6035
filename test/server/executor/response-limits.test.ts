import { expect, test } from 'vitest';
import { createCall, HEADERS, mcp } from '../../support/agent.ts';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { times } from '../../support/operations.ts';
import { start } from '../../support/start.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes of the system prompt of each persona, of which 18 are within a limit of 1 MB. */
const PROMPT = 57_000;

const GRAPHQL_TYPE = 'application/graphql-response+json';

/** Starts the API with a limit, and an upstream whose personas have a system prompt of `character`. */
async function startOwn({
  character = 'x',
  bytes = PROMPT,
  limits = { responseBytes: MEGABYTE },
}: {
  character?: string;
  bytes?: number;
  limits?: { responseBytes?: number };
} = {}) {
  const systemPrompt = character.repeat(bytes / Buffer.byteLength(character));
  const upstream = await fakeService((request, response) => {
    const id = request.url?.split('/').at(-1);
    const data = Array.from({ length: 100 }, (_, index) => ({ id: `p${index}` }));
    const isList = request.url?.includes('?');
    sendJson(response, 200, isList ? { data } : { id, name: 'Ada', systemPrompt });
  });
  const extensions = ['personas'] as const;
  const options = { federation: true, mcp, extensions, limits };
  const api = await start({ upstream, ...options });
  const ask = async (query: string, accept = 'application/json', path = '/graphql') => {
    const body = path === '/mcp' ? query : JSON.stringify({ query });
    const headers = path === '/mcp' ? HEADERS : { 'content-type': 'application/json', accept };
    const response = await fetch(api.url.replace('/graphql', path), {
      method: 'POST',
      body,
      headers: { ...headers, authorization: 'Bearer key' },
    });
    const text = await response.text();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.responseBytes ?? 16 * MEGABYTE);
    return { text, status: response.status, ...JSON.parse(text) };
  };
  return { ...api, ask, upstream };
}

const listPrompts = (count: number) =>
  `{ persona(id: "p1") { ${times(count, (i) => `a${i}: systemPrompt`)} } }`;

const shared = await startOwn();

test.each([
  ['19 aliases of a large field', listPrompts(19)],
  ['60 aliases of a raw record', `{ persona(id: "p1") { ${times(60, (i) => `a${i}: record`)} } }`],
  ['60 records', `{ ${times(60, (i) => `a${i}: persona(id: "p${i}") { systemPrompt }`)} }`],
  [
    'a long alias in many records',
    `{ ${times(49, (i) => `a${i}: personas(first: 100) { ...f }`)} } fragment f on PersonaConnection { nodes { a${'b'.repeat(40_000)}: id } }`,
  ],
  [
    'many entities',
    `{ _entities(representations: [${times(30, (i) => `{ __typename: "Persona", id: "p${i}" }`)}]) { ... on Persona { record } } }`,
  ],
])('a response with %s is replaced by an error that names the limit', async (_, query) => {
  for (const [accept, status] of [
    ['application/json', 200],
    [GRAPHQL_TYPE, 400],
  ] as const) {
    const answer = await shared.ask(query, accept);
    expect([answer.status, answer.data, answer.errors]).toMatchObject([
      status,
      undefined,
      [
        {
          message: expect.stringMatching(/larger than 1 MB/),
          extensions: { code: 'OPERATION_TOO_LARGE', requestId: expect.any(String) },
        },
      ],
    ]);
    expect(answer.errors).toHaveLength(1);
  }
});

test('by default, a response has at most 16 MB', async () => {
  const { ask } = await startOwn({ bytes: 900_000, limits: {} });
  expect((await ask(listPrompts(18))).errors).toBeUndefined();
  expect((await ask(listPrompts(19))).errors[0].message).toMatch(/larger than 16 MB/);
});

test.each(['\u0001', 'é', '\ud800'])(
  'escaped and multi-byte characters count as the bytes that are sent: %j',
  async (character) => {
    const { ask } = await startOwn({ character });
    const { errors } = await ask(listPrompts(18));
    expect(errors?.[0].extensions.code ?? 'OPERATION_TOO_LARGE').toBe('OPERATION_TOO_LARGE');
  },
);

test('a response below the limit is complete', async () => {
  const { data, errors } = await shared.ask(listPrompts(18));
  expect(errors).toBeUndefined();
  expect(Object.values(data.persona)).toHaveLength(18);
});

test('errors count towards the limit, including those that repeat input', async () => {
  const { ask } = await startOwn({ limits: { responseBytes: 20_000 } });
  const update = `updatePersona(id: "p1", input: { extra: { ${'n'.repeat(400)}: 1, name: 1 }, name: "x" }) { persona { id } }`;
  const { data, errors } = await ask(`mutation { ${times(60, (i) => `a${i}: ${update}`)} }`);
  expect(data).toBeUndefined();
  expect(errors).toMatchObject([{ extensions: { code: 'OPERATION_TOO_LARGE' } }]);
});

test('a message that repeats input is truncated', async () => {
  const query = 'query ($n: Int) { personas(first: $n) { totalCount } }';
  const { errors } = await shared.run(query, { n: 'x'.repeat(900_000) });
  expect(errors?.[0]?.extensions.issues).toMatchObject([{ path: ['first'] }]);
  expect(JSON.stringify(errors).length).toBeLessThan(4_000);
});

test('no further upstream calls are made for a response that is too large', async () => {
  const { ask, upstream } = await startOwn();
  const update = 'updatePersona(id: "p1", input: { name: "x" }) { persona { systemPrompt } }';
  await ask(`mutation { ${times(90, (i) => `a${i}: ${update}`)} }`);
  expect(upstream.calls.length).toBeLessThan(25);
});

test('the limit applies to the result of an MCP tool, which contains the response twice', async () => {
  const { ask } = await startOwn({ limits: { responseBytes: 2 * PROMPT } });
  const { text } = await ask(createCall('PersonaPrompts', { id: 'p1' }), undefined, '/mcp');
  expect(text).toContain('The response is larger than');
});
