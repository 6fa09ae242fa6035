import { expect, test } from 'vitest';
import { fakeService, reply, sendJson } from '../support/fake-service.ts';
import { seedTool } from '../support/files.ts';
import { start } from '../support/start.ts';
import { expectData } from './expectations.ts';

test('duplicate toolIds are stored once', async () => {
  const { run } = await start();
  const toolIds = [seedTool, seedTool.toUpperCase(), seedTool];
  const { data } = await run(
    'mutation ($toolIds: [ID!]) { createPersona(input: { toolIds: $toolIds }) { persona { toolIds } } }',
    { toolIds },
  );
  expect(data.createPersona.persona.toolIds).toStrictEqual([seedTool]);
});

test('nested responses are read like flat ones', async () => {
  const persona = {
    id: 'p1',
    avatar: { id: 'a1', displayName: 'Inner' },
    voice: { id: 'v1' },
    brain: { systemPrompt: 'Nested.' },
    avatarModel: 'cara-99',
    name: 42,
    skipGreeting: 'yes',
    createdAt: 'yesterday',
    newer: { deep: [1] },
  };
  const upstream = await fakeService(reply(200, { data: [persona], meta: {} }));
  const { run } = await start({ upstream });
  const data = await expectData(
    run(
      '{ personas { totalCount pageInfo { hasNextPage } nodes { name avatarId avatar { displayName } avatarModel voiceId systemPrompt skipGreeting createdAt record } } }',
    ),
  );
  expect(data.personas).toStrictEqual({
    totalCount: null,
    pageInfo: { hasNextPage: false },
    nodes: [
      {
        name: null,
        avatarId: 'a1',
        avatar: { displayName: 'Inner' },
        avatarModel: 'cara-99',
        voiceId: 'v1',
        systemPrompt: 'Nested.',
        skipGreeting: null,
        createdAt: null,
        record: persona,
      },
    ],
  });
  expect(upstream.calls).toHaveLength(1);
});

test('ids without a record in the upstream, in whatever format, do not fail a persona', async () => {
  const { run } = await start();
  const input = { name: 'Ada', brainType: 'OLD_BRAIN', voiceId: 'old-voice' };
  const created = await run(
    'mutation ($input: CreatePersonaInput!) { createPersona(input: $input) { persona { id } } }',
    { input },
  );
  const { id } = created.data.createPersona.persona;
  const data = await expectData(
    run(
      `{ personas(first: 1) { nodes { id llm { id isBuiltIn } voice { id } } } llm(id: "OLD_BRAIN") { id } }`,
    ),
  );
  const llm = { id: 'OLD_BRAIN', isBuiltIn: false };
  expect(data).toStrictEqual({ personas: { nodes: [{ id, llm, voice: null }] }, llm: null });
});

const createPersona = (n: number) => ({
  id: `p${n}`,
  avatar: { id: `a${n}`, displayName: 'Iris' },
  voice: { id: `v${n}`, displayName: 'Alma' },
  tools: [{ id: 't1', name: 'lookup' }],
});

test('a field that an embedded tool does not have makes one call per tool', async () => {
  const upstream = await fakeService((request, response) => {
    const tool = { id: 't1', name: 'lookup', type: 'CLIENT' };
    const page = { data: [createPersona(1), createPersona(2)], meta: {} };
    sendJson(response, 200, request.url?.includes('tools') ? tool : page);
  });
  const { run } = await start({ upstream });
  const { data } = await run(
    '{ personas { nodes { tools { name type config { system { action } } } } } }',
  );
  const tools = [{ name: 'lookup', type: 'CLIENT', config: null }];
  expect(data.personas.nodes).toStrictEqual([{ tools }, { tools }]);
  expect(upstream.calls).toStrictEqual(['GET /v1/personas?page=1&perPage=20', 'GET /v1/tools/t1']);
});
