import { expect, test } from 'vitest';
import { MINE } from '../../support/policy-upstream.ts';
import { MINT, startAudited } from './audited.ts';

test('each scope that a caller lacks has one line for an operation', async () => {
  const { askAs, audited, run } = await startAudited({ events: '[refused]' });
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
  expect(audited().map((each) => 'ids' in each)).not.toContain(true);
});

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
    expect.stringMatching(/^avatar_graphql_policy_info\{version="[\da-f]{12}"\} 1$/),
    'avatar_graphql_policy_mints_total{role="user"} 1',
    'avatar_graphql_policy_refusals_total{role="user",rule="roles.user.mint.allow",outcome="refused"} 1',
    `avatar_graphql_policy_refusals_total{role="user",rule="${audited()[1]?.rule}",outcome="limited"} 2`,
    'avatar_graphql_policy_reserved_minutes_total{role="user"} 10',
  ]);
});
