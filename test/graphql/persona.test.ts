import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { startProduct } from '../support/product.ts';
import { startUpstream, startUpstreamAnswering } from '../support/upstream.ts';

const CREATE = `mutation ($input: CreatePersonaInput!) {
  createPersona(input: $input) {
    id name description avatarId avatarModel voiceId llmId systemPrompt skipGreeting createdAt record
  }
}`;

test('a persona is created, listed first, and found by its id', async () => {
  const { run } = await startProduct();
  const input = {
    name: 'Ada, test guide',
    description: 'For this test.',
    avatarModel: 'CARA_2',
    voiceId: 'voice-1',
    llmId: 'CUSTOMER_CLIENT_V1',
    systemPrompt: 'Be brief.',
    skipGreeting: true,
  };
  const created = (await run(CREATE, { input })).data.createPersona;
  expect(created).toMatchObject(input);
  expect(created.record).toMatchObject({ ...input, avatarModel: 'cara-2', id: created.id });
  expect(new Date(created.createdAt).getTime()).toBeGreaterThan(Date.now() - 60_000);
  const { data } = await run(
    'query ($id: ID!) { persona(id: $id) { id name llm { id isBuiltIn } } personas(perPage: 1) { items { id } } }',
    { id: created.id },
  );
  expect(data).toStrictEqual({
    persona: { id: created.id, name: input.name, llm: { id: input.llmId, isBuiltIn: true } },
    personas: { items: [{ id: created.id }] },
  });
});

test.each<[string, object, object]>([
  ['left out', {}, {}],
  ['null', { avatarModel: null }, { avatarModel: null }],
  ['given', { avatarModel: 'CARA_3' }, { avatarModel: 'cara-3' }],
])('avatarModel %s arrives so at the service', async (_, given, arrives) => {
  const bodies: unknown[] = [];
  const upstream = await startUpstream(async (request, response) => {
    bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"p1"}');
  });
  const { run } = await startApi(upstream);
  await run(CREATE, { input: { name: 'Ada', description: null, ...given } });
  expect(bodies).toStrictEqual([{ name: 'Ada', ...arrives }]);
});

test('the old name of the LLM is accepted and stored under the new one', async () => {
  const { run } = await startProduct();
  const { data } = await run(CREATE, { input: { name: 'Ada', brainType: 'OLD_BRAIN' } });
  expect(data.createPersona).toMatchObject({ llmId: 'OLD_BRAIN' });
  expect(data.createPersona.record).not.toHaveProperty('brainType');
});

test('both names of the LLM at once are an error at the path of the old one', async () => {
  const { run, upstream } = await startProduct();
  const { errors } = await run(CREATE, { input: { brainType: 'A', llmId: 'B' } });
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['input', 'brainType'] }],
  });
  expect(upstream.calls).toStrictEqual([]);
});

test('a malformed avatarId is told at its path', async () => {
  const { run } = await startProduct();
  const { errors } = await run(CREATE, { input: { name: 'Ada', avatarId: 'nope' } });
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['input', 'avatarId'] }],
  });
});

test('a list shows personas with their avatars, whose pictures can be fetched', async () => {
  const { run } = await startProduct();
  const { data, errors } = await run(
    '{ personas(perPage: 5) { total page perPage lastPage next previous items { name avatar { displayName imageUrl } } } }',
  );
  expect(errors).toBeUndefined();
  const { items, total, ...numbers } = data.personas;
  expect(total).toBeGreaterThanOrEqual(24);
  expect(numbers).toStrictEqual({
    page: 1,
    perPage: 5,
    lastPage: Math.ceil(total / 5),
    next: 2,
    previous: null,
  });
  expect(items).toHaveLength(5);
  const picture = await fetch(items[0].avatar.imageUrl);
  expect(picture.status).toBe(200);
  expect(picture.headers.get('content-type')).toMatch(/^image\/(jpeg|png|webp)$/);
});

test('the pages of a list hold every persona once, and the page past the end none', async () => {
  const { run } = await startProduct();
  const page = async (number: number) =>
    (await run(`{ personas(page: ${number}, perPage: 7) { total next items { id } } }`)).data
      .personas;
  const seen: string[] = [];
  let next: number | null = 1;
  let total = 0;
  let pages = 0;
  while (next !== null) {
    const { items, ...rest } = await page(next);
    seen.push(...items.map(({ id }: { id: string }) => id));
    ({ next, total } = rest);
    pages += 1;
  }
  expect(seen).toHaveLength(total);
  expect(new Set(seen).size).toBe(total);
  expect(await page(pages + 1)).toStrictEqual({ items: [], next: null, total });
});

test('the name filter knows no case, and an empty result is a page of none', async () => {
  const { run } = await startProduct();
  const named = async (name: string) =>
    (
      await run('query ($name: String) { personas(name: $name) { total items { name } } }', {
        name,
      })
    ).data.personas;
  const guides = await named('GUIDE');
  expect(guides.total).toBeGreaterThan(0);
  for (const { name } of guides.items) expect(name.toLowerCase()).toContain('guide');
  expect(await named('no such persona')).toStrictEqual({ total: 0, items: [] });
});

test.each<[string, string[]]>([
  ['page: 0', ['page']],
  ['page: -1', ['page']],
  ['perPage: 0', ['perPage']],
  ['perPage: 101', ['perPage']],
])('personas(%s) is refused at its path before the service is asked', async (args, path) => {
  const { run, upstream } = await startProduct();
  const { errors, data } = await run(`{ personas(${args}) { total } }`);
  expect(data).toBeNull();
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', issues: [{ path }] } }]);
  expect(upstream.calls).toStrictEqual([]);
});

test('every broken rule of a request is named at once', async () => {
  const { run } = await startProduct();
  const { errors } = await run('{ personas(page: 0, perPage: 101) { total } }');
  expect(errors?.[0]?.extensions.issues?.map(({ path }) => path)).toStrictEqual([
    ['page'],
    ['perPage'],
  ]);
});

test('null arguments count as left out', async () => {
  const { run } = await startProduct();
  const { data } = await run(
    '{ personas(page: null, perPage: null, name: null) { page perPage } }',
  );
  expect(data.personas).toStrictEqual({ page: 1, perPage: 20 });
});

test('an unknown persona is null', async () => {
  const { run } = await startProduct();
  const { data, errors } = await run(
    '{ persona(id: "3f0e9f7e-1111-4222-8333-444455556666") { id } }',
  );
  expect([data, errors]).toStrictEqual([{ persona: null }, undefined]);
});

test('nested answers are read like flat ones, and what the schema does not know stays in record', async () => {
  const persona = {
    id: 'p1',
    avatar: { id: 'a1', displayName: 'Inner' },
    voice: { id: 'v1' },
    brain: { systemPrompt: 'Nested.' },
    avatarModel: 'cara-99',
    name: 42,
    createdAt: 'yesterday',
    newer: { deep: [1] },
  };
  const upstream = await startUpstreamAnswering(200, { data: [persona], meta: {} });
  const { run } = await startApi(upstream);
  const { data, errors } = await run(
    '{ personas { total lastPage next items { name avatarId avatar { displayName } avatarModel voiceId systemPrompt createdAt record } } }',
  );
  expect(errors).toBeUndefined();
  expect(data.personas).toStrictEqual({
    total: null,
    lastPage: null,
    next: null,
    items: [
      {
        name: null,
        avatarId: 'a1',
        avatar: { displayName: 'Inner' },
        avatarModel: null,
        voiceId: 'v1',
        systemPrompt: 'Nested.',
        createdAt: null,
        record: persona,
      },
    ],
  });
  expect(upstream.calls).toHaveLength(1);
});

test('keys and values newer than the schema are sent as they are', async () => {
  const bodies: unknown[] = [];
  const upstream = await startUpstream(async (request, response) => {
    bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"p1"}');
  });
  const { run } = await startApi(upstream);
  const extra = { avatarModel: 'cara-9', initialMessage: 'Hello', nothing: null };
  const { errors } = await run(CREATE, { input: { name: 'Ada', extra } });
  expect(errors).toBeUndefined();
  expect(bodies).toStrictEqual([{ name: 'Ada', ...extra }]);
});

test('a key that is a field of its own is refused in extra, at its path', async () => {
  const { run, upstream } = await startProduct();
  const { errors } = await run(CREATE, { input: { name: 'Ada', extra: { name: 'Eve' } } });
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['input', 'extra', 'name'] }],
  });
  expect(upstream.calls).toStrictEqual([]);
});
