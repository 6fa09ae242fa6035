import { expect, test } from 'vitest';
import { fakeService, reply } from '../support/fake-service.ts';
import { startLive } from '../support/live-service.ts';
import { start } from '../support/start.ts';
import { expectData } from './expectations.ts';

test('a number or a URL that the graph cannot have is null, without an error', async () => {
  const counts = ['usageCount', 'usageLimit', 'documentCount', 'fileSize', 'maxTokens'];
  const record = {
    id: 'x1',
    ...Object.fromEntries(counts.map((name) => [name, 3e9])),
    urls: [{ url: 'none' }],
  };
  const { run } = await start({
    upstream: reply(200, {
      ...record,
      data: [record],
      meta: { total: 3e9 },
    }),
    extensions: 'all',
  });
  const data = await expectData(
    run(
      `{ shareLinks { totalCount nodes { usageCount usageLimit } } tools { nodes { personaCount } }
       llms(includeBuiltIn: false) { nodes { maxTokens urls { url } } }
       knowledgeGroups { nodes { documentCount documents { nodes { fileSize } } } } }`,
    ),
  );
  expect(data).toStrictEqual({
    shareLinks: { totalCount: null, nodes: [{ usageCount: null, usageLimit: null }] },
    tools: { nodes: [{ personaCount: null }] },
    llms: { nodes: [{ maxTokens: null, urls: [] }] },
    knowledgeGroups: {
      nodes: [{ documentCount: null, documents: { nodes: [{ fileSize: null }] } }],
    },
  });
});

test('what a list omits of a persona is read from it, if the upstream has personas by id', async () => {
  const query = '{ personas(first: 2) { nodes { systemPrompt llm { id } avatarModel record } } }';
  const { run } = await startLive(['personas']);
  const { data } = await run(query);
  const [first] = data.personas.nodes;
  expect(first).toMatchObject({ systemPrompt: 'You are persona 1.', avatarModel: 'cara-4' });
  expect(first.record).not.toHaveProperty('brain');
  const limited = await startLive([]);
  expect((await limited.run(query)).errors).toBeUndefined();
  expect(limited.upstream.calls).toHaveLength(1);
});

test('a complete persona of a list is not read again', async () => {
  const { run, upstream } = await start();
  await expectData(run('{ personas { nodes { systemPrompt llmId toolIds } } }'));
  expect(upstream.calls).toHaveLength(1);
});

test.each([{ brainType: 'OLD_NAME_V1' }, { brainType: 'OLD_NAME_V1', llmId: null }])(
  'a persona of an older service, %j, returns its LLM',
  async (fields) => {
    const upstream = await fakeService(reply(200, { id: 'p1', ...fields }));
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
  const upstream = await fakeService(reply(200, { id: 'x1', ...fields }));
  const { run } = await start({ upstream, extensions: ['avatars', 'voices'] });
  const { data } = await run('{ avatar(id: "x1") { isBuiltIn } voice(id: "x1") { isBuiltIn } }');
  expect(data).toStrictEqual({ avatar: { isBuiltIn }, voice: { isBuiltIn } });
});
