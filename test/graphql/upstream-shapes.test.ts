import { describe, expect, test } from 'vitest';
import { personas } from '../../src/avatar-service/seed/seed-data.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { LIVE, startLiveUpstream } from '../support/live-upstream.ts';
import { start } from '../support/start.ts';
import { forwardTo, startUpstream, startUpstreamWithResponse } from '../support/upstream.ts';
import { expectData } from './expectations.ts';

const LIST = '{ personas(perPage: 20) { items { id name avatar { displayName imageUrl } } } }';
const LIST_ALL =
  '{ personas(perPage: 20) { items { id name systemPrompt llmId avatar { displayName } } } }';

/** Starts the API with the built-in service, which returns flat and complete records. */
async function startFlat(personaById: boolean) {
  const service = await startAvatarService({ seeded: true });
  const upstream = await startUpstream(forwardTo(service.url));
  const facade = await start({
    upstream: { url: upstream.url, key: service.keys.pro },
    extensions: personaById ? ['personas'] : [],
  });
  const [first] = personas;
  return {
    ...facade,
    upstream,
    persona: first?.id ?? '',
    avatar: first?.avatarId ?? '',
  };
}

/** Starts the API with a service that responds as live ones do: nested, with summaries in lists. */
async function startLive(personaById: boolean) {
  const live = await start({
    upstream: await startLiveUpstream(),
    extensions: personaById ? ['personas'] : [],
  });
  return { ...live, persona: LIVE.persona, avatar: LIVE.avatars[1] };
}

test('a number or a URL that the graph cannot have is null, without an error', async () => {
  const counts = ['usageCount', 'usageLimit', 'documentCount', 'fileSize', 'maxTokens'];
  const record = {
    id: 'x1',
    ...Object.fromEntries(counts.map((name) => [name, 3e9])),
    urls: [{ url: 'none' }],
  };
  const { run } = await start({
    upstream: await startUpstreamWithResponse(200, {
      ...record,
      data: [record],
      meta: { total: 3e9 },
    }),
    extensions: 'all',
  });
  const data = await expectData(
    run(
      `{ shareLinks { total items { usageCount usageLimit } } tools { items { personaCount } }
       llms(includeBuiltIn: false) { items { maxTokens urls { url } } }
       knowledgeGroups { documentCount documents { fileSize } } }`,
    ),
  );
  expect(data).toStrictEqual({
    shareLinks: { total: null, items: [{ usageCount: null, usageLimit: null }] },
    tools: { items: [{ personaCount: null }] },
    llms: { items: [{ maxTokens: null, urls: null }] },
    knowledgeGroups: [{ documentCount: null, documents: [{ fileSize: null }] }],
  });
});

const DIALECTS = { flat: startFlat, live: startLive };
const QUERIES = { 'fields of lists': LIST, 'fields that lists may omit': LIST_ALL };

describe('upstream calls for a list of 20 personas', () => {
  test.each([
    ['flat', 'fields of lists', true, { lists: 1, avatars: 8, personas: 0 }],
    ['flat', 'fields that lists may omit', true, { lists: 1, avatars: 8, personas: 0 }],
    ['flat', 'fields that lists may omit', false, { lists: 1, avatars: 8, personas: 0 }],
    ['live', 'fields of lists', true, { lists: 1, avatars: 0, personas: 0 }],
    ['live', 'fields that lists may omit', true, { lists: 1, avatars: 0, personas: 20 }],
    ['live', 'fields that lists may omit', false, { lists: 1, avatars: 0, personas: 0 }],
  ] as const)('%s, %s, personas by id %s: %j', async (dialect, query, personaById, expected) => {
    const { run, upstream } = await DIALECTS[dialect](personaById);
    const { errors } = await run(QUERIES[query]);
    expect(errors).toBeUndefined();
    const count = (pattern: RegExp) => upstream.calls.filter((call) => pattern.test(call)).length;
    expect({
      lists: count(/^GET \/v1\/personas\?/),
      avatars: count(/^GET \/v1\/avatars\//),
      personas: count(/^GET \/v1\/personas\//),
    }).toStrictEqual(expected);
  });
});

test('with personas by id, a field that a list omits is read from the persona', async () => {
  const { run } = await startLive(true);
  const { data } = await run(
    '{ personas(perPage: 2) { items { systemPrompt llm { id } avatarModel record } } }',
  );
  const [first] = data.personas.items;
  expect(first).toMatchObject({ systemPrompt: 'You are persona 1.', avatarModel: 'cara-4' });
  expect(first.record).not.toHaveProperty('brain');
});

test.each([{ brainType: 'OLD_NAME_V1' }, { brainType: 'OLD_NAME_V1', llmId: null }])(
  'a persona of an older service, %j, returns its LLM',
  async (fields) => {
    const upstream = await startUpstreamWithResponse(200, { id: 'p1', ...fields });
    const { run } = await start({ upstream, extensions: ['personas'] });
    const { data } = await run('{ persona(id: "p1") { llmId llm { id } } }');
    expect(data.persona).toStrictEqual({ llmId: 'OLD_NAME_V1', llm: { id: 'OLD_NAME_V1' } });
  },
);

test.each([
  [{ createdByOrganizationId: null }, true],
  [{ createdByOrganizationId: 'o1' }, false],
  [{}, false],
])('avatars and voices with %j are built in: %j', async (fields, isBuiltIn) => {
  const upstream = await startUpstreamWithResponse(200, { id: 'x1', ...fields });
  const { run } = await start({ upstream, extensions: ['avatars', 'voices'] });
  const { data } = await run('{ avatar(id: "x1") { isBuiltIn } voice(id: "x1") { isBuiltIn } }');
  expect(data).toStrictEqual({ avatar: { isBuiltIn }, voice: { isBuiltIn } });
});
