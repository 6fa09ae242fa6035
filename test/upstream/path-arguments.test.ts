import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/resource.ts';
import { getInnermost } from '../../src/contract/schema-meta.ts';
import { sendJson } from '../support/fake-service.ts';
import { start } from '../support/start.ts';
import { createAuthority, sendTool, startTlsUpstream } from '../support/tls.ts';

const LONG = 'x'.repeat(12_000);

/** Each text of the paths and queries of all endpoints, with its schema. */
const texts = Object.entries<Endpoint>(api).flatMap(([name, { params, query }]) =>
  Object.entries<z.ZodType>({ ...params?.shape, ...query?.shape }).flatMap(([key, schema]) =>
    getInnermost(schema) instanceof z.ZodString || getInnermost(schema) instanceof z.ZodStringFormat
      ? [{ name: `${name}: ${key}`, schema }]
      : [],
  ),
);

test('every text of a path or query has a maximum length', () => {
  expect(texts.length).toBeGreaterThan(30);
  const unlimited = texts.filter(({ schema }) => z.safeParse(schema, LONG).success);
  expect(unlimited).toStrictEqual([]);
});

test.each([
  ['search', 'query ($text: String!) { personas(search: $text) { nodes { id } } }', LONG],
  ['search', 'query ($text: String!) { voices(search: $text) { edges { cursor } } }', LONG],
  [
    'search',
    'query ($text: String!) { personas { nodes { sessions(search: $text) { totalCount } } } }',
    LONG,
  ],
  ['tags.0', 'query ($text: String!) { avatars(tags: [$text]) { nodes { id } } }', 'x'.repeat(65)],
  ['tags', 'query ($tags: [String!]) { avatars(tags: $tags) { nodes { id } } }', ''],
  [
    'clientLabel',
    'query ($text: String!) { sessionStatistics(clientLabel: $text) { turnCount } }',
    LONG,
  ],
  ['personaId', 'query ($text: ID!) { sessionStatistics(personaId: $text) { turnCount } }', LONG],
  ['id', 'query ($text: ID!) { tool(id: $text) { id } }', LONG],
])(
  'an argument %s that is too long is BAD_USER_INPUT without a call: %s',
  async (path, document, text) => {
    const { run, upstream } = await start();
    const variables = text ? { text } : { tags: Array.from({ length: 21 }, (_, tag) => `t${tag}`) };
    const { errors } = await run(document, variables);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: path.split('.').map((key) => (key === '0' ? 0 : key)) }],
    });
    expect(upstream.calls.filter((call) => !call.startsWith('GET /v1/personas'))).toStrictEqual([]);
  },
);

test('arguments whose path is longer than 6 KB are BAD_USER_INPUT without a call', async () => {
  const { run, upstream } = await start();
  const find = (tags: readonly string[]) =>
    run('query ($tags: [String!]) { avatars(tags: $tags) { nodes { id } } }', { tags });
  const tags = (count: number) =>
    Array.from({ length: count }, (_, tag) => `${tag}${'€'.repeat(60)}`);
  const { errors } = await find(tags(20));
  expect(errors).toMatchObject([{ path: ['avatars'], extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(upstream.calls).toStrictEqual([]);
  expect((await find(tags(10))).errors).toBeUndefined();
});

test('an upstream that also speaks HTTP/2 is called with HTTP/1.1, so that a broken connection fails one call', async () => {
  const authority = await createAuthority();
  authority.trust();
  const held: (() => void)[] = [];
  const upstream = await startTlsUpstream(await authority.issue(), (request, response) => {
    if (request.url.endsWith('broken')) request.socket.destroy();
    else held.push(() => sendTool(response));
  });
  const { run } = await start({ upstream });
  const tool = (id: string, key: string) =>
    run('query ($id: ID!) { tool(id: $id) { id } }', { id }, { authorization: `Bearer ${key}` });
  const others = ['a', 'b', 'c', 'd'].map((key) => tool('t1', key));
  await expect.poll(() => held.length).toBe(4);
  expect((await tool('broken', 'e')).errors).toMatchObject([
    { extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
  ]);
  for (const send of held) send();
  for (const { data } of await Promise.all(others))
    expect(data).toStrictEqual({ tool: { id: 't1' } });
  expect(new Set(upstream.calls.map((call) => call.split(' ')[0]))).toStrictEqual(new Set(['1.1']));
});

test('a read never uses the response of another endpoint with the same path', async () => {
  const { run, upstream } = await start({
    extensions: 'all',
    upstream: (_, response) => sendJson(response, 200, { active: 2 }),
  });
  const { data, errors } = await run(
    '{ sessionConcurrency { activeCount } session(id: "concurrency") { id } }',
  );
  expect(errors).toBeUndefined();
  expect(data).toStrictEqual({ sessionConcurrency: { activeCount: 2 }, session: null });
  expect(upstream.calls).toStrictEqual(['GET /v1/sessions/concurrency']);
});

test.each([
  ['session(id: "concurrency") { id }', null],
  // Routers that ignore case are common.
  ['session(id: "Analytics") { id }', null],
  ['sessionsByIds(ids: ["analytics"]) { id }', [null]],
  ['voice(id: "presigned-upload") { id }', null],
])('an id that is a fixed segment of a path is no record: %s', async (field, value) => {
  const { run, upstream } = await start();
  const { data, errors } = await run(`{ ${field} }`);
  expect(errors).toBeUndefined();
  expect(Object.values(data)).toStrictEqual([value]);
  expect(upstream.calls).toStrictEqual([]);
});

test.each([
  'stopSession(id: "concurrency") { session { id } }',
  'deleteVoice(id: "presigned-upload") { __typename }',
  'updateVoice(id: "presigned-upload", input: { displayName: "x" }) { voice { id } }',
])(
  'a mutation of an id that is a fixed segment of a path is NOT_FOUND without a call: %s',
  async (field) => {
    const { run, upstream } = await start();
    const { errors } = await run(`mutation { ${field} }`);
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect(upstream.calls).toStrictEqual([]);
  },
);
