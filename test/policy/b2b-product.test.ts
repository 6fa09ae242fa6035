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
import { MINE } from '../support/policy-upstream.ts';

const saved = { personaId: MINE };
const MINT = { personaConfig: saved };
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
    expect(
      api.upstream.recorded.map(({ key, body }) => [key, body.clientLabel.slice(0, -22)]),
    ).toStrictEqual([
      ['Bearer key-acme', 'auth0:acme:auth0%7C1:'],
      ['Bearer key-globex', 'globex:globex:auth0%7C1:'],
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

  const withRole = (value: unknown) => member({ 'https://example.com/roles': value });
  test.each([
    ['a text with the role in it', withRole('admin,billing')],
    ['a text with spaces', withRole('billing admin')],
    ['a number', withRole(1)],
    ['another role', withRole(['billing'])],
    ['an object', withRole({ admin: true })],
    ['nested lists', withRole([['admin']])],
    [
      'that of the issuer of another customer',
      { ...withRole(['admin']), ...globex({ plan: 'pro' }) },
    ],
  ])('are those of a member if the claim of the role is %s', async (_, claims) => {
    const api = await start();
    await mint(api, claims, MINT);
    expect(api.upstream.mints()).toMatchObject([
      { personaConfig: { maxSessionLengthSeconds: 900 } },
    ]);
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
    const stop = await api.runAs(pro(), 'mutation { stopSession(id: "s1") { stoppedId } }');
    expect(getError(stop)).toStrictEqual(ABSENT);
    expect(new Set(api.upstream.calls.slice(before))).toStrictEqual(
      new Set(['GET /v1/sessions/s1']),
    );
  });

  test.each([
    'sessions { totalCount }',
    'sessionConcurrency { activeCount }',
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
    const { data } = await api.runAs(
      admin(),
      `{ sessions { totalCount } session(id: "s1") { id } }`,
    );
    expect(data).toStrictEqual({ sessions: { totalCount: 1 }, session: { id: 's1' } });
  });
});

test('several mints of different sessions in one document are several mints', async () => {
  const api = await start();
  const mints = Array.from(
    { length: 6 },
    (_, index) =>
      `m${index}: createSessionToken(input: { personaConfig: { personaId: "${MINE}", maxSessionLengthSeconds: ${index + 1} } }) { token { type } }`,
  );
  const { errors } = await api.runAs(globex(), `mutation { ${mints.join(' ')} }`);
  expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toStrictEqual([
    [['m3'], 'RATE_LIMITED'],
    [['m4'], 'RATE_LIMITED'],
    [['m5'], 'RATE_LIMITED'],
  ]);
  expect(new Set(api.upstream.mints().map(({ clientLabel }) => clientLabel)).size).toBe(3);
});
