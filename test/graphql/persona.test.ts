import { expect, test } from 'vitest';
import { seedTool } from '../support/files.ts';
import { type Api, start } from '../support/start.ts';
import { startUpstreamWithResponse } from '../support/upstream.ts';
import { expectData } from './expectations.ts';
import { CREATE_PERSONA, UPDATE_PERSONA } from './persona-mutations.ts';

const findFirstId = async (run: Api['run'], list: string) =>
  (await run(`{ ${list}(perPage: 1) { items { id } } }`)).data[list].items[0].id;

test('a persona is created with tools, and updated in part', async () => {
  const { run } = await start();
  const voiceId = await findFirstId(run, 'voices');
  const given = {
    name: 'Ada',
    voiceId,
    avatarModel: 'cara-2',
    systemPrompt: 'Be brief.',
    languageCode: 'sv',
    initialMessage: 'Hej!',
    toolIds: [seedTool],
  };
  const created = await run(CREATE_PERSONA, { input: given });
  expect(created.errors).toBeUndefined();
  const { id } = created.data.createPersona.persona;

  const data = await expectData(run(UPDATE_PERSONA, { id, input: { systemPrompt: 'Be kind.' } }));
  const whole = {
    name: 'Ada',
    avatarModel: 'cara-2',
    systemPrompt: 'Be kind.',
    languageCode: 'sv',
    initialMessage: 'Hej!',
    toolIds: [seedTool],
    tools: [{ name: expect.any(String) }],
    voice: { displayName: expect.any(String) },
  };
  expect(data.updatePersona.persona).toStrictEqual(whole);

  const nulls = { avatarModel: null, initialMessage: null };
  const cleared = await run(UPDATE_PERSONA, { id, input: { ...nulls, toolIds: [] } });
  expect(cleared.data.updatePersona.persona).toStrictEqual({
    ...whole,
    avatarModel: null,
    initialMessage: null,
    toolIds: [],
    tools: [],
  });
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
  const upstream = await startUpstreamWithResponse(200, { data: [persona], meta: {} });
  const { run } = await start({ upstream });
  const data = await expectData(
    run(
      '{ personas { total lastPage nextPage items { name avatarId avatar { displayName } avatarModel voiceId systemPrompt skipGreeting createdAt record } } }',
    ),
  );
  expect(data.personas).toStrictEqual({
    total: null,
    lastPage: null,
    nextPage: null,
    items: [
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
