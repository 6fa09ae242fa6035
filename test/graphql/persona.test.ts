import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { type Api, startApi } from '../support/api.ts';
import { LIVE_KEY, startLiveUpstream } from '../support/live-upstream.ts';
import { startProduct } from '../support/product.ts';
import { seedTool } from '../support/seeds.ts';
import { sendJson, startUpstream, startUpstreamAnswering } from '../support/upstream.ts';

const CREATE = `mutation ($input: CreatePersonaInput!) {
  createPersona(input: $input) {
    persona {
      id name description avatarId avatarModel voiceId llmId systemPrompt skipGreeting createdAt record
    }
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
  const created = (await run(CREATE, { input })).data.createPersona.persona;
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
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.method !== 'GET') bodies.push(JSON.parse(body));
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"p1"}');
  });
  const { run } = await startApi(upstream);
  await run(CREATE, { input: { name: 'Ada', description: null, ...given } });
  expect(bodies).toStrictEqual([{ name: 'Ada', ...arrives }]);
});

test('ids that the upstream has no records for, in whatever form, fail nothing of a persona', async () => {
  const { run } = await startProduct();
  const input = { name: 'Ada', brainType: 'OLD_BRAIN', voiceId: 'old-voice' };
  const { id } = (await run(CREATE, { input })).data.createPersona.persona;
  const { data, errors } = await run(
    `{ personas(perPage: 1) { items { id llm { id isBuiltIn } voice { id } } } llm(id: "OLD_BRAIN") { id } }`,
  );
  expect(errors).toBeUndefined();
  const llm = { id: 'OLD_BRAIN', isBuiltIn: false };
  expect(data).toStrictEqual({ personas: { items: [{ id, llm, voice: null }] }, llm: null });
});

test('a persona whose ids the upstream rejects as malformed has no such records', async () => {
  const persona = { id: 'p1', avatarId: 'a1', voiceId: 'v1', llmId: 'l1', toolIds: ['t1'] };
  const upstream = await startUpstream((request, response) =>
    request.url === '/v1/personas/p1'
      ? sendJson(response, 200, persona)
      : sendJson(response, 400, { error: 'Invalid id' }),
  );
  const { run } = await startApi(upstream, { client: { extensions: EXTENSIONS } });
  const { data, errors } = await run(
    '{ persona(id: "p1") { avatar { id } voice { id } llm { id } tools { id } } voice(id: "v1") { id } }',
  );
  expect(data).toStrictEqual({
    persona: { avatar: null, voice: null, llm: { id: 'l1' }, tools: [null] },
    voice: null,
  });
  expect(errors).toBeUndefined();
});

test('a tool that is named twice is stored once', async () => {
  const { run } = await startProduct();
  const toolIds = [seedTool, seedTool.toUpperCase(), seedTool];
  const { data } = await run(
    'mutation ($toolIds: [ID!]) { createPersona(input: { toolIds: $toolIds }) { persona { toolIds } } }',
    { toolIds },
  );
  expect(data.createPersona.persona.toolIds).toStrictEqual([seedTool]);
});

test('the old name of the LLM is accepted and stored under the new one', async () => {
  const { run } = await startProduct();
  const { data } = await run(CREATE, { input: { name: 'Ada', brainType: 'OLD_BRAIN' } });
  expect(data.createPersona.persona).toMatchObject({ llmId: 'OLD_BRAIN' });
  expect(data.createPersona.persona.record).not.toHaveProperty('brainType');
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
    '{ personas(perPage: 5) { total page perPage lastPage nextPage previousPage items { name avatar { displayName imageUrl } } } }',
  );
  expect(errors).toBeUndefined();
  const { items, total, ...numbers } = data.personas;
  expect(total).toBeGreaterThanOrEqual(24);
  expect(numbers).toStrictEqual({
    page: 1,
    perPage: 5,
    lastPage: Math.ceil(total / 5),
    nextPage: 2,
    previousPage: null,
  });
  expect(items).toHaveLength(5);
  const picture = await fetch(items[0].avatar.imageUrl);
  expect(picture.status).toBe(200);
  expect(picture.headers.get('content-type')).toMatch(/^image\/(jpeg|png|webp)$/);
});

test('the pages of a list hold every persona once, and the page past the end none', async () => {
  const { run } = await startProduct();
  const page = async (number: number) =>
    (await run(`{ personas(page: ${number}, perPage: 7) { total nextPage items { id } } }`)).data
      .personas;
  const seen: string[] = [];
  let next: number | null = 1;
  let total = 0;
  let pages = 0;
  while (next !== null) {
    const { items, ...rest } = await page(next);
    seen.push(...items.map(({ id }: { id: string }) => id));
    ({ nextPage: next, total } = rest);
    pages += 1;
  }
  expect(seen).toHaveLength(total);
  expect(new Set(seen).size).toBe(total);
  expect(await page(pages + 1)).toStrictEqual({ items: [], nextPage: null, total });
});

test('the name filter knows no case, and an empty result is a page of none', async () => {
  const { run } = await startProduct();
  const named = async (name: string) =>
    (
      await run('query ($name: String) { personas(search: $name) { total items { name } } }', {
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
  expect(data).toStrictEqual({ personas: null });
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
    '{ personas(page: null, perPage: null, search: null) { page perPage } }',
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
    '{ personas { total lastPage nextPage items { name avatarId avatar { displayName } avatarModel voiceId systemPrompt createdAt record } } }',
  );
  expect(errors).toBeUndefined();
  expect(data.personas).toStrictEqual({
    total: null,
    lastPage: null,
    nextPage: null,
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
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.method !== 'GET') bodies.push(JSON.parse(body));
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"p1"}');
  });
  const { run } = await startApi(upstream);
  const extra = { avatarModel: 'cara-9', uninterruptibleGreeting: true, nothing: null };
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

const UPDATE = `mutation ($id: ID!, $input: UpdatePersonaInput!) {
  updatePersona(id: $id, input: $input) {
    persona {
      name avatarModel systemPrompt languageCode initialMessage toolIds tools { name } voice { displayName }
    }
  }
}`;

const firstOf = async (run: Api['run'], list: string) =>
  (await run(`{ ${list}(perPage: 1) { items { id } } }`)).data[list].items[0].id;

test('a persona is created with tools, updated in part, and deleted', async () => {
  const { run } = await startProduct();
  const voiceId = await firstOf(run, 'voices');
  const given = {
    name: 'Ada',
    voiceId,
    avatarModel: 'CARA_2',
    systemPrompt: 'Be brief.',
    languageCode: 'sv',
    initialMessage: 'Hej!',
    toolIds: [seedTool],
  };
  const made = await run(CREATE, { input: given });
  expect(made.errors).toBeUndefined();
  const { id } = made.data.createPersona.persona;

  const { data, errors } = await run(UPDATE, { id, input: { systemPrompt: 'Be kind.' } });
  expect(errors).toBeUndefined();
  const whole = {
    name: 'Ada',
    avatarModel: 'CARA_2',
    systemPrompt: 'Be kind.',
    languageCode: 'sv',
    initialMessage: 'Hej!',
    toolIds: [seedTool],
    tools: [{ name: expect.any(String) }],
    voice: { displayName: expect.any(String) },
  };
  expect(data.updatePersona.persona).toStrictEqual(whole);

  const nulls = { avatarModel: null, initialMessage: null };
  const cleared = await run(UPDATE, { id, input: { ...nulls, toolIds: [] } });
  expect(cleared.data.updatePersona.persona).toStrictEqual({
    ...whole,
    avatarModel: null,
    initialMessage: null,
    toolIds: [],
    tools: [],
  });

  const remove = `mutation { deletePersona(id: "${id}") { deletedId } }`;
  expect((await run(remove)).data).toStrictEqual({ deletePersona: { deletedId: id } });
  expect((await run(`{ persona(id: "${id}") { id } }`)).data).toStrictEqual({ persona: null });
  expect((await run(remove)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});

test('only what an update names is sent, keys newer than the schema as they are', async () => {
  const bodies: unknown[] = [];
  const upstream = await startUpstream(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.method !== 'GET') bodies.push(JSON.parse(body));
    sendJson(response, 200, { id: 'p1', skipGreeting: false, toolIds: ['t1'] });
  });
  const { run } = await startApi(upstream, { client: { extensions: EXTENSIONS } });
  const extra = { widgetConfig: { layout: 'inline', position: null } };
  await run(UPDATE, { id: 'p1', input: { avatarModel: null, toolIds: ['t1'], extra } });
  expect(bodies).toStrictEqual([{ avatarModel: null, toolIds: ['t1'], ...extra }]);
  expect(upstream.calls).toStrictEqual(['PUT /v1/personas/p1', 'GET /v1/tools/t1']);
});

const PARTS = `{ personas(perPage: 20) { items {
  avatar { displayName } voice { displayName } tools { name }
} } }`;

const embedded = (n: number) => ({
  id: `p${n}`,
  avatar: { id: `a${n}`, displayName: 'Iris' },
  voice: { id: `v${n}`, displayName: 'Alma' },
  tools: [{ id: 't1', name: 'lookup' }],
});

test('a page of 20 personas with avatar, voice and tools is one call, where they are embedded', async () => {
  const data = Array.from({ length: 20 }, (_, n) => embedded(n));
  const upstream = await startUpstreamAnswering(200, { data, meta: {} });
  const { run } = await startApi(upstream, { client: { extensions: EXTENSIONS } });
  const answer = await run(PARTS);
  expect(answer.errors).toBeUndefined();
  expect(answer.data.personas.items).toStrictEqual(
    data.map(() => ({
      avatar: { displayName: 'Iris' },
      voice: { displayName: 'Alma' },
      tools: [{ name: 'lookup' }],
    })),
  );
  expect(upstream.calls).toStrictEqual(['GET /v1/personas?page=1&perPage=20']);
});

test('a field that an embedded tool leaves out costs one call for each tool', async () => {
  const upstream = await startUpstream((request, response) => {
    const tool = { id: 't1', name: 'lookup', type: 'CLIENT' };
    const page = { data: [embedded(1), embedded(2)], meta: {} };
    sendJson(response, 200, request.url?.includes('tools') ? tool : page);
  });
  const { run } = await startApi(upstream);
  const { data } = await run('{ personas { items { tools { name type config } } } }');
  const tools = [{ name: 'lookup', type: 'CLIENT', config: null }];
  expect(data.personas.items).toStrictEqual([{ tools }, { tools }]);
  expect(upstream.calls).toStrictEqual(['GET /v1/personas?page=1&perPage=20', 'GET /v1/tools/t1']);
});

test('otherwise each avatar, voice and tool is looked up once, whatever personas share it', async () => {
  const { run, upstream } = await startProduct();
  const { data, errors } = await run(PARTS);
  expect(errors).toBeUndefined();
  const { items } = data.personas;
  expect(items).toHaveLength(20);
  expect(items.some(({ tools }: { tools: unknown[] | null }) => tools && tools.length > 0)).toBe(
    true,
  );
  const calls = upstream.calls.filter((call) => !call.includes('?'));
  expect(new Set(calls).size).toBe(calls.length);
  expect(upstream.calls.length).toBe(calls.length + 1);
  const resources = new Set(calls.map((call) => call.split('/')[2]));
  expect(resources).toStrictEqual(new Set(['avatars', 'voices', 'tools']));
});

test('a tool that was deleted is null among the tools of a persona', async () => {
  const upstream = await startUpstream((request, response) => {
    const { url = '' } = request;
    if (url.startsWith('/v1/personas')) {
      return sendJson(response, 200, { data: [{ id: 'p1', toolIds: ['gone', 't1'] }], meta: {} });
    }
    return url.endsWith('gone')
      ? sendJson(response, 404, { error: 'Not found' })
      : sendJson(response, 200, { id: 't1', name: 'lookup' });
  });
  const { run } = await startApi(upstream);
  const { data, errors } = await run('{ personas { items { toolIds tools { name } } } }');
  expect([data.personas.items, errors]).toStrictEqual([
    [{ toolIds: ['gone', 't1'], tools: [null, { name: 'lookup' }] }],
    undefined,
  ]);
});

test('tools that a list leaves out are read from the persona itself', async () => {
  const upstream = await startLiveUpstream();
  const { run } = await startApi(
    { url: upstream.url, key: LIVE_KEY },
    { client: { extensions: EXTENSIONS } },
  );
  const query = '{ personas(perPage: 2) { items { name voice { displayName } tools { name } } } }';
  const { data, errors } = await run(query);
  expect(errors).toBeUndefined();
  expect(data.personas.items[0]).toStrictEqual({
    name: 'Persona 1',
    voice: { displayName: 'Lucy' },
    tools: [{ name: 'lookup' }],
  });
  expect(upstream.calls).toHaveLength(3);
});
