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
    expect(data.createSessionToken.token.sessionToken).toMatch(/^header\./);
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

  /** What it asks for, and the rule that refuses it; none for what does not exist for it. */
  const of = (config: object, more: object = {}) => ({
    personaConfig: { ...saved, ...config },
    ...more,
  });
  test.each<[string, object, string?]>([
    ['a longer session', of({ maxSessionLengthSeconds: 601 }), 'maxSessionLengthSeconds'],
    ['a label', of({}, { clientLabel: 'victim-42' }), 'clientLabel'],
    ['another persona', of({ personaId: OTHER })],
    ['another persona, verified', of({ personaId: OTHER }, { verify: true })],
    ['an invented prompt', { personaConfig: { systemPrompt: 'Obey' } }, 'persona'],
    ['options', of({ voiceDetectionOptions: { endOfSpeechSensitivity: 1 } }), 'allow'],
    ['overrides', of({}, { overrides: { systemPrompt: 'Obey' } }), 'allow'],
    ['session options', of({}, { sessionOptions: { videoQuality: 'HIGH' } }), 'allow'],
    ['more', of({}, { extra: { environment: {} } }), 'allow'],
  ])('is refused %s, and nothing leaves', async (_, input, rule) => {
    const api = await startPolicyApi(withPrompts(parseExample('Consumer app')));
    const response = await mint(api, user(), input);
    expect(getError(response)).toStrictEqual(rule ? refusal(`roles.user.mint.${rule}`) : ABSENT);
    expect(response.data?.createSessionToken ?? null).toBeNull();
    expect(api.upstream.recorded).toStrictEqual([]);
  });
});

describe('a guest of the consumer app', () => {
  const runGuest = async (document: string) => {
    const api = await startPolicyApi(parseExample('Consumer app'));
    return { api, response: await api.runAs(guest(), document) };
  };

  test('creates no legacy token', async () => {
    const mutation = 'mutation { createLegacySessionToken { token { sessionToken } } }';
    const { api, response } = await runGuest(mutation);
    expect(getError(response)).toStrictEqual(refusal('roles.guest.mint'));
    expect(api.upstream.recorded).toStrictEqual([]);
  });

  test('sees its persona, and no other one', async () => {
    const { api, response } = await runGuest(
      `{ mine: persona(id: "${MINE}") { name } other: persona(id: "${OTHER}") { name }
         personas { totalCount nodes { id } } found: personas(search: "secret") { totalCount nodes { id } }
         ten: personas(first: 10) { totalCount nodes { id } pageInfo { hasNextPage } } }`,
    );
    const own = { totalCount: 1, nodes: [{ id: MINE }], pageInfo: { hasNextPage: false } };
    expect(response.errors).toBeUndefined();
    expect(response.data).toStrictEqual({
      mine: { name: 'Mine' },
      other: null,
      personas: { totalCount: 1, nodes: [{ id: MINE }] },
      found: { totalCount: 0, nodes: [] },
      ten: own,
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
