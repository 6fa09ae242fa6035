import { expect, test } from 'vitest';
import { connectAgent } from '../../support/agent.ts';
import { MINE, OTHER } from '../../support/policy-upstream.ts';
import { hashSubject, MINT, startAudited } from './audited.ts';

test('a document and a tool that the role does not have are refused', async () => {
  const { askAs, audited, tokens, url } = await startAudited(
    { events: '[refused]', user: '    documents: []\n    tools: [Personas]' },
    { MCP: 'true' },
  );
  const id = 'request-document';
  await askAs('user', 'query Any { personas { totalCount } }', {}, id);
  const authorization = `Bearer ${tokens.user}`;
  const { call } = await connectAgent(`${url}/mcp`, { authorization });
  await expect(call('Persona', { id: MINE })).rejects.toThrow('This tool does not exist.');
  await expect.poll(audited).toHaveLength(2);
  const refused = { event: 'refused', issuer: 'main', caller: hashSubject('ada'), role: 'user' };
  const document = { decision: 'refused', rule: 'roles.user.documents', outcome: 'FORBIDDEN' };
  const tool = { decision: 'absent', rule: 'roles.user.tools', outcome: 'NOT_FOUND' };
  expect(audited()).toMatchObject([
    { ...refused, requestId: id, field: 'document Any', ...document },
    { ...refused, field: 'tool Persona', ...tool },
  ]);
});

test.each(['enforce', 'measure'])(
  'each scope that a caller lacks has one line for an operation, in the mode %s',
  async (mode) => {
    const { askAs, audited, run } = await startAudited({ events: '[refused]', mode });
    const fields = 'a: tools { totalCount } b: tools { totalCount } sessions { nodes { id } }';
    await askAs('user', `query Lacking { ${fields} viewer { role } }`);
    await run(`query Anonymous { ${fields} }`);
    await askAs('stranger', 'query Stranger { tools { totalCount } }');
    await expect.poll(audited).toHaveLength(3);
    const line = { event: 'refused', decision: 'refused', outcome: 'FORBIDDEN' };
    const lacking = { ...line, operation: 'Lacking', role: 'user', rule: 'roles.user.scopes' };
    expect(audited()).toMatchObject([
      { ...lacking, field: 'scope tools:read' },
      { ...lacking, field: 'scope sessions:read' },
      { ...line, operation: 'Stranger', rule: 'roles', field: 'scope tools:read' },
    ]);
    expect(audited().map((each) => 'measured' in each || 'ids' in each)).not.toContain(true);
  },
);

test('a mint beyond a limit is refused with its persona and length, and is counted by role and rule', async () => {
  const { askAs, audited, url } = await startAudited({ tokens: 1 });
  for (let count = 0; count < 3; count += 1)
    await askAs('user', MINT, { config: { personaId: MINE } });
  await askAs('user', MINT, { config: { personaId: MINE, languageCode: 'de' } });
  await expect.poll(audited).toHaveLength(4);
  expect(audited()[1]).toMatchObject({
    event: 'refused',
    decision: 'limited',
    field: 'createSessionToken',
    ids: { personaId: MINE },
    seconds: 600,
    outcome: 'RATE_LIMITED',
  });
  const text = await (await fetch(`${url}/metrics`)).text();
  const samples = text.split('\n').filter((line) => /^avatar_graphql_(?:policy|audit)/.test(line));
  expect(samples.sort()).toStrictEqual([
    'avatar_graphql_audit_lines_lost_total 0',
    expect.stringMatching(/^avatar_graphql_policy_info\{version="[\da-f]{12}",mode="enforce"\} 1$/),
    'avatar_graphql_policy_mints_total{role="user"} 1',
    'avatar_graphql_policy_refusals_total{role="user",rule="roles.user.mint.allow",outcome="refused"} 1',
    `avatar_graphql_policy_refusals_total{role="user",rule="${audited()[1]?.rule}",outcome="limited"} 2`,
    'avatar_graphql_policy_reserved_minutes_total{role="user"} 10',
  ]);
});

test('a policy that measures has a line for what it would refuse and one for what was done', async () => {
  const { askAs, audited, logged } = await startAudited({ mode: 'measure' });
  for (const _ of [1, 2]) await askAs('user', MINT, { config: { personaId: OTHER } });
  await expect.poll(audited).toHaveLength(4);
  const line = { decision: 'absent', rule: 'roles.user.personas', measured: true, outcome: 'OK' };
  const events = ['refused', 'mint', 'refused', 'mint'];
  expect(audited()).toMatchObject(events.map((event) => ({ event, ...line })));
  const rules = logged().filter(({ msg }) => String(msg).includes('its mode is measure'));
  expect(rules).toMatchObject([{ role: 'user', rule: 'roles.user.personas', count: 1 }]);
});

test('a line about a document has no more than 100 characters of its name', async () => {
  const { askAs, logged } = await startAudited({ mode: 'measure', user: '    documents: []' });
  await askAs('user', `query ${'N'.repeat(5_000)} { personas { totalCount } }`);
  const rules = logged().filter(({ rule }) => rule === 'roles.user.documents');
  expect(rules.map(({ field }) => field)).toStrictEqual([`document ${'N'.repeat(100)}`]);
});
