import { assertInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { fakeService, readBody, sendJson } from '../support/fake-service.ts';
import { LIVE, livePersona } from '../support/live-service.ts';
import { filterMints, startMinting } from './session-tokens.ts';

const personaConfig = { personaId: LIVE.persona };

/** What a session configuration copies of the saved persona. */
const SAVED = {
  name: 'Persona 1',
  avatarId: LIVE.avatars[1],
  avatarModel: 'cara-4',
  voiceId: LIVE.voices[0],
  llmId: LIVE.defaultLlm,
  systemPrompt: 'You are persona 1.',
  skipGreeting: false,
  toolIds: [LIVE.tool],
};

/** And what the live persona has besides. */
const LIVE_SETTINGS = { enableAudioPassthrough: false, voiceGenerationOptions: { speed: 1.1 } };

describe('overrides', () => {
  test('and a saved persona are sent as one inline configuration, with its extra', async () => {
    const { mint } = await startMinting();
    const { errors, type, config } = await mint({
      personaConfig: { ...personaConfig, languageCode: 'fr', extra: { mood: 'calm' } },
      overrides: { systemPrompt: 'For one visitor.', toolIds: [] },
    });
    expect([errors, type]).toStrictEqual([undefined, 'EPHEMERAL']);
    expect(config).toStrictEqual({
      ...SAVED,
      ...LIVE_SETTINGS,
      systemPrompt: 'For one visitor.',
      languageCode: 'fr',
      toolIds: [],
      mood: 'calm',
    });
  });

  test('change and remove every setting of a session configuration', async () => {
    const { mint } = await startMinting();
    const overrides = {
      avatarModel: null,
      maxSessionLengthSeconds: 60,
      languageCode: 'fr',
      enableAudioPassthrough: true,
      voiceDetectionOptions: { endOfSpeechSensitivity: 0.5, speechEnhancementLevel: null },
      voiceGenerationOptions: null,
      systemPrompt: null,
      toolIds: null,
      tools: [{ type: 'SYSTEM', name: 'skip_turn', url: null }],
    };
    const { errors, config } = await mint({ personaConfig, overrides });
    expect(errors).toBeUndefined();
    const { avatarModel, systemPrompt, toolIds, ...kept } = SAVED;
    expect(config).toStrictEqual({
      ...kept,
      enableAudioPassthrough: true,
      maxSessionLengthSeconds: 60,
      languageCode: 'fr',
      voiceDetectionOptions: { endOfSpeechSensitivity: 0.5 },
      tools: [{ type: 'system', name: 'skip_turn' }],
    });
  });

  test('have every field of a session configuration but the id of the persona', () => {
    const listFields = (name: string) =>
      Object.keys(assertInputObjectType(schema.getType(name)).getFields());
    const config = listFields('PersonaConfigInput');
    expect(listFields('PersonaOverridesInput').sort()).toStrictEqual(
      config.filter((name) => !['personaId', 'brainType', 'extra'].includes(name)).sort(),
    );
  });

  /** Starts an upstream whose persona has additional fields. */
  const startWith = async (fields: object) => {
    const upstream = await fakeService(async (request, response) => {
      await readBody(request);
      const isMint = request.method === 'POST';
      sendJson(response, 200, isMint ? { sessionToken: 't' } : { ...livePersona(1), ...fields });
    });
    return { bodies: upstream.bodies, ...(await startMinting('all', upstream)) };
  };

  test.each([
    ['zeroDataRetention', { zeroDataRetention: true }],
    ['knowledge', { knowledge: [{ id: 'k1' }] }],
    ['voiceSpeed', { voiceSpeed: 1.2 }],
    ['personality', { brain: { systemPrompt: 'p', personality: 'Dry.' } }],
    ['personality', { personality: 'Dry.' }],
    ['toolIds', { tools: [{ id: 't1' }, { name: 'no_id', type: 'client' }] }],
  ])('are rejected if the saved persona has %s, which they would drop', async (name, fields) => {
    const { mint, calls } = await startWith(fields);
    const input = { personaConfig, overrides: { name: 'x' } };
    expect((await mint(input)).failure).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['input', 'overrides'], message: expect.stringContaining(name) }],
    });
    expect(filterMints(calls)).toStrictEqual([]);
    const chosen = await mint(
      name === 'toolIds'
        ? { personaConfig, overrides: { toolIds: null } }
        : { ...input, personaConfig: { ...personaConfig, extra: { [name]: null } } },
    );
    expect(chosen.errors).toBeUndefined();
  });

  test('copy every saved setting that a session configuration has', async () => {
    const settings = {
      uninterruptibleGreeting: true,
      enableAudioPassthrough: true,
      initialMessage: 'Hello.',
      voiceDetectionOptions: { endOfSpeechSensitivity: 0.4, newer: 1 },
      voiceGenerationOptions: { emotion: 'calm' },
      directorNotes: { presetStyle: 'warm' },
    };
    const { mint, bodies } = await startWith({ ...settings, voiceSpeed: 1, personality: '' });
    expect((await mint({ personaConfig, overrides: {} })).errors).toBeUndefined();
    expect(bodies).toStrictEqual([{ personaConfig: { ...settings, ...SAVED } }]);
  });

  test('are UNPROCESSABLE without personas by id', async () => {
    const { mint, calls } = await startMinting([]);
    const { errors } = await mint({ personaConfig, overrides: { name: 'x' } });
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('returns only a summary'),
        extensions: { code: 'UNPROCESSABLE' },
      },
    ]);
    expect(filterMints(calls)).toStrictEqual([]);
  });
});
