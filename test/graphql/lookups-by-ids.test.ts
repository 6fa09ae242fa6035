import { expect, test } from 'vitest';
import { RESOURCE_NAMES, resources } from '../../src/contract/api.ts';
import { start } from '../support/start.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';

/** Starts an upstream that has every record but those with the id `gone`. */
const startRecords = () =>
  startUpstream((request, response) => {
    const id = request.url?.split('/').at(-1);
    if (id === 'gone') return sendJson(response, 404, { error: 'Not found' });
    return sendJson(response, 200, { id, skipGreeting: false, config: {}, toolCalls: [] });
  });

test.each(
  RESOURCE_NAMES.map(
    (name) => [`${resources[name].collection}ByIds`, resources[name].path] as const,
  ),
)(
  '%s keeps the order of the ids, looks each up once, and has null for a missing one',
  async (field, path) => {
    const upstream = await startRecords();
    const { run } = await start({ upstream, extensions: 'all' });
    const { data, errors } = await run(
      `{ found: ${field}(ids: ["x2", "gone", "x1", "x2"]) { id } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.found).toStrictEqual([{ id: 'x2' }, null, { id: 'x1' }, { id: 'x2' }]);
    expect([...upstream.calls].sort()).toStrictEqual(
      ['gone', 'x1', 'x2'].map((id) => `GET ${path}/${id}`),
    );
  },
);

test.each(RESOURCE_NAMES.map((name) => `${resources[name].collection}ByIds`))(
  '%s takes at most 100 ids',
  async (field) => {
    const upstream = await startRecords();
    const { run } = await start({ upstream, extensions: 'all' });
    const query = `query ($ids: [ID!]!) { found: ${field}(ids: $ids) { id } }`;
    const ids = Array.from({ length: 101 }, (_, n) => `x${n}`);
    const { errors } = await run(query, { ids });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['ids'], code: 'TOO_LARGE' }],
    });
    expect(upstream.calls).toStrictEqual([]);
    expect((await run(query, { ids: [] })).data).toStrictEqual({ found: [] });
  },
);

test('personas by their ids are one walk over the list of a service that has no personas by id', async () => {
  const upstream = await startUpstream((request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'));
    const data = Array.from({ length: 100 }, (_, n) => ({ id: `p${(page - 1) * 100 + n}` }));
    sendJson(response, 200, { data, meta: { total: 300 } });
  });
  const { run } = await start({ upstream });
  const { data, errors } = await run('{ personasByIds(ids: ["p150", "p3", "p120"]) { id } }');
  expect(errors).toBeUndefined();
  expect(data.personasByIds).toStrictEqual([{ id: 'p150' }, { id: 'p3' }, { id: 'p120' }]);
  expect(upstream.calls).toStrictEqual([
    'GET /v1/personas?page=1&perPage=100',
    'GET /v1/personas?page=2&perPage=100',
  ]);
});

test('llmsByIds returns built-in LLMs without a call', async () => {
  const upstream = await startRecords();
  const { run } = await start({ upstream });
  const { data } = await run('{ llmsByIds(ids: ["CUSTOMER_CLIENT_V1", "none"]) { id isBuiltIn } }');
  expect(data.llmsByIds).toStrictEqual([{ id: 'CUSTOMER_CLIENT_V1', isBuiltIn: true }, null]);
  expect(upstream.calls).toStrictEqual([]);
});
