import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { startApi } from '../support/api.ts';
import { startLiveApi } from '../support/live-api.ts';
import { livePersona } from '../support/live-records.ts';
import { LIVE } from '../support/live-upstream.ts';
import { startProduct } from '../support/product.ts';
import { startUpstreamWithResponse } from '../support/upstream.ts';
import { MINT } from './session-tokens.ts';

const SETTINGS = `
  uninterruptibleGreeting zeroDataRetention
  voiceDetectionOptions { endOfSpeechSensitivity speechEnhancementLevel }
  voiceGenerationOptions { speed emotion useSpeakerBoost }
`;
const WIDGET = 'widgetConfig { layout callToAction allowedOrigins }';
const UPDATE = `mutation ($id: ID!, $input: UpdatePersonaInput!) {
  updatePersona(id: $id, input: $input) { persona { ${SETTINGS} ${WIDGET} } }
}`;

const settings = {
  uninterruptibleGreeting: true,
  zeroDataRetention: true,
  voiceDetectionOptions: { endOfSpeechSensitivity: 0.4, speechEnhancementLevel: 0.8 },
  voiceGenerationOptions: { speed: 1.1, emotion: 'calm', useSpeakerBoost: false },
};

test.each([
  ['the built-in service', () => startProduct()],
  ['a live service', () => startLiveApi()],
])('%s stores the settings of a persona and returns them', async (_, start) => {
  const { run } = await start();
  const created = await run(
    `mutation ($input: CreatePersonaInput!) { createPersona(input: $input) { persona { id ${SETTINGS} } } }`,
    { input: { name: 'Ada', ...settings } },
  );
  expect(created.errors).toBeUndefined();
  const { id, ...fields } = created.data.createPersona.persona;
  expect(fields).toStrictEqual(settings);
  const input = {
    zeroDataRetention: false,
    widgetConfig: { layout: 'INLINE', callToAction: 'Talk to Ada' },
  };
  const updated = await run(UPDATE, { id, input });
  expect(updated.errors).toBeUndefined();
  const found = await run(`query ($id: ID!) { persona(id: $id) { ${SETTINGS} ${WIDGET} } }`, {
    id,
  });
  expect(found.data.persona).toStrictEqual({
    ...settings,
    zeroDataRetention: false,
    widgetConfig: { ...input.widgetConfig, allowedOrigins: null },
  });
});

test('an update of the widget keeps the fields that it omits', async () => {
  const { run } = await startProduct();
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

test('null does not clear a setting', async () => {
  const { run } = await startProduct();
  const { errors } = await run(UPDATE, {
    id: LIVE.persona,
    input: { voiceDetectionOptions: null },
  });
  expect(errors?.[0]?.extensions.issues).toMatchObject([
    {
      path: ['input', 'voiceDetectionOptions'],
      message: 'Null does not clear voiceDetectionOptions. Send {} to clear it.',
    },
  ]);
});

test('read-only fields are returned', async () => {
  const upstream = await startUpstreamWithResponse(200, {
    ...livePersona(1),
    voiceSpeed: 1.2,
    brain: { systemPrompt: 'Help.', personality: 'Dry.' },
    knowledge: [{ id: 'k1', apiKey: 'a-key-of-someone' }],
    voiceDetectionOptions: { endOfSpeechSensitivity: 'high', speechEnhancementLevel: 0.5 },
    directorNotes: { presetStyle: 'warm', expressivity: 0.7 },
    shareLinks: [
      { id: 's1', token: 'opens-it', type: 'LINK', enabled: true, usageCount: 2 },
      'not a link',
    ],
  });
  const { run } = await startApi(upstream, { client: { extensions: EXTENSIONS } });
  const { data, errors } = await run(
    `{ persona(id: "${LIVE.persona}") {
      voiceSpeed personality knowledge enableAudioPassthrough
      voiceDetectionOptions { endOfSpeechSensitivity speechEnhancementLevel }
      directorNotes { presetStyle customStylePrompt expressivity }
      shareLinks { type isEnabled usageCount usageLimit expiresAt }
    } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.persona).toStrictEqual({
    voiceSpeed: 1.2,
    personality: 'Dry.',
    knowledge: [{ id: 'k1', apiKey: '[redacted]' }],
    enableAudioPassthrough: false,
    voiceDetectionOptions: { endOfSpeechSensitivity: null, speechEnhancementLevel: 0.5 },
    directorNotes: { presetStyle: 'WARM', customStylePrompt: null, expressivity: 0.7 },
    shareLinks: [
      { type: 'LINK', isEnabled: true, usageCount: 2, usageLimit: null, expiresAt: null },
    ],
  });
  expect(JSON.stringify(data)).not.toContain('opens-it');
});

test('a list of a live service returns isDefault and the settings of each persona', async () => {
  const { run } = await startLiveApi();
  const { data } = await run(
    '{ personas(perPage: 1) { items { isDefault zeroDataRetention voiceGenerationOptions { speed } } } }',
  );
  expect(data.personas.items).toStrictEqual([
    { isDefault: false, zeroDataRetention: false, voiceGenerationOptions: { speed: 1.1 } },
  ]);
});

const ephemeral = { avatarId: 'a', voiceId: 'v', llmId: 'l' };

const EGRESS = {
  mode: 'daily',
  daily: { roomUrl: 'https://rooms.example/r', token: 'room-token' },
};

test('the token of a session with settings, tools, video size and room contains no secret', async () => {
  const { run } = await startProduct();
  const personaConfig = {
    ...ephemeral,
    initialMessage: 'Hello.',
    uninterruptibleGreeting: true,
    enableAudioPassthrough: true,
    toolIds: ['t1'],
    directorNotes: { customStylePrompt: 'Smile.', expressivity: 0.5 },
    voiceGenerationOptions: { style: 0.2, volume: 1.5, model: 'm' },
    tools: [
      {
        type: 'server',
        subtype: 'webhook',
        name: 'lookup',
        url: 'https://tools.example/lookup',
        headers: { authorization: 'Bearer of-the-tool', accept: 'text/plain' },
        parameters: { type: 'object', default: null },
      },
    ],
  };
  const size = { videoWidth: 720, videoHeight: 480 };
  const { data, errors } = await run(MINT, {
    input: { personaConfig, sessionOptions: { ...size, videoQuality: 'HIGH', egress: EGRESS } },
  });
  expect(errors).toBeUndefined();
  const [tool] = personaConfig.tools;
  expect(decodeJwt(data.createSessionToken.token.sessionToken)).toMatchObject({
    personaConfig: {
      ...personaConfig,
      tools: [{ ...tool, headers: { authorization: '[redacted]', accept: 'text/plain' } }],
    },
    sessionOptions: {
      ...size,
      videoQuality: 'high',
      egress: { mode: 'daily', daily: { ...EGRESS.daily, token: '[redacted]' } },
    },
  });
});

test.each<[string, object, (string | number)[]]>([
  [
    'a personaId with toolIds',
    { personaConfig: { personaId: 'p', toolIds: ['t'] } },
    ['personaConfig', 'toolIds'],
  ],
  [
    'both a preset and a custom style',
    {
      personaConfig: {
        ...ephemeral,
        directorNotes: { presetStyle: 'WARM', customStylePrompt: 'Smile.' },
      },
    },
    ['personaConfig', 'directorNotes', 'customStylePrompt'],
  ],
  [
    'a width without a height',
    { personaConfig: ephemeral, sessionOptions: { videoWidth: 720 } },
    ['sessionOptions', 'videoHeight'],
  ],
  [
    'a room without an https URL',
    {
      personaConfig: ephemeral,
      sessionOptions: { egress: { mode: 'daily', daily: { roomUrl: 'rooms.example' } } },
    },
    ['sessionOptions', 'egress', 'daily', 'roomUrl'],
  ],
])('%s is reported at its path', async (_, input, path) => {
  const { run, upstream } = await startProduct();
  const { errors } = await run(MINT, { input });
  expect(errors?.[0]?.extensions.issues).toMatchObject([{ path: ['input', ...path] }]);
  expect(upstream.calls).toStrictEqual([]);
});

test('an error for an invalid variable contains no value next to the token of a room', {
  tags: ['graphql16'],
}, async () => {
  const { run } = await startProduct();
  const wrong = { ...EGRESS, daily: { ...EGRESS.daily, userName: 7, tokn: 'a-token' } };
  const hidden = await run(MINT, {
    input: { personaConfig: ephemeral, sessionOptions: { egress: wrong } },
  });
  expect(hidden.errors?.map(({ message }) => message)).toStrictEqual([
    'Variable "$input" is invalid at "input.sessionOptions.egress.daily.userName".',
    'Variable "$input" is invalid at "input.sessionOptions.egress.daily": Field "tokn" is not defined by type "DailyRoomInput".',
  ]);
  const shown = await run(MINT, { input: { personaConfig: { avatarModal: 'cara-3' } } });
  expect(shown.errors?.[0]?.message).toContain('Did you mean "avatarModel"');
});
