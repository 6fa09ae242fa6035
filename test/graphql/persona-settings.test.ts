import { expect, test } from 'vitest';
import { fakeService, reply, sendJson } from '../support/fake-service.ts';
import { seedTool } from '../support/files.ts';
import { LIVE, livePersona, startLive } from '../support/live-service.ts';
import { start } from '../support/start.ts';
import { expectData } from './expectations.ts';

/** The API in front of the built-in service. Each test looks at records of its own. */
const builtIn = await start();

test('duplicate toolIds are stored once', async () => {
  const { run } = builtIn;
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
  const { run, upstream } = await start({ upstream: reply(200, { data: [persona], meta: {} }) });
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
  const { run } = builtIn;
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

const SETTINGS = `
  uninterruptibleGreeting zeroDataRetention
  voiceDetectionOptions { endOfSpeechSensitivity speechEnhancementLevel }
  voiceGenerationOptions { speed emotion useSpeakerBoost }
`;
const WIDGET = 'widgetConfig { layout callToAction allowedOrigins }';
const UPDATE = `mutation ($id: ID!, $input: UpdatePersonaInput!) {
  updatePersona(id: $id, input: $input) { persona { ${SETTINGS} ${WIDGET} } }
}`;

const SERVICES = [
  ['the built-in service', () => start()],
  ['a live service', () => startLive()],
] as const;

test('an update of the widget keeps the fields that it omits', async () => {
  const { run } = builtIn;
  const { data } = await run(
    'mutation { createPersona(input: { name: "Ada" }) { persona { id } } }',
  );
  const { id } = data.createPersona.persona;
  const update = (widgetConfig: object) => run(UPDATE, { id, input: { widgetConfig } });
  await update({ layout: 'INLINE', allowedOrigins: ['https://example.com'] });
  const { data: changed } = await update({ layout: 'FLOATING' });
  expect(changed.updatePersona.persona.widgetConfig).toStrictEqual({
    layout: 'FLOATING',
    callToAction: null,
    allowedOrigins: ['https://example.com'],
  });
});

test('an update replaces the options of the voice, and a new voice resets them', async () => {
  const { run } = builtIn;
  const { data } = await run(
    'mutation { createPersona(input: { name: "Ada", voiceId: "v1", voiceGenerationOptions: { stability: 0.5, speed: 1.1 } }) { persona { id } } }',
  );
  const { id } = data.createPersona.persona;
  const update = async (input: object) => {
    const { data } = await run(
      'mutation ($id: ID!, $input: UpdatePersonaInput!) { updatePersona(id: $id, input: $input) { persona { voiceGenerationOptions { stability speed } } } }',
      { id, input },
    );
    return data.updatePersona.persona.voiceGenerationOptions;
  };
  const replaced = { stability: null, speed: 1.2 };
  expect(await update({ voiceGenerationOptions: { speed: 1.2 } })).toStrictEqual(replaced);
  expect(await update({ voiceId: 'v1' })).toStrictEqual(replaced);
  expect(await update({ voiceId: 'v2' })).toBeNull();
  const input = { voiceId: 'v3', voiceGenerationOptions: { stability: 0.3 } };
  expect(await update(input)).toStrictEqual({ stability: 0.3, speed: null });
});

test.each(SERVICES)('a new persona of %s has its widget after a second call', async (_, start) => {
  const { run, upstream } = await start();
  const data = await expectData(
    run(
      `mutation { createPersona(input: { name: "Ada", widgetConfig: { layout: INLINE } }) { persona { name ${WIDGET} } } }`,
    ),
  );
  expect(data.createPersona.persona).toStrictEqual({
    name: 'Ada',
    widgetConfig: { layout: 'INLINE', callToAction: null, allowedOrigins: null },
  });
  expect(upstream.calls).toStrictEqual([
    'POST /v1/personas',
    expect.stringMatching(/^PUT \/v1\/personas\/[\da-f-]{36}$/),
  ]);
});

test('a widget that cannot be set is an error that names the persona, or comes before it', async () => {
  const input = '{ name: "Ada", widgetConfig: { layout: INLINE } }';
  const document = `mutation { createPersona(input: ${input}) { persona { id } } }`;
  const upstream = await fakeService((request, response) =>
    request.method === 'POST'
      ? sendJson(response, 201, { id: 'p1' })
      : sendJson(response, 403, { error: 'Forbidden', message: 'No widgets.' }),
  );
  const { run } = await start({ upstream, extensions: 'all' });
  const { data, errors } = await run(document);
  expect(data).toStrictEqual({ createPersona: null });
  expect(errors).toMatchObject([
    {
      message: 'The persona p1 was created, but not its widget: No widgets.',
      extensions: { code: 'FORBIDDEN' },
    },
  ]);
  const limited = await start({ upstream, extensions: [] });
  expect((await limited.run(document)).errors).toMatchObject([
    { extensions: { code: 'NOT_SUPPORTED' } },
  ]);
  expect(upstream.calls).toStrictEqual(['POST /v1/personas', 'PUT /v1/personas/p1']);
});

/** What an update of a persona can set, as a query returns it. */
const EDITABLE = `id name description avatarId voiceId llmId systemPrompt toolIds languageCode
  initialMessage skipGreeting uninterruptibleGreeting zeroDataRetention
  voiceDetectionOptions { endOfSpeechSensitivity silenceBeforeSkipTurnSeconds
    silenceBeforeSessionEndSeconds silenceBeforeAutoEndTurnSeconds speechEnhancementLevel }
  voiceGenerationOptions { stability similarityBoost speed style useSpeakerBoost model volume emotion }
  widgetConfig { callToAction allowedOrigins allowEverywhere layout initialState position
    showTextInput showMuteButton showTranscript }`;

test.each(SERVICES)(
  'personas of %s that are read can be saved as they are, without the nulls',
  async (_, start) => {
    const { run } = await start();
    const listed = await run(`{ personas(first: 5) { nodes { ${EDITABLE} } } }`);
    expect(listed.data.personas.nodes).toHaveLength(5);
    for (const { id, ...input } of listed.data.personas.nodes) {
      const withoutNulls = JSON.parse(JSON.stringify(input, (_, value) => value ?? undefined));
      const { errors } = await run(UPDATE, { id, input: withoutNulls });
      expect(errors).toBeUndefined();
      const { data } = await run(`query ($id: ID!) { persona(id: $id) { ${EDITABLE} } }`, { id });
      expect(data.persona).toStrictEqual({ id, ...input });
    }
  },
);

test('read-only fields are returned, without invalid values and what could open a persona', async () => {
  const upstream = await fakeService(
    reply(200, {
      ...livePersona(1),
      brain: { personality: 'Dry.' },
      voiceDetectionOptions: { endOfSpeechSensitivity: 'high', speechEnhancementLevel: 0.5 },
      shareLinks: [{ id: 's1', token: 'opens-it', enabled: true, usageCount: 2 }, 'not a link'],
    }),
  );
  const { run } = await start({ upstream, extensions: 'all' });
  const fields =
    'personality enableAudioPassthrough shareLinks { nodes { id isEnabled usageCount } } voiceDetectionOptions { endOfSpeechSensitivity speechEnhancementLevel }';
  const data = await expectData(run(`{ persona(id: "${LIVE.persona}") { ${fields} record } }`));
  expect(data.persona).toMatchObject({
    personality: 'Dry.',
    enableAudioPassthrough: false,
    shareLinks: { nodes: [{ id: 's1', isEnabled: true, usageCount: 2 }] },
    voiceDetectionOptions: { endOfSpeechSensitivity: null, speechEnhancementLevel: 0.5 },
  });
  expect(JSON.stringify(data)).not.toContain('opens-it');
});
