import { describe, expect, test } from 'vitest';
import { EXTENSIONS, type Extension } from '../../src/contract/api.ts';
import { BUILT_IN_LLMS } from '../../src/contract/llm.ts';
import { createVerifiedIdCache } from '../../src/graphql/verified-ids.ts';
import { Credential } from '../../src/upstream/credential.ts';
import { startApi } from '../support/api.ts';
import { livePersona } from '../support/live-records.ts';
import { LIVE, LIVE_KEY, startLiveUpstream } from '../support/live-upstream.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';

const MINT = `mutation ($input: CreateSessionTokenInput!) {
  createSessionToken(input: $input) { sessionToken type }
}`;

async function start(personaById = true, extensions: Extension[] = []) {
  const upstream = await startLiveUpstream();
  const facade = await startApi(
    { url: upstream.url, key: LIVE_KEY },
    { client: { personaById, extensions } },
  );
  return { ...facade, upstream };
}

/** The session configuration inside a token of the live upstream. */
const configOf = (sessionToken: string) =>
  JSON.parse(Buffer.from(sessionToken.split('.')[1] ?? '', 'base64url').toString()).personaConfig;

const mints = (calls: readonly string[]) => calls.filter((call) => call.startsWith('POST'));

describe('verify', () => {
  const withTools = (count: number) => ({
    personaConfig: { personaId: LIVE.persona },
    extra: {
      personaConfig: { toolIds: Array.from({ length: count }, (_, index) => `tool-${index}`) },
    },
  });

  test('a token makes at most 101 calls, for 100 ids and itself', async () => {
    const upstream = await startUpstream((request, response) => {
      const id = request.url?.split('/').at(-1);
      request.resume().on('end', () => sendJson(response, 200, { id, sessionToken: 'x' }));
    });
    const { run } = await startApi(upstream, { client: { personaById: true } });
    const { errors } = await run(MINT, { input: { ...withTools(99), verify: true } });
    expect(errors).toBeUndefined();
    expect([upstream.calls.length, mints(upstream.calls).length]).toStrictEqual([101, 1]);
  });

  test('more ids fail at the path of the first beyond the limit, before any call', async () => {
    const { run, upstream } = await start();
    const { errors } = await run(MINT, { input: { ...withTools(1_500), verify: true } });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['input', 'extra', 'personaConfig', 'toolIds', 99], code: 'TOO_LARGE' }],
    });
    expect(upstream.calls).toStrictEqual([]);
  });

  test('the same id many times is one call', async () => {
    const { run, upstream } = await start();
    const input = withTools(0);
    input.extra.personaConfig.toolIds = Array.from({ length: 500 }, () => LIVE.tool);
    expect((await run(MINT, { input: { ...input, verify: true } })).errors).toBeUndefined();
    expect(upstream.calls).toHaveLength(3);
  });

  test.each<[string, object, (string | number)[]]>([
    [
      'persona',
      { personaConfig: { personaId: LIVE.missing } },
      ['input', 'personaConfig', 'personaId'],
    ],
    [
      'avatar',
      { personaConfig: { avatarId: LIVE.missing, voiceId: 'v', llmId: 'l' } },
      ['input', 'personaConfig', 'avatarId'],
    ],
    [
      'tool',
      {
        personaConfig: { personaId: LIVE.persona },
        extra: { personaConfig: { toolIds: [LIVE.tool, LIVE.missing] } },
      },
      ['input', 'extra', 'personaConfig', 'toolIds', 1],
    ],
    [
      'avatar of an override',
      { personaConfig: { personaId: LIVE.persona }, overrides: { avatarId: LIVE.missing } },
      ['input', 'overrides', 'avatarId'],
    ],
  ])('an unknown %s fails at its path, and no token is minted', async (_, input, path) => {
    const { run, upstream } = await start();
    const { errors, data } = await run(MINT, { input: { ...input, verify: true } });
    expect(data).toStrictEqual({ createSessionToken: null });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path, message: expect.stringContaining(LIVE.missing) }],
    });
    expect(mints(upstream.calls)).toStrictEqual([]);
  });

  test.each([
    ['personaConfig', 'voiceId', 'voice'],
    ['personaConfig', 'llmId', 'LLM'],
    ['personaConfig', 'brainType', 'LLM'],
    ['overrides', 'voiceId', 'voice'],
    ['overrides', 'llmId', 'LLM'],
  ])('an unknown id as %s.%s fails there, and no token is minted', async (place, field, noun) => {
    const { run, upstream } = await start(true, ['voices', 'llms']);
    const input = { personaConfig: { personaId: LIVE.persona } };
    Object.assign(input, { [place]: { [field]: LIVE.missing } });
    const { errors } = await run(MINT, { input: { ...input, verify: true } });
    const path = ['input', place, field];
    const message = `No ${noun} has the id ${LIVE.missing}.`;
    expect(errors?.[0]?.extensions.issues).toMatchObject([{ path, message }]);
    expect(mints(upstream.calls)).toStrictEqual([]);
  });

  test.each(['..', '../personas', 'a%2fb'])(
    'the path segment %o in a free-form field is not looked up',
    async (id) => {
      const { run, upstream } = await start();
      const input = {
        personaConfig: { personaId: LIVE.persona },
        extra: { personaConfig: { toolIds: [id] } },
      };
      const { errors } = await run(MINT, { input: { ...input, verify: true } });
      const path = ['input', 'extra', 'personaConfig', 'toolIds', 0];
      expect(errors?.[0]?.extensions.issues).toMatchObject([{ path }]);
      expect(upstream.calls).toStrictEqual([`GET /v1/personas/${LIVE.persona}`]);
    },
  );

  test('voices and custom LLMs that exist are looked up once, and built-in LLMs never', async () => {
    const { run, upstream } = await start(true, ['voices', 'llms']);
    const config = { avatarId: LIVE.avatars[0], voiceId: LIVE.voices[0] };
    for (const llmId of [LIVE.llm, LIVE.llm, BUILT_IN_LLMS[0]?.id, 'A_FORMER_BRAIN_TYPE']) {
      const input = { personaConfig: { ...config, llmId } };
      expect((await run(MINT, { input: { ...input, verify: true } })).errors).toBeUndefined();
    }
    expect(upstream.calls.filter((call) => call.startsWith('GET')).sort()).toStrictEqual([
      `GET /v1/avatars/${LIVE.avatars[0]}`,
      `GET /v1/llms/${LIVE.llm}`,
      `GET /v1/voices/${LIVE.voices[0]}`,
    ]);
  });

  test('before an upstream without voices and LLMs by id, these are not looked up', async () => {
    const { run, upstream } = await start();
    const input = {
      personaConfig: {
        avatarId: LIVE.avatars[0],
        voiceId: LIVE.missing,
        llmId: LIVE.missing,
      },
    };
    expect((await run(MINT, { input: { ...input, verify: true } })).errors).toBeUndefined();
    expect(upstream.calls.filter((call) => call.startsWith('GET'))).toStrictEqual([
      `GET /v1/avatars/${LIVE.avatars[0]}`,
    ]);
  });

  test('every unknown id is named at once', async () => {
    const { run } = await start();
    const input = {
      personaConfig: { avatarId: LIVE.missing, llmId: 'l' },
      extra: { personaConfig: { toolIds: [LIVE.missing] } },
    };
    const { errors } = await run(MINT, { input: { ...input, verify: true } });
    expect(errors?.[0]?.extensions.issues).toHaveLength(2);
  });

  test('without it, nothing is looked up', async () => {
    const { run, upstream } = await start();
    const input = { personaConfig: { personaId: LIVE.missing } };
    expect((await run(MINT, { input })).errors).toBeUndefined();
    expect(upstream.calls).toStrictEqual(['POST /v1/auth/session-token']);
  });

  test('an id that was found is not looked up again for a while, and one that was missing is', async () => {
    const { run, upstream } = await start();
    const input = { personaConfig: { personaId: LIVE.persona } };
    await run(MINT, { input: { ...input, verify: true } });
    await run(MINT, { input: { ...input, verify: true } });
    expect(upstream.calls).toStrictEqual([
      `GET /v1/personas/${LIVE.persona}`,
      'POST /v1/auth/session-token',
      'POST /v1/auth/session-token',
    ]);
    const missing = { personaConfig: { personaId: LIVE.missing } };
    await run(MINT, { input: { ...missing, verify: true } });
    await run(MINT, { input: { ...missing, verify: true } });
    expect(upstream.calls.filter((call) => call.endsWith(LIVE.missing))).toHaveLength(2);
  });

  test('a tool that was deleted is no longer known', async () => {
    const { run } = await start();
    const input = {
      personaConfig: { personaId: LIVE.persona },
      extra: { personaConfig: { toolIds: [LIVE.tool] } },
    };
    expect((await run(MINT, { input: { ...input, verify: true } })).errors).toBeUndefined();
    await run(`mutation { deleteTool(id: "${LIVE.tool}") { deletedId } }`);
    const { errors } = await run(MINT, { input: { ...input, verify: true } });
    expect(errors?.[0]?.extensions.issues).toMatchObject([
      { message: `No tool has the id ${LIVE.tool}.` },
    ]);
  });

  test('what one credential learned, another is not told', async () => {
    const { run, upstream } = await start();
    const input = { personaConfig: { personaId: LIVE.persona } };
    await run(MINT, { input: { ...input, verify: true } });
    const stranger = await run(
      MINT,
      { input: { ...input, verify: true } },
      { authorization: 'Bearer other' },
    );
    expect(stranger.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect(upstream.calls.filter((call) => call.startsWith('GET'))).toHaveLength(2);
  });

  test('it works by the list, too, where personas are not served by id', async () => {
    const { run, upstream } = await start(false);
    const input = { personaConfig: { personaId: LIVE.missing } };
    const { errors } = await run(MINT, { input: { ...input, verify: true } });
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(upstream.calls).toStrictEqual(['GET /v1/personas?page=1&perPage=100']);
  });

  test('an upstream that fails is not an unknown id', async () => {
    const upstream = await startUpstream((_, response) => void response.writeHead(500).end());
    const { run } = await startApi(upstream, { client: { personaById: true } });
    const input = { personaConfig: { personaId: LIVE.persona } };
    const { errors } = await run(MINT, { input: { ...input, verify: true } });
    expect(errors?.[0]?.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
  });
});

test('the memory of known ids forgets after a minute, and keeps credentials apart', () => {
  let now = 1;
  const memory = createVerifiedIdCache(() => now);
  const mine = memory(Credential.fromKey('a'));
  mine.add('persona', 'p1');
  expect(memory(Credential.fromKey('a')).has('persona', 'p1')).toBe(true);
  expect(mine.has('avatar', 'p1')).toBe(false);
  expect(memory(Credential.fromKey('b')).has('persona', 'p1')).toBe(false);
  expect(memory(undefined).has('persona', 'p1')).toBe(false);
  now += 60_001;
  expect(mine.has('persona', 'p1')).toBe(false);
});

describe('a legacy token', () => {
  test.each([
    [{ name: 'Ada' }, ['avatarId', 'voiceId', 'llmId']],
    [{ avatarId: 'a', voiceId: 'v' }, ['llmId']],
  ])('for %j is an error that names %j as missing', async (personaConfig, missing) => {
    const { run } = await start();
    const { errors, data } = await run(MINT, { input: { personaConfig } });
    expect(data).toStrictEqual({ createSessionToken: null });
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(errors?.[0]?.message).toContain(`missing: ${missing.join(', ')}`);
    expect(errors?.[0]?.extensions.issues?.map(({ path }) => path)).toStrictEqual(
      missing.map((field) => ['input', 'personaConfig', field]),
    );
  });

  test('that was asked for as such is no error', async () => {
    const { run } = await start();
    const { data, errors } = await run('mutation { createLegacySessionToken { type } }');
    expect(errors).toBeUndefined();
    expect(data.createLegacySessionToken).toStrictEqual({ type: 'legacy' });
  });
});

describe('overrides', () => {
  test('a saved persona with changes becomes one spelled-out configuration', async () => {
    const { run } = await start();
    const { data, errors } = await run(MINT, {
      input: {
        personaConfig: { personaId: LIVE.persona, languageCode: 'fr' },
        overrides: { systemPrompt: 'For one visitor.' },
      },
    });
    expect(errors).toBeUndefined();
    expect(data.createSessionToken.type).toBe('ephemeral');
    expect(configOf(data.createSessionToken.sessionToken)).toStrictEqual({
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

  test('a null avatarModel clears the saved one, and any other null is refused at its path', async () => {
    const { run } = await start();
    const { data } = await run(MINT, {
      input: {
        personaConfig: { personaId: LIVE.persona },
        overrides: { avatarModel: null },
      },
    });
    const config = configOf(data.createSessionToken.sessionToken);
    expect(config).not.toHaveProperty('avatarModel');
    expect(config).toHaveProperty('voiceId');
    const refused = await run(MINT, {
      input: { personaConfig: { personaId: LIVE.persona }, overrides: { voiceId: null } },
    });
    expect(refused.errors?.[0]?.extensions.issues).toMatchObject([
      { path: ['input', 'overrides', 'voiceId'] },
    ]);
  });

  test('keys newer than the schema win over what is saved', async () => {
    const { run } = await start();
    const { data } = await run(MINT, {
      input: {
        personaConfig: { personaId: LIVE.persona },
        overrides: {},
        extra: { personaConfig: { toolIds: [] } },
      },
    });
    expect(configOf(data.createSessionToken.sessionToken)).toMatchObject({ toolIds: [] });
  });

  /** Starts a service of a persona with further fields. */
  const startWith = async (fields: object) => {
    const persona = { ...livePersona(1), ...fields };
    const bodies: unknown[] = [];
    const upstream = await startUpstream(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      if (body) bodies.push(JSON.parse(body));
      const isMint = request.method === 'POST';
      sendJson(response, 200, isMint ? { sessionToken: 'opaque' } : persona);
    });
    const api = await startApi(upstream, { client: { extensions: EXTENSIONS } });
    return { upstream, bodies, ...api };
  };

  test.each([
    ['zeroDataRetention', { zeroDataRetention: true }],
    ['knowledge', { knowledge: [{ id: 'k1' }] }],
    ['voiceSpeed', { voiceSpeed: 1.2 }],
    ['personality', { brain: { systemPrompt: 'p', personality: 'Dry.' } }],
    ['personality', { personality: 'Dry.' }],
    ['toolIds', { tools: [{ id: 't1' }, { name: 'no_id', type: 'client' }] }],
  ])('are refused where the saved persona has %s, which they would drop', async (name, fields) => {
    const { run, upstream } = await startWith(fields);
    const personaConfig = { personaId: LIVE.persona };
    const { errors } = await run(MINT, { input: { personaConfig, overrides: { name: 'x' } } });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['input', 'overrides'], message: expect.stringContaining(name) }],
    });
    expect(mints(upstream.calls)).toStrictEqual([]);
    const extra = { personaConfig: { [name]: null } };
    const chosen = await run(MINT, { input: { personaConfig, overrides: { name: 'x' }, extra } });
    expect(chosen.errors).toBeUndefined();
  });

  test('take every setting that a session configuration has, and none without an effect', async () => {
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

  test('without a persona they are refused at its path', async () => {
    const { run, upstream } = await start();
    const input = { personaConfig: { voiceId: 'v' }, overrides: { name: 'x' } };
    const { errors } = await run(MINT, { input });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['input', 'personaConfig', 'personaId'] }],
    });
    expect(upstream.calls).toStrictEqual([]);
  });

  test('of a persona that is not there are refused at its path', async () => {
    const { run, upstream } = await start();
    const input = { personaConfig: { personaId: LIVE.missing }, overrides: { name: 'x' } };
    const { errors } = await run(MINT, { input });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['input', 'personaConfig', 'personaId'] }],
    });
    expect(mints(upstream.calls)).toStrictEqual([]);
  });

  test('are refused, and say why, where only summaries of personas can be had', async () => {
    const { run, upstream } = await start(false);
    const input = { personaConfig: { personaId: LIVE.persona }, overrides: { name: 'x' } };
    const { errors } = await run(MINT, { input });
    expect(errors?.[0]?.extensions.code).toBe('UNPROCESSABLE');
    expect(errors?.[0]?.message).toContain('UPSTREAM_EXTENSIONS');
    expect(mints(upstream.calls)).toStrictEqual([]);
  });
});
