import { assertInputObjectType } from 'graphql';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { livePersona } from '../support/live-records.ts';
import { LIVE, startLiveUpstream } from '../support/live-upstream.ts';
import { start } from '../support/start.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';
import { filterMints, MINT } from './session-tokens.ts';

/** The session configuration inside a token of the live upstream. */
const configOf = (sessionToken: string) => decodeJwt(sessionToken).personaConfig;

describe('overrides', () => {
  test('a saved persona and its overrides are sent as one inline configuration', async () => {
    const { run } = await start({ upstream: await startLiveUpstream(), extensions: ['personas'] });
    const { data, errors } = await run(MINT, {
      input: {
        personaConfig: { personaId: LIVE.persona, languageCode: 'fr' },
        overrides: { systemPrompt: 'For one visitor.' },
      },
    });
    expect(errors).toBeUndefined();
    expect(data.createSessionToken.token.type).toBe('EPHEMERAL');
    expect(configOf(data.createSessionToken.token.sessionToken)).toStrictEqual({
      name: 'Persona 1',
      avatarId: LIVE.avatars[1],
      avatarModel: 'cara-4',
      voiceId: '00000000-0000-4000-8000-000000000700',
      llmId: '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
      systemPrompt: 'For one visitor.',
      skipGreeting: false,
      enableAudioPassthrough: false,
      voiceGenerationOptions: { speed: 1.1 },
      toolIds: [LIVE.tool],
      languageCode: 'fr',
    });
  });

  test('a null avatarModel clears the saved one', async () => {
    const { run } = await start({ upstream: await startLiveUpstream(), extensions: ['personas'] });
    const { data } = await run(MINT, {
      input: {
        personaConfig: { personaId: LIVE.persona },
        overrides: { avatarModel: null },
      },
    });
    const config = configOf(data.createSessionToken.token.sessionToken);
    expect(config).not.toHaveProperty('avatarModel');
    expect(config).toHaveProperty('voiceId');
  });

  test('change and remove every setting of a session configuration', async () => {
    const { run } = await start({ upstream: await startLiveUpstream(), extensions: ['personas'] });
    const overrides = {
      maxSessionLengthSeconds: 60,
      languageCode: 'fr',
      enableAudioPassthrough: true,
      voiceDetectionOptions: { endOfSpeechSensitivity: 0.5, speechEnhancementLevel: null },
      voiceGenerationOptions: null,
      systemPrompt: null,
      toolIds: null,
      tools: [{ type: 'SYSTEM', name: 'skip_turn', url: null }],
    };
    const { data, errors } = await run(MINT, {
      input: { personaConfig: { personaId: LIVE.persona }, overrides },
    });
    expect(errors).toBeUndefined();
    expect(configOf(data.createSessionToken.token.sessionToken)).toStrictEqual({
      name: 'Persona 1',
      avatarId: LIVE.avatars[1],
      avatarModel: 'cara-4',
      voiceId: LIVE.voices[0],
      llmId: LIVE.defaultLlm,
      skipGreeting: false,
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
      config.filter((name) => name !== 'personaId' && name !== 'brainType').sort(),
    );
  });

  test('keys of extra replace saved values', async () => {
    const { run } = await start({ upstream: await startLiveUpstream(), extensions: ['personas'] });
    const { data } = await run(MINT, {
      input: {
        personaConfig: { personaId: LIVE.persona },
        overrides: {},
        extra: { personaConfig: { toolIds: [] } },
      },
    });
    expect(configOf(data.createSessionToken.token.sessionToken)).toMatchObject({ toolIds: [] });
  });

  /** Starts an upstream whose persona has additional fields. */
  const startWith = async (fields: object) => {
    const persona = { ...livePersona(1), ...fields };
    const bodies: unknown[] = [];
    const upstream = await startUpstream(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      if (body) bodies.push(JSON.parse(body));
      const isMint = request.method === 'POST';
      sendJson(response, 200, isMint ? { sessionToken: 'opaque' } : persona);
    });
    const api = await start({ upstream, extensions: 'all' });
    return { bodies, ...api };
  };

  test.each([
    ['zeroDataRetention', { zeroDataRetention: true }],
    ['knowledge', { knowledge: [{ id: 'k1' }] }],
    ['voiceSpeed', { voiceSpeed: 1.2 }],
    ['personality', { brain: { systemPrompt: 'p', personality: 'Dry.' } }],
    ['personality', { personality: 'Dry.' }],
    ['toolIds', { tools: [{ id: 't1' }, { name: 'no_id', type: 'client' }] }],
  ])('are rejected if the saved persona has %s, which they would drop', async (name, fields) => {
    const { run, upstream } = await startWith(fields);
    const personaConfig = { personaId: LIVE.persona };
    const { errors } = await run(MINT, { input: { personaConfig, overrides: { name: 'x' } } });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['input', 'overrides'], message: expect.stringContaining(name) }],
    });
    expect(filterMints(upstream.calls)).toStrictEqual([]);
    const extra = { personaConfig: { [name]: null } };
    const chosen = await run(MINT, { input: { personaConfig, overrides: { name: 'x' }, extra } });
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
    const { run, bodies } = await startWith({ ...settings, voiceSpeed: 1, personality: '' });
    const { errors } = await run(MINT, {
      input: { personaConfig: { personaId: LIVE.persona }, overrides: {} },
    });
    expect(errors).toBeUndefined();
    expect(bodies).toStrictEqual([
      {
        personaConfig: {
          ...settings,
          name: 'Persona 1',
          avatarId: LIVE.avatars[1],
          avatarModel: 'cara-4',
          voiceId: LIVE.voices[0],
          llmId: LIVE.defaultLlm,
          systemPrompt: 'You are persona 1.',
          skipGreeting: false,
          toolIds: [LIVE.tool],
        },
      },
    ]);
  });

  test('without a personaId are reported at its path', async () => {
    const { run, upstream } = await start({
      upstream: await startLiveUpstream(),
      extensions: ['personas'],
    });
    const input = { personaConfig: { voiceId: 'v' }, overrides: { name: 'x' } };
    const { errors } = await run(MINT, { input });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['input', 'personaConfig', 'personaId'] }],
    });
    expect(upstream.calls).toStrictEqual([]);
  });

  test('of an unknown persona are reported at its path', async () => {
    const { run, upstream } = await start({
      upstream: await startLiveUpstream(),
      extensions: ['personas'],
    });
    const input = { personaConfig: { personaId: LIVE.missing }, overrides: { name: 'x' } };
    const { errors } = await run(MINT, { input });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['input', 'personaConfig', 'personaId'] }],
    });
    expect(filterMints(upstream.calls)).toStrictEqual([]);
  });

  test('are UNPROCESSABLE without personas by id', async () => {
    const { run, upstream } = await start({ upstream: await startLiveUpstream(), extensions: [] });
    const input = { personaConfig: { personaId: LIVE.persona }, overrides: { name: 'x' } };
    const { errors } = await run(MINT, { input });
    expect(errors?.[0]?.extensions.code).toBe('UNPROCESSABLE');
    expect(errors?.[0]?.message).toContain('UPSTREAM_EXTENSIONS');
    expect(filterMints(upstream.calls)).toStrictEqual([]);
  });
});
