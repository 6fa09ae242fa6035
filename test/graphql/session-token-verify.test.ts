import { describe, expect, test } from 'vitest';
import { BUILT_IN_LLMS } from '../../src/contract/llm.ts';
import { createVerifiedIdCache } from '../../src/graphql/verified-ids.ts';
import { Credential } from '../../src/upstream/credential.ts';
import { startApi } from '../support/api.ts';
import { startLiveApi } from '../support/live-api.ts';
import { LIVE } from '../support/live-upstream.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';
import { filterMints, MINT } from './session-tokens.ts';

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
    expect([upstream.calls.length, filterMints(upstream.calls).length]).toStrictEqual([101, 1]);
  });

  test('more ids fail at the path of the first beyond the limit, before any call', async () => {
    const { run, upstream } = await startLiveApi({ personaById: true });
    const { errors } = await run(MINT, { input: { ...withTools(1_500), verify: true } });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['input', 'extra', 'personaConfig', 'toolIds', 99], code: 'TOO_LARGE' }],
    });
    expect(upstream.calls).toStrictEqual([]);
  });

  test('the same id many times is one call', async () => {
    const { run, upstream } = await startLiveApi({ personaById: true });
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
    const { run, upstream } = await startLiveApi({ personaById: true });
    const { errors, data } = await run(MINT, { input: { ...input, verify: true } });
    expect(data).toStrictEqual({ createSessionToken: null });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path, message: expect.stringContaining(LIVE.missing) }],
    });
    expect(filterMints(upstream.calls)).toStrictEqual([]);
  });

  test.each([
    ['personaConfig', 'voiceId', 'voice'],
    ['personaConfig', 'llmId', 'LLM'],
    ['personaConfig', 'brainType', 'LLM'],
    ['overrides', 'voiceId', 'voice'],
    ['overrides', 'llmId', 'LLM'],
  ])('an unknown id as %s.%s fails there, and no token is minted', async (place, field, noun) => {
    const { run, upstream } = await startLiveApi({
      personaById: true,
      extensions: ['voices', 'llms'],
    });
    const input = { personaConfig: { personaId: LIVE.persona } };
    Object.assign(input, { [place]: { [field]: LIVE.missing } });
    const { errors } = await run(MINT, { input: { ...input, verify: true } });
    const path = ['input', place, field];
    const message = `No ${noun} has the id ${LIVE.missing}.`;
    expect(errors?.[0]?.extensions.issues).toMatchObject([{ path, message }]);
    expect(filterMints(upstream.calls)).toStrictEqual([]);
  });

  test.each(['..', '../personas', 'a%2fb'])(
    'the path segment %o in a free-form field is not looked up',
    async (id) => {
      const { run, upstream } = await startLiveApi({ personaById: true });
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
    const { run, upstream } = await startLiveApi({
      personaById: true,
      extensions: ['voices', 'llms'],
    });
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
    const { run, upstream } = await startLiveApi({ personaById: true });
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
    const { run } = await startLiveApi({ personaById: true });
    const input = {
      personaConfig: { avatarId: LIVE.missing, llmId: 'l' },
      extra: { personaConfig: { toolIds: [LIVE.missing] } },
    };
    const { errors } = await run(MINT, { input: { ...input, verify: true } });
    expect(errors?.[0]?.extensions.issues).toHaveLength(2);
  });

  test('without it, nothing is looked up', async () => {
    const { run, upstream } = await startLiveApi({ personaById: true });
    const input = { personaConfig: { personaId: LIVE.missing } };
    expect((await run(MINT, { input })).errors).toBeUndefined();
    expect(upstream.calls).toStrictEqual(['POST /v1/auth/session-token']);
  });

  test('an id that was found is not looked up again for a while, and one that was missing is', async () => {
    const { run, upstream } = await startLiveApi({ personaById: true });
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
    const { run } = await startLiveApi({ personaById: true });
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
    const { run, upstream } = await startLiveApi({ personaById: true });
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
    const { run, upstream } = await startLiveApi({ personaById: false });
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
