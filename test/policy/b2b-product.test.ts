import { describe, expect, test } from 'vitest';
import {
  ABSENT,
  admin,
  getError,
  globex,
  member,
  mint,
  type PolicyApi,
  parseExample,
  pro,
  refusal,
  startPolicyApi,
  type TokenClaims,
} from '../support/policy.ts';
import { MINE, OTHER } from '../support/policy-upstream.ts';

const saved = { personaId: MINE };
const MINT = { personaConfig: saved };
const REPLAY = { videoQuality: 'HIGH', sessionReplay: {} };
const PLANTED = `auth0:acme:auth0%7C2:${'A'.repeat(22)}`;
const start = () => startPolicyApi(parseExample('B2B product'));

const SESSION = `query ($id: ID!) {
  session(id: $id) { id clientLabel transcript { messages { message } } recordingUrl toolCalls { toolName } }
}`;

/** Mints as a caller, and starts a session of the token in the upstream. */
async function startSession(api: PolicyApi, claims: TokenClaims, id: string, further = {}) {
  await mint(api, claims, MINT);
  const { clientLabel } = api.upstream.mints().at(-1);
  api.upstream.sessions.set(id, { id, clientLabel, personaId: MINE, toolCalls: [], ...further });
  return clientLabel;
}

describe('mints', () => {
  test('have the key of the tenant and a label with issuer, tenant and subject', async () => {
    const api = await start();
    await mint(api, member(), MINT);
    await mint(api, globex({ org_id: 'acme' }), MINT);
    expect(api.upstream.recorded).toMatchObject([
      {
        key: 'Bearer key-acme',
        body: { clientLabel: expect.stringMatching(/^auth0:acme:auth0%7C1:/) },
      },
      {
        key: 'Bearer key-globex',
        body: { clientLabel: expect.stringMatching(/^globex:globex:auth0%7C1:/) },
      },
    ]);
  });

  test('of an administrator are what it asks for', async () => {
    const api = await start();
    const personaConfig = { systemPrompt: 'Any', maxSessionLengthSeconds: 99_999 };
    await mint(api, admin(), { personaConfig, clientLabel: 'mine', extra: { environment: {} } });
    expect(api.upstream.mints()).toStrictEqual([
      { personaConfig, clientLabel: 'mine', environment: {} },
    ]);
  });

  test.each([
    ['unknown', 'initech'],
    ['a list', ['acme']],
    ['a number', 1],
    ['empty', ''],
    ['missing', undefined],
    ['a path', '../keys/acme'],
    ['a path of this folder', './acme'],
    ['__proto__', '__proto__'],
    ['a property of every object', 'constructor'],
    ['written differently', 'ACME'],
  ])('with a tenant that is %s are FORBIDDEN', async (_, org_id) => {
    const api = await start();
    expect(getError(await mint(api, member({ org_id }), MINT)).code).toBe('FORBIDDEN');
    expect(api.upstream.recorded).toStrictEqual([]);
  });

  test.each([
    ['a text with the role in it', 'admin,billing'],
    ['a text with spaces', 'billing admin'],
    ['a number', 1],
    ['another role', ['billing']],
    ['an object', { admin: true }],
    ['nested lists', [['admin']]],
  ])('are those of a member if the claim of the role is %s', async (_, value) => {
    const api = await start();
    const claims = member({ 'https://example.com/roles': value });
    await mint(api, claims, MINT);
    expect(api.upstream.mints()).toMatchObject([
      { personaConfig: { maxSessionLengthSeconds: 900 } },
    ]);
  });

  test('at the issuer of another customer have no role of it', async () => {
    const api = await start();
    const claims = globex({ plan: 'pro', 'https://example.com/roles': ['admin'] });
    await mint(api, claims, MINT);
    expect(api.upstream.mints()).toMatchObject([
      { personaConfig: { maxSessionLengthSeconds: 900 } },
    ]);
  });

  test.each([
    [
      'a longer session',
      { personaConfig: { ...saved, maxSessionLengthSeconds: 3601 } },
      'maxSessionLengthSeconds',
    ],
    ['replay beside the quality', { ...MINT, sessionOptions: REPLAY }, 'allow'],
    ['a planted label', { ...MINT, clientLabel: PLANTED }, 'clientLabel'],
  ])('with %s are refused', async (_, input, rule) => {
    const api = await start();
    expect(getError(await mint(api, pro(), input))).toStrictEqual(
      refusal(`roles.member-pro.mint.${rule}`),
    );
    expect(api.upstream.recorded).toStrictEqual([]);
  });

  test('may have the options that the role names', async () => {
    const api = await start();
    const sessionOptions = { videoQuality: 'HIGH' };
    await mint(api, pro(), { personaConfig: saved, sessionOptions });
    expect(api.upstream.mints()).toMatchObject([{ sessionOptions: { videoQuality: 'high' } }]);
  });
});

describe('sessions', () => {
  test('are those of the caller, with what was said in them', async () => {
    const api = await start();
    await startSession(api, pro(), 's1');
    const { data, errors } = await api.runAs(pro(), SESSION, { id: 's1' });
    expect(errors).toBeUndefined();
    expect(data.session).toMatchObject({
      id: 's1',
      transcript: { messages: [{ message: 'Secret words' }] },
    });
  });

  test.each([
    ['another subject', pro({ sub: 'auth0|2' })],
    ['a subject that starts alike', pro({ sub: 'auth0|11' })],
    ['the same subject of another tenant', pro({ org_id: 'globex' })],
    ['the same subject of another issuer', globex()],
  ])('of %s do not exist', async (_, claims) => {
    const api = await start();
    await startSession(api, claims, 's1');
    const before = api.upstream.calls.length;
    const { data, errors } = await api.runAs(pro(), SESSION, { id: 's1' });
    expect([data, errors]).toStrictEqual([{ session: null }, undefined]);
    expect(api.upstream.calls.slice(before)).toStrictEqual(['GET /v1/sessions/s1']);
  });

  test('of others cannot be stopped', async () => {
    const api = await start();
    await startSession(api, pro({ sub: 'auth0|2' }), 's1');
    const response = await api.runAs(pro(), 'mutation { stopSession(id: "s1") { stoppedId } }');
    expect(getError(response)).toStrictEqual(ABSENT);
    expect(api.upstream.calls.filter((call) => call.includes('stop'))).toStrictEqual([]);
  });

  test('of the caller can be stopped', async () => {
    const api = await start();
    await startSession(api, pro(), 's1');
    const { data } = await api.runAs(pro(), 'mutation { stopSession(id: "s1") { stoppedId } }');
    expect(data).toStrictEqual({ stopSession: { stoppedId: 's1' } });
  });

  test.each([
    'sessions { total }',
    'sessionsConnection { totalCount }',
    'sessionConcurrency { active }',
    'sessionStatistics { sessionCount }',
  ])('%s is FORBIDDEN', async (field) => {
    const api = await start();
    expect(getError(await api.runAs(pro(), `{ ${field} }`))).toStrictEqual(
      refusal('roles.member-pro.sessions'),
    );
    expect(api.upstream.recorded).toStrictEqual([]);
  });

  test('of everybody exist for an administrator', async () => {
    const api = await start();
    await startSession(api, pro({ sub: 'auth0|2' }), 's1');
    const { data } = await api.runAs(admin(), `{ sessions { total } session(id: "s1") { id } }`);
    expect(data).toStrictEqual({ sessions: { total: 1 }, session: { id: 's1' } });
  });
});

test('several mints in one document are several mints', async () => {
  const api = await start();
  const mints = Array.from(
    { length: 6 },
    (_, index) =>
      `m${index}: createSessionToken(input: { personaConfig: { personaId: "${MINE}", maxSessionLengthSeconds: 1 } }) { token { type } }`,
  );
  const { errors } = await api.runAs(globex(), `mutation { ${mints.join(' ')} }`);
  expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toStrictEqual([
    [['m3'], 'RATE_LIMITED'],
    [['m4'], 'RATE_LIMITED'],
    [['m5'], 'RATE_LIMITED'],
  ]);
  expect(new Set(api.upstream.mints().map(({ clientLabel }) => clientLabel)).size).toBe(3);
});

test('a persona of another caller is no secret if the role has all personas', async () => {
  const api = await start();
  const { data } = await api.runAs(member(), `{ persona(id: "${OTHER}") { id } }`);
  expect(data).toStrictEqual({ persona: { id: OTHER } });
});
