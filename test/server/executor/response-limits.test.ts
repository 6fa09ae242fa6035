import { expect, test } from 'vitest';
import { createCall, HEADERS, mcp } from '../../support/agent.ts';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { times } from '../../support/operations.ts';
import { type StartOptions, start } from '../../support/start.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/** Starts the API with an upstream whose personas have a system prompt of 0.9 MB, of `character`. */
async function startOwn(character = 'x', options: StartOptions = {}) {
  const systemPrompt = character.repeat(900_000 / Buffer.byteLength(character));
  const upstream = await fakeService((request, response) => {
    const id = request.url?.split('/').at(-1);
    const data = Array.from({ length: 100 }, (_, index) => ({ id: `p${index}` }));
    const isList = request.url?.includes('?');
    sendJson(response, 200, isList ? { data } : { id, name: 'Ada', systemPrompt });
  });
  const extensions = ['personas'] as const;
  const api = await start({ upstream, federation: true, mcp, extensions, ...options });
  const send = async (query: string, accept = 'application/json') => {
    const body = JSON.stringify({ query });
    const headers = { 'content-type': 'application/json', accept };
    const response = await fetch(api.url, { method: 'POST', body, headers });
    const text = await response.text();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
    return { status: response.status, ...JSON.parse(text) };
  };
  return { ...api, post: send, upstream };
}

const PERSONA = 'persona(id: "p1") { systemPrompt }';
const listPrompts = (count: number) =>
  `{ persona(id: "p1") { ${times(count, (i) => `a${i}: systemPrompt`)} } }`;

test.each([
  ['60 aliases of a large field', listPrompts(60)],
  ['60 aliases of a raw record', `{ persona(id: "p1") { ${times(60, (i) => `a${i}: record`)} } }`],
  [
    'a long alias in many records',
    `{ ${times(49, (i) => `a${i}: personas(first: 100) { ...f }`)} } fragment f on PersonaConnection { nodes { a${'b'.repeat(40_000)}: id } }`,
  ],
  [
    'many entities',
    `{ _entities(representations: [${times(30, (i) => `{ __typename: "Persona", id: "p${i}" }`)}]) { ... on Persona { record } } }`,
  ],
])(
  'a response with %s is replaced by an error that names the limit',
  { tags: ['slow'] },
  async (_, query) => {
    const { post } = await startOwn();
    const { data, errors } = await post(query);
    expect([data, errors.length]).toStrictEqual([undefined, 1]);
    expect(errors[0]).toMatchObject({
      message: expect.stringMatching(/larger than 16 MB/),
      extensions: { code: 'OPERATION_TOO_LARGE', requestId: expect.any(String) },
    });
  },
);

test.each(['\u0001', 'é', '\ud800'])(
  'escaped and multi-byte characters count as the bytes that are sent: %j',
  { tags: ['slow'] },
  async (character) => {
    const { post } = await startOwn(character);
    const { errors } = await post(listPrompts(18));
    expect(errors?.[0].extensions.code ?? 'OPERATION_TOO_LARGE').toBe('OPERATION_TOO_LARGE');
  },
);

test('a response below the limit is complete', { tags: ['slow'] }, async () => {
  const { data, errors } = await (await startOwn()).post(listPrompts(18));
  expect(errors).toBeUndefined();
  expect(Object.values(data.persona)).toHaveLength(18);
});

test('the status of a response beyond the limit depends on the media type', {
  tags: ['slow'],
}, async () => {
  const { post } = await startOwn();
  const query = `{ ${times(60, (i) => `a${i}: ${PERSONA}`)} }`;
  expect((await post(query)).status).toBe(200);
  expect((await post(query, 'application/graphql-response+json')).status).toBe(400);
});

test('errors count towards the limit, including those that repeat input', async () => {
  const { post } = await startOwn('x', { limits: { responseBytes: 20_000 } });
  const update = `updatePersona(id: "p1", input: { extra: { ${'n'.repeat(400)}: 1, name: 1 }, name: "x" }) { persona { id } }`;
  const { data, errors } = await post(`mutation { ${times(60, (i) => `a${i}: ${update}`)} }`);
  expect(data).toBeUndefined();
  expect(errors).toMatchObject([{ extensions: { code: 'OPERATION_TOO_LARGE' } }]);
});

test('a message that repeats input is truncated', async () => {
  const { run } = await startOwn();
  const query = 'query ($n: Int) { personas(first: $n) { totalCount } }';
  const { errors } = await run(query, { n: 'x'.repeat(900_000) });
  expect(errors?.[0]?.extensions.issues).toMatchObject([{ path: ['first'] }]);
  expect(JSON.stringify(errors).length).toBeLessThan(4_000);
});

test('no further upstream calls are made for a response that is too large', async () => {
  const { post, upstream } = await startOwn();
  await post(
    `mutation { ${times(90, (i) => `a${i}: updatePersona(id: "p1", input: { name: "x" }) { persona { systemPrompt } }`)} }`,
  );
  expect(upstream.calls.length).toBeLessThan(25);
});

test('the limit applies to the result of an MCP tool, which contains the response twice', async () => {
  const { url } = await startOwn('x', { limits: { responseBytes: 2_000_000 } });
  const response = await fetch(url.replace('/graphql', '/mcp'), {
    method: 'POST',
    headers: { ...HEADERS, authorization: 'Bearer key' },
    body: createCall('PersonaPrompts', { id: 'p1' }),
  });
  const text = await response.text();
  expect(Buffer.byteLength(text)).toBeLessThan(2_000_000);
  expect(text).toContain('The response is larger than');
});
