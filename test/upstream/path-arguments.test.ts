import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/resource.ts';
import { getInnermost } from '../../src/contract/schema-meta.ts';
import { sendJson } from '../support/fake-service.ts';
import { start } from '../support/start.ts';

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

const { run, upstream } = await start();

beforeEach(() => void upstream.calls.splice(0));

test('arguments whose path is longer than 6 KB are BAD_USER_INPUT without a call', async () => {
  const find = (tags: readonly string[]) =>
    run('query ($tags: [String!]) { avatars(tags: $tags) { nodes { id } } }', { tags });
  const tags = (count: number) =>
    Array.from({ length: count }, (_, tag) => `${tag}${'€'.repeat(60)}`);
  const { errors } = await find(tags(20));
  expect(errors).toMatchObject([{ path: ['avatars'], extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(upstream.calls).toStrictEqual([]);
  expect((await find(tags(10))).errors).toBeUndefined();
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
    const { errors } = await run(`mutation { ${field} }`);
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect(upstream.calls).toStrictEqual([]);
  },
);
