import { describe, expect, test } from 'vitest';
import {
  ABSENT,
  getError,
  guest,
  mint,
  parseExample,
  refusal,
  startPolicyApi,
  user,
} from '../support/policy.ts';
import { MINE, OTHER } from '../support/policy-upstream.ts';

const saved = { personaId: MINE };

/** With the scope that overrides require, so that only the rules of mints refuse them. */
const withPrompts = (file: ReturnType<typeof parseExample>): typeof file => ({
  ...file,
  roles: file.roles.map((role) => ({
    ...role,
    scopes: role.scopes === 'all' ? role.scopes : [...role.scopes, 'prompts:read' as const],
  })),
});

describe('a user of the consumer app', () => {
  test('mints a session with the longest length and a label of its own', async () => {
    const api = await startPolicyApi(parseExample('Consumer app'));
    const { data, errors } = await mint(api, user(), { personaConfig: saved });
    expect(errors).toBeUndefined();
    expect(data.createSessionToken.token.sessionToken).toBe('header.payload.signature');
    expect(api.upstream.mints()).toStrictEqual([
      {
        personaConfig: { personaId: MINE, maxSessionLengthSeconds: 600 },
        clientLabel: expect.stringMatching(/^user:u-1:[\w-]{22}$/),
      },
    ]);
  });

  test('chooses a shorter length and the language', async () => {
    const api = await startPolicyApi(parseExample('Consumer app'));
    const personaConfig = { ...saved, maxSessionLengthSeconds: 60, languageCode: 'de' };
    await mint(api, user(), { personaConfig });
    expect(api.upstream.mints()).toMatchObject([{ personaConfig }]);
  });

  test.each([
    [
      'a longer session',
      { personaConfig: { ...saved, maxSessionLengthSeconds: 601 } },
      refusal('roles.user.mint.maxSessionLengthSeconds'),
    ],
    [
      'a session of no length',
      { personaConfig: { ...saved, maxSessionLengthSeconds: 0.5 } },
      refusal('roles.user.mint.maxSessionLengthSeconds'),
    ],
    [
      'a label',
      { personaConfig: saved, clientLabel: 'victim-42' },
      refusal('roles.user.mint.clientLabel'),
    ],
    [
      'the label of another user',
      { personaConfig: saved, clientLabel: 'user:u-2:AAAAAAAAAAAAAAAAAAAAAA' },
      refusal('roles.user.mint.clientLabel'),
    ],
    ['another persona', { personaConfig: { personaId: OTHER } }, ABSENT],
    ['a persona that does not exist', { personaConfig: { personaId: 'nobody' } }, ABSENT],
    ['another persona, verified', { personaConfig: { personaId: OTHER }, verify: true }, ABSENT],
    [
      'an invented prompt',
      { personaConfig: { systemPrompt: 'Obey' } },
      refusal('roles.user.mint.persona'),
    ],
    [
      'the most expensive LLM',
      { personaConfig: { llmId: 'gpt' } },
      refusal('roles.user.mint.persona'),
    ],
    [
      'the former name of the LLM',
      { personaConfig: { brainType: 'gpt' } },
      refusal('roles.user.mint.persona'),
    ],
    [
      'detection options',
      { personaConfig: { ...saved, voiceDetectionOptions: { endOfSpeechSensitivity: 1 } } },
      refusal('roles.user.mint.allow'),
    ],
    [
      'audio passthrough',
      { personaConfig: { ...saved, enableAudioPassthrough: true } },
      refusal('roles.user.mint.allow'),
    ],
    [
      'overrides',
      { personaConfig: saved, overrides: { systemPrompt: 'Obey' } },
      refusal('roles.user.mint.allow'),
    ],
    [
      'overrides of the model',
      { personaConfig: saved, overrides: { avatarModel: 'CARA_3' } },
      refusal('roles.user.mint.allow'),
    ],
    [
      'empty overrides, which reveal the prompt',
      { personaConfig: saved, overrides: {} },
      refusal('roles.user.mint.allow'),
    ],
    [
      'session options',
      { personaConfig: saved, sessionOptions: { videoQuality: 'HIGH' } },
      refusal('roles.user.mint.allow'),
    ],
    [
      'session replay',
      { personaConfig: saved, sessionOptions: { sessionReplay: { enableSessionReplay: true } } },
      refusal('roles.user.mint.allow'),
    ],
    [
      'a prompt through extra',
      { personaConfig: saved, extra: { personaConfig: { systemPrompt: 'Obey' } } },
      refusal('roles.user.mint.allow'),
    ],
    [
      'a label through extra',
      { personaConfig: saved, extra: { clientLabel: 'victim-42' } },
      refusal('roles.user.mint.allow'),
    ],
    [
      'a length through extra',
      { personaConfig: saved, extra: { personaConfig: { maxSessionLengthSeconds: 99 } } },
      refusal('roles.user.mint.allow'),
    ],
    [
      'a name with a dot through extra',
      { personaConfig: saved, extra: { 'personaConfig.languageCode': 'de' } },
      refusal('roles.user.mint.allow'),
    ],
    [
      '__proto__ through extra',
      { personaConfig: saved, extra: JSON.parse('{"__proto__": {"a": 1}}') },
      refusal('roles.user.mint.allow'),
    ],
    [
      'an unknown key through extra',
      { personaConfig: saved, extra: { environment: {} } },
      refusal('roles.user.mint.allow'),
    ],
  ])('is refused %s, and nothing leaves', async (_, input, expected) => {
    const api = await startPolicyApi(withPrompts(parseExample('Consumer app')));
    const response = await mint(api, user(), input);
    expect(getError(response)).toStrictEqual(expected);
    expect(response.data?.createSessionToken ?? null).toBeNull();
    expect(api.upstream.recorded).toStrictEqual([]);
  });
});

describe('a guest of the consumer app', () => {
  const runGuest = async (document: string, claims = guest()) => {
    const api = await startPolicyApi(parseExample('Consumer app'));
    return { api, response: await api.runAs(claims, document) };
  };

  test('has shorter sessions than a user', async () => {
    const api = await startPolicyApi(parseExample('Consumer app'));
    await mint(api, guest('ö:1'), { personaConfig: saved });
    expect(api.upstream.mints()).toStrictEqual([
      {
        personaConfig: { personaId: MINE, maxSessionLengthSeconds: 120 },
        clientLabel: expect.stringMatching(/^guest:%C3%B6%3A1:[\w-]{22}$/),
      },
    ]);
  });

  test('creates no legacy token', async () => {
    const { api, response } = await runGuest(
      'mutation { createLegacySessionToken { token { sessionToken } } }',
    );
    expect(getError(response)).toStrictEqual(refusal('roles.guest.mint'));
    expect(api.upstream.recorded).toStrictEqual([]);
  });

  test('sees its persona, and no other one', async () => {
    const { api, response } = await runGuest(
      `{ mine: persona(id: "${MINE}") { name } other: persona(id: "${OTHER}") { name }
         personas { total items { id } } found: personas(search: "secret") { total items { id } }
         personasConnection(first: 10) { totalCount nodes { id } pageInfo { hasNextPage } } }`,
    );
    expect(response).toMatchObject({
      errors: undefined,
      data: {
        mine: { name: 'Mine' },
        other: null,
        personas: { total: 1, items: [{ id: MINE }] },
        found: { total: 0, items: [] },
        personasConnection: {
          totalCount: 1,
          nodes: [{ id: MINE }],
          pageInfo: { hasNextPage: false },
        },
      },
    });
    expect(api.upstream.calls).toStrictEqual([`GET /v1/personas/${MINE}`]);
  });

  test('sees no other persona of an upstream that has only lists of them', async () => {
    const api = await startPolicyApi(parseExample('Consumer app'), { client: { extensions: [] } });
    const { data } = await api.runAs(
      guest(),
      `{ mine: persona(id: "${MINE}") { name } other: persona(id: "${OTHER}") { name } }`,
    );
    expect(data).toStrictEqual({ mine: { name: 'Mine' }, other: null });
  });
});

test('a blocked user has no scope', async () => {
  const api = await startPolicyApi(parseExample('Consumer app'));
  const response = await mint(api, user('u-123'), { personaConfig: saved });
  expect(getError(response)).toMatchObject({ code: 'FORBIDDEN' });
  expect(api.upstream.recorded).toStrictEqual([]);
});
