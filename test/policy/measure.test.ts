import { expect, onTestFinished, test } from 'vitest';
import { type DecisionEvent, decisions } from '../../src/policy/diagnostics.ts';
import { connectAgent, mcp } from '../support/agent.ts';
import { DOCUMENTS } from '../support/operations.ts';
import {
  agent,
  claimsOf,
  createSimplePolicy,
  getError,
  member,
  mint,
  parseExample,
  signToken,
  startPolicyApi,
  user,
} from '../support/policy.ts';
import { MINE, OTHER } from '../support/policy-upstream.ts';

/** Records the decisions of the running test. */
function recordDecisions() {
  const seen: DecisionEvent[] = [];
  onTestFinished(decisions.subscribe((event) => seen.push(event)));
  return () =>
    seen
      .splice(0)
      .map(({ subject, outcome, rule, isMeasured }) => [subject, outcome, rule, isMeasured]);
}

const startMeasured = (heading: Parameters<typeof parseExample>[0]) =>
  startPolicyApi({ ...parseExample(heading), mode: 'measure' });

const { CreateSessionToken = '', Personas = '' } = DOCUMENTS;

test.each([
  [
    'refused',
    { personaConfig: { systemPrompt: 'Any' }, clientLabel: 'a' },
    'roles.user.mint.persona',
  ],
  ['allowed', { personaConfig: { personaId: MINE } }, undefined],
])('a mint that would be %s passes unchanged, and is counted', async (outcome, input, rule) => {
  const api = await startMeasured('Consumer app');
  const takeDecisions = recordDecisions();
  const { errors } = await api.runAs(user(), CreateSessionToken, { input });
  expect(errors).toBeUndefined();
  expect(api.upstream.mints()).toStrictEqual([input]);
  expect(takeDecisions()).toStrictEqual([
    ['createSessionToken', outcome, rule, rule !== undefined],
  ]);
});

test('a limit only counts, and so does an exceeded one', async () => {
  const file = createSimplePolicy(
    { mint: { maxSessionLengthSeconds: 60, limits: [{ tokens: 1, per: 'day' }] } },
    { mode: 'measure' },
  );
  const api = await startPolicyApi(file);
  const takeDecisions = recordDecisions();
  const input = { personaConfig: { personaId: MINE } };
  const run = () => api.runAs(claimsOf('ada'), CreateSessionToken, { input });
  for (const _ of [1, 2]) expect((await run()).errors).toBeUndefined();
  expect(takeDecisions()).toStrictEqual([
    ['createSessionToken', 'allowed', undefined, false],
    ['createSessionToken', 'allowed', undefined, false],
    ['createSessionToken', 'limited', 'roles.user.mint.limits[0]', true],
  ]);
});

test('personas, sessions and documents are not restricted, and each access is counted', async () => {
  const api = await startMeasured('Consumer app');
  const takeDecisions = recordDecisions();
  const document = `{ persona(id: "${OTHER}") { name } personas { totalCount } }`;
  const { data } = await api.runAs(user(), document);
  expect(data).toStrictEqual({ persona: { name: 'Secret persona' }, personas: { totalCount: 2 } });
  const decided = takeDecisions();
  expect(decided).toContainEqual(['document', 'refused', 'roles.user.documents', true]);
  expect(decided).toContainEqual(['persona', 'absent', 'roles.user.personas', true]);
  const own = await startMeasured('B2B product');
  own.upstream.sessions.set('s1', { id: 's1', clientLabel: 'of somebody' });
  takeDecisions();
  const query = '{ session(id: "s1") { id } sessions { totalCount } }';
  const sessions = await own.runAs(member({ permissions: ['sessions:read'] }), query);
  expect(sessions.data).toStrictEqual({ session: { id: 's1' }, sessions: { totalCount: 1 } });
  const measured = takeDecisions();
  expect(measured).toContainEqual(['sessions', 'refused', 'roles.member.sessions', true]);
  expect(measured).toContainEqual(['session', 'absent', 'roles.member.sessions', true]);
});

test('all tools are listed and called, and those of no role are counted', async () => {
  const api = await startPolicyApi({ ...parseExample('Agents'), mode: 'measure' }, { mcp });
  const takeDecisions = recordDecisions();
  const token = await signToken(agent('support-agent', 'avatar-graphql/personas:read'));
  const authorization = `Bearer ${token}`;
  const url = api.url.replace('/graphql', '/mcp');
  const { client, call } = await connectAgent(url, { authorization });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toStrictEqual(['Personas', 'Persona']);
  expect((await call('Persona', { id: OTHER })).structuredContent.data.persona.id).toBe(OTHER);
  expect(takeDecisions()).toContainEqual(['tool Persona', 'absent', 'roles.support.tools', true]);
});

test('scopes, issuers and tenants are enforced', async () => {
  const api = await startMeasured('B2B product');
  const run = async (claims: object) => getError(await api.runAs({ ...claims }, Personas)).code;
  expect(await run(member({ permissions: [] }))).toBe('FORBIDDEN');
  expect(await run(member({ org_id: 'initech' }))).toBe('FORBIDDEN');
  expect(await run(member({ iss: 'https://elsewhere.example' }))).toBe('UNAUTHENTICATED');
  expect(api.upstream.recorded).toStrictEqual([]);
});

test('without the mode, the same decisions are enforced and published', async () => {
  const api = await startPolicyApi(parseExample('Consumer app'));
  const takeDecisions = recordDecisions();
  await mint(api, user(), { personaConfig: { personaId: MINE } });
  await mint(api, user(), { personaConfig: { personaId: OTHER } });
  expect(takeDecisions()).toStrictEqual([
    ['createSessionToken', 'allowed', undefined, false],
    ['createSessionToken', 'absent', 'roles.user.personas', false],
  ]);
});
