import { expect, test } from 'vitest';
import { tools } from '../../src/avatar-service/seed/seed-data.ts';
import { seedImage, seedTool } from '../support/files.ts';
import { start } from '../support/start.ts';
import { sendJson, startUpstream, startUpstreamWithResponse } from '../support/upstream.ts';
import { expectData } from './expectations.ts';

/** Starts the product with three new avatars and 100 personas that share them. */
async function startWithHundred() {
  // Without personas by id, which are then found in lists.
  const product = await start({ extensions: 'none' });
  const avatars: string[] = [];
  for (const displayName of ['Ada', 'Ben', 'Cleo']) {
    const { data } = await product.upload(
      'mutation ($file: Upload!, $displayName: String!) { createAvatar(input: { displayName: $displayName, image: { file: $file } }) { avatar { id } } }',
      { displayName, file: null },
      { file: seedImage('png') },
    );
    avatars.push(data.createAvatar.avatar.id);
  }
  const ids: string[] = [];
  for (const tens of Array(10).keys()) {
    const mutations = Array.from({ length: 10 }, (_, ones) => {
      const number = 10 * tens + ones;
      return `m${number}: createPersona(input: { name: "Many ${number}", avatarId: "${avatars[number % 3]}" }) { persona { id } }`;
    });
    const { data } = await product.run(`mutation { ${mutations.join(' ')} }`);
    for (const { persona } of Object.values<{ persona: { id: string } }>(data))
      ids.push(persona.id);
  }
  const before = product.upstream.calls.length;
  return { ...product, ids, calls: () => product.upstream.calls.slice(before) };
}

test('100 personas that share 3 avatars make one list call and 3 avatar calls', async () => {
  const { run, calls } = await startWithHundred();
  const data = await expectData(
    run('{ personas(perPage: 100, search: "Many") { items { name avatar { displayName } } } }'),
  );
  expect(data.personas.items).toHaveLength(100);
  expect(
    new Set(
      data.personas.items.map((p: { avatar: { displayName: string } }) => p.avatar.displayName),
    ).size,
  ).toBe(3);
  const [list, ...avatars] = calls();
  expect(list).toBe('GET /v1/personas?page=1&perPage=100&search=Many');
  expect(avatars).toHaveLength(3);
  for (const call of avatars) expect(call).toMatch(/^GET \/v1\/avatars\//);
});

test('50 persona ids read the list once, up to the page with the last one', async () => {
  const { run, calls, ids } = await startWithHundred();
  const asked = ids.slice(-50);
  const fields = asked.map((id, i) => `p${i}: persona(id: "${id}") { id }`);
  const { data } = await run(`{ ${fields.join(' ')} }`);
  expect(Object.values<{ id: string }>(data).map(({ id }) => id)).toStrictEqual(asked);
  expect(calls()).toStrictEqual(['GET /v1/personas?page=1&perPage=100']);
});

test('an unknown persona id reads the list once to its end', async () => {
  const { run, calls } = await startWithHundred();
  await run('{ persona(id: "3f0e9f7e-1111-4222-8333-444455556666") { id } }');
  expect(calls()).toStrictEqual([
    'GET /v1/personas?page=1&perPage=100',
    'GET /v1/personas?page=2&perPage=100',
  ]);
});

test('equal ids in one request make one call, across fields', async () => {
  const { run, upstream } = await start();
  const { data } = await run('{ personas(perPage: 1) { items { avatarId } } }');
  const id = data.personas.items[0].avatarId;
  const before = upstream.calls.length;
  const answer = await run(
    `{ a: avatar(id: "${id}") { id } b: avatar(id: "${id}") { id } avatarsByIds(ids: ["${id}", "${id}"]) { id } }`,
  );
  expect(answer.data).toStrictEqual({ a: { id }, b: { id }, avatarsByIds: [{ id }, { id }] });
  expect(upstream.calls.slice(before)).toStrictEqual([`GET /v1/avatars/${id}`]);
});

test('a persona of a list is not looked up again by id in the same request', async () => {
  const shareLinks = [{ id: 's1', personaId: 'p1' }];
  const persona = { id: 'p1', name: 'Ada', systemPrompt: 'Be kind.', shareLinks };
  const upstream = await startUpstreamWithResponse(200, { data: [persona], meta: {} });
  const { run } = await start({ upstream, extensions: 'all' });
  const { data } = await run('{ personas { items { shareLinks { persona { name } } } } }');
  expect(data.personas.items).toStrictEqual([{ shareLinks: [{ persona: { name: 'Ada' } }] }]);
  expect(upstream.calls).toStrictEqual(['GET /v1/personas?page=1&perPage=20']);
});

test('loaders are not shared between requests', async () => {
  const { run, upstream } = await start();
  const { data } = await run('{ personas(perPage: 1) { items { avatarId } } }');
  const query = `{ avatar(id: "${data.personas.items[0].avatarId}") { id } }`;
  const before = upstream.calls.length;
  await run(query);
  await run(query);
  expect(upstream.calls.slice(before)).toHaveLength(2);
});

test('lookups of one request run concurrently, at most 100 at a time', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const upstream = await startUpstream(async ({ url = '' }, response) => {
    await released;
    sendJson(response, 200, { id: url.split('/').at(-1) });
  });
  const { run } = await start({ upstream });
  const [avatarIds, toolIds] = ['a', 't'].map((kind) =>
    Array.from({ length: 75 }, (_, index) => `${kind}${index}`),
  );
  const result = run(
    'query ($avatarIds: [ID!]!, $toolIds: [ID!]!) { avatarsByIds(ids: $avatarIds) { id } toolsByIds(ids: $toolIds) { id } }',
    { avatarIds, toolIds },
  );
  await expect.poll(upstream.open).toBe(100);
  release();
  const { data } = await result;
  expect(data.avatarsByIds).toHaveLength(75);
  expect(data.toolsByIds).toHaveLength(75);
  expect(upstream.calls).toHaveLength(150);
  expect(upstream.peak()).toBe(100);
});

test('after a mutation, the same request reads the new state', async () => {
  const { run } = await start();
  const create = `createPersona(input: { name: "Ada", toolIds: ["${seedTool}"] }) { persona { tools { description } } }`;
  const { data } = await run(
    `mutation { before: ${create} updateTool(id: "${seedTool}", input: { description: "Changed." }) { tool { id } } after: ${create} }`,
  );
  expect(data.before.persona.tools).toStrictEqual([{ description: tools[0]?.description }]);
  expect(data.after.persona.tools).toStrictEqual([{ description: 'Changed.' }]);
});

test('personas by their ids are one walk over the list of a service that has no personas by id', async () => {
  const upstream = await startUpstream((request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'));
    const data = Array.from({ length: 100 }, (_, n) => ({ id: `p${(page - 1) * 100 + n}` }));
    sendJson(response, 200, { data, meta: { total: 300 } });
  });
  const { run } = await start({ upstream });
  const data = await expectData(run('{ personasByIds(ids: ["p150", "p3", "p120"]) { id } }'));
  expect(data.personasByIds).toStrictEqual([{ id: 'p150' }, { id: 'p3' }, { id: 'p120' }]);
  expect(upstream.calls).toStrictEqual([
    'GET /v1/personas?page=1&perPage=100',
    'GET /v1/personas?page=2&perPage=100',
  ]);
});
