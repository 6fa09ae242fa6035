import { describe, expect, test } from 'vitest';
import { BUILT_IN_LLMS } from '../../src/contract/llm.ts';
import { createVerifiedIdCache } from '../../src/graphql/verified-ids.ts';
import { Credential } from '../../src/upstream/credential.ts';
import { LIVE, startLiveUpstream } from '../support/live-upstream.ts';
import { start } from '../support/start.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';
import { filterMints, MINT } from './session-tokens.ts';

describe('verify', () => {
  const withTools = (count: number) => ({
    personaConfig: { personaId: LIVE.persona },
    extra: {
      personaConfig: { toolIds: Array.from({ length: count }, (_, index) => `tool-${index}`) },
    },
  });

  test('a token makes at most 101 calls: 100 for its ids and one to mint it', async () => {
    const upstream = await startUpstream((request, response) => {
      const id = request.url?.split('/').at(-1);
      request.resume().on('end', () => sendJson(response, 200, { id, sessionToken: 'x' }));
    });
    const { run } = await start({ upstream, extensions: ['personas'] });
    const { errors } = await run(MINT, { input: { ...withTools(99), verify: true } });
    expect(errors).toBeUndefined();
    expect([upstream.calls.length, filterMints(upstream.calls).length]).toStrictEqual([101, 1]);
  });

  test('the first id beyond the limit is reported at its path without an upstream call', async () => {
    const { run, upstream } = await start({
      upstream: await startLiveUpstream(),
      extensions: ['personas'],
    });
    const { errors } = await run(MINT, { input: { ...withTools(1_500), verify: true } });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['input', 'extra', 'personaConfig', 'toolIds', 99], code: 'TOO_LARGE' }],
    });
    expect(upstream.calls).toStrictEqual([]);
  });

  test('a repeated id makes one call', async () => {
    const { run, upstream } = await start({
      upstream: await startLiveUpstream(),
      extensions: ['personas'],
    });
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
  ])('an unknown %s is reported at its path', async (_, input, path) => {
    const { run, upstream } = await start({
      upstream: await startLiveUpstream(),
      extensions: ['personas'],
    });
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
  ])('an unknown id in %s.%s is reported there', async (place, field, noun) => {
    const { run, upstream } = await start({
      upstream: await startLiveUpstream(),
      extensions: ['personas', 'voices', 'llms'],
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
      const { run, upstream } = await start({
        upstream: await startLiveUpstream(),
        extensions: ['personas'],
      });
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

  test('known voices and custom LLMs are looked up once', async () => {
    const { run, upstream } = await start({
      upstream: await startLiveUpstream(),
      extensions: ['personas', 'voices', 'llms'],
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

  test('without their extensions, voices and LLMs are not looked up', async () => {
    const { run, upstream } = await start({
      upstream: await startLiveUpstream(),
      extensions: ['personas'],
    });
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

  test('all unknown ids are reported at once', async () => {
    const { run } = await start({ upstream: await startLiveUpstream(), extensions: ['personas'] });
    const input = {
      personaConfig: { avatarId: LIVE.missing, llmId: 'l' },
      extra: { personaConfig: { toolIds: [LIVE.missing] } },
    };
    const { errors } = await run(MINT, { input: { ...input, verify: true } });
    expect(errors?.[0]?.extensions.issues).toHaveLength(2);
  });

  test('without verify, no id is looked up', async () => {
    const { run, upstream } = await start({
      upstream: await startLiveUpstream(),
      extensions: ['personas'],
    });
    const input = { personaConfig: { personaId: LIVE.missing } };
    expect((await run(MINT, { input })).errors).toBeUndefined();
    expect(upstream.calls).toStrictEqual(['POST /v1/auth/session-token']);
  });

  test('only known ids are cached', async () => {
    const { run, upstream } = await start({
      upstream: await startLiveUpstream(),
      extensions: ['personas'],
    });
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

  test('a deleted tool is removed from the cache', async () => {
    const { run } = await start({ upstream: await startLiveUpstream(), extensions: ['personas'] });
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

  test('ids that one credential verified are not reused for another', async () => {
    const { run, upstream } = await start({
      upstream: await startLiveUpstream(),
      extensions: ['personas'],
    });
    const input = { personaConfig: { personaId: LIVE.persona } };
    await run(MINT, { input: { ...input, verify: true } });
    const other = await run(
      MINT,
      { input: { ...input, verify: true } },
      { authorization: 'Bearer other' },
    );
    expect(other.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect(upstream.calls.filter((call) => call.startsWith('GET'))).toHaveLength(2);
  });

  test('without personas by id, the persona is searched in the list', async () => {
    const { run, upstream } = await start({ upstream: await startLiveUpstream(), extensions: [] });
    const input = { personaConfig: { personaId: LIVE.missing } };
    const { errors } = await run(MINT, { input: { ...input, verify: true } });
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(upstream.calls).toStrictEqual(['GET /v1/personas?page=1&perPage=100']);
  });

  test('a failed lookup returns the code of the upstream failure, not BAD_USER_INPUT', async () => {
    const upstream = await startUpstream((_, response) => void response.writeHead(500).end());
    const { run } = await start({ upstream, extensions: ['personas'] });
    const input = { personaConfig: { personaId: LIVE.persona } };
    const { errors } = await run(MINT, { input: { ...input, verify: true } });
    expect(errors?.[0]?.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
  });
});

test('verified ids are kept for a minute per credential', () => {
  let now = 1;
  const cache = createVerifiedIdCache(() => now);
  const mine = cache(Credential.fromKey('a'));
  mine.add('persona', 'p1');
  expect(cache(Credential.fromKey('a')).has('persona', 'p1')).toBe(true);
  expect(mine.has('avatar', 'p1')).toBe(false);
  expect(cache(Credential.fromKey('b')).has('persona', 'p1')).toBe(false);
  expect(cache(undefined).has('persona', 'p1')).toBe(false);
  now += 60_001;
  expect(mine.has('persona', 'p1')).toBe(false);
});
