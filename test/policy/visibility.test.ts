import { expect, test } from 'vitest';
import { resolveRole, type VerifiedToken } from '../../src/policy/grant.ts';
import {
  claimsOf,
  compilePolicy,
  createSimplePolicy,
  getError,
  type PolicyApi,
  refusal,
  startPolicyApi,
} from '../support/policy.ts';
import { MINE, OTHER } from '../support/policy-upstream.ts';
import type { ApiResponse } from '../support/start.ts';

const mint = { maxSessionLengthSeconds: 60, clientLabel: '{issuer}:{subject}:{mint}' };
const ROLE = { personas: { claim: 'personas' }, sessions: 'own', mint } as const;

const policy = compilePolicy(createSimplePolicy(ROLE));

const token: VerifiedToken = {
  issuer: 'main',
  subject: 'ada',
  claims: { personas: [MINE] },
  scopes: new Set(),
};

test('an id that one caller has verified does not exist for another', async () => {
  const api = await startPolicyApi(
    createSimplePolicy({ personas: { claim: 'personas' }, mint: 'any' }),
  );
  const verify = (personas: readonly string[], input: object) =>
    api.runAs(
      claimsOf('ada', { personas }),
      'mutation ($input: CreateSessionTokenInput!) { createSessionToken(input: $input) { token { type } } }',
      { input: { ...input, verify: true } },
    );
  const ofOther = { personaConfig: { personaId: OTHER } };
  expect((await verify([OTHER], ofOther)).errors).toBeUndefined();
  expect((await verify([MINE], ofOther)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  const further = {
    personaConfig: { personaId: MINE, extra: { personaId: OTHER } },
  };
  expect((await verify([MINE], further)).errors).toHaveLength(1);
  expect(api.upstream.mints()).toHaveLength(1);
});

test.each([
  ['no claim', {}, []],
  ['a text', { personas: MINE }, [MINE]],
  ['a text with two ids', { personas: `${MINE},${OTHER}` }, []],
  ['texts with spaces', { personas: `${MINE} ${OTHER}` }, []],
  ['other values', { personas: [MINE, 1, null, { id: OTHER }, '../other'] }, [MINE]],
  ['an object', { personas: { 0: MINE } }, []],
])('%s gives the personas %j', async (_, claims, ids) => {
  const api = await startPolicyApi(createSimplePolicy(ROLE));
  const { data } = await api.runAs(claimsOf('ada', claims), '{ personas { nodes { id } } }');
  expect(data.personas.nodes).toStrictEqual(ids.map((id) => ({ id })));
});

test('a caller has at most 200 personas', () => {
  const personas = Array.from({ length: 300 }, (_, index) => `p${index}`);
  const granted = resolveRole(policy, { ...token, claims: { personas } });
  expect(granted.personas).toHaveProperty('size', 200);
});

test('a list of personas has pages, and a search finds names', async () => {
  const api = await startPolicyApi(createSimplePolicy({ personas: [OTHER, MINE, 'gone'] }));
  const { data } = await api.runAs(
    claimsOf('ada'),
    `{ first: personas(first: 1) { totalCount pageInfo { hasNextPage } nodes { id } }
       second: personas(first: 1, page: 2) { nodes { id } }
       third: personas(first: 1, page: 3) { pageInfo { hasNextPage } nodes { id } }
       found: personas(search: "SECRET") { totalCount nodes { name } } }`,
  );
  expect(data).toStrictEqual({
    first: {
      totalCount: 3,
      pageInfo: { hasNextPage: true },
      nodes: [{ id: OTHER }],
    },
    second: { nodes: [{ id: MINE }] },
    third: { pageInfo: { hasNextPage: false }, nodes: [] },
    found: { totalCount: 1, nodes: [{ name: 'Secret persona' }] },
  });
});

type Role = Parameters<typeof createSimplePolicy>[0];
const SOME: Role = { personas: [MINE], mint: 'any' };

/** Starts the API for a role of some personas, in front of an upstream that ignores filters. */
async function startForSome() {
  const api = await startPolicyApi(createSimplePolicy(SOME));
  for (const personaId of [MINE, OTHER])
    api.upstream.sessions.set(`of-${personaId}`, { id: `of-${personaId}`, personaId });
  return (document: string) => api.runAs(claimsOf('ada'), document);
}

test('a list of sessions has only those of the own personas, even if the upstream returns others', async () => {
  const run = await startForSome();
  const sessions = `sessions(personaId: "${MINE}") { nodes { personaId } }`;
  const { data } = await run(
    `{ ${sessions} persona(id: "${MINE}") { sessions { nodes { personaId } } } }`,
  );
  expect(data.sessions.nodes).toStrictEqual([{ personaId: MINE }]);
  expect(data.persona.sessions.nodes).toStrictEqual([{ personaId: MINE }]);
});

test('a list of share links of a persona has no others, even if the upstream returns them', async () => {
  const run = await startForSome();
  const { data } = await run(`{ shareLinks(personaId: "${MINE}") { nodes { id } } }`);
  expect(data.shareLinks.nodes).toStrictEqual([]);
});

test('a share link of another persona is not updated', async () => {
  const api = await startPolicyApi(createSimplePolicy(SOME));
  const { errors } = await api.runAs(
    claimsOf('ada'),
    'mutation { updateShareLink(id: "link1", input: { usageLimit: 9 }) { shareLink { id } } }',
  );
  expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  expect(api.upstream.calls).toStrictEqual(['GET /v1/share-links/link1']);
});

const OWN: Role = { sessions: 'own', mint };
const CONCURRENCY = '{ sessionConcurrency { activeCount } }';

test.each([
  [SOME, 'personas', '{ sessions { totalCount } }'],
  [SOME, 'personas', 'mutation { createPersona(input: {}) { persona { id } } }'],
  [SOME, 'personas', CONCURRENCY],
  [SOME, 'personas', '{ sessionStatistics { total: __typename } }'],
  [SOME, 'personas', `{ sessionStatistics(personaId: "${MINE}") { total: __typename } }`],
  [SOME, 'mint', 'mutation { createLegacySessionToken { token { type } } }'],
  [OWN, 'sessions', '{ sessions { totalCount } }'],
  [OWN, 'sessions', CONCURRENCY],
])('a role with %j is refused by its rule %s: %s', async (role, rule, document) => {
  const api = await startPolicyApi(createSimplePolicy(role));
  const response = await api.runAs(claimsOf('ada'), document);
  expect(getError(response)).toStrictEqual(refusal(`roles.user.${rule}`));
  expect(api.upstream.recorded).toStrictEqual([]);
});

test('a role of all personas and sessions reads totals', async () => {
  const api = await startPolicyApi(createSimplePolicy({}));
  await api.runAs(claimsOf('ada'), CONCURRENCY);
  expect(api.upstream.calls).toStrictEqual(['GET /v1/sessions/concurrency']);
});

/** Returns the ids of a list that is read page by page. */
async function readPages(api: PolicyApi, list: string, args: string): Promise<string[]> {
  const seen: string[] = [];
  let after: string | null = null;
  for (let hasNextPage = true; hasNextPage; ) {
    const { data }: ApiResponse = await api.runAs(
      claimsOf('ada'),
      `{ ${list}(${args}, after: ${JSON.stringify(after)}) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
    );
    const { nodes, pageInfo } = data[list];
    seen.push(...nodes.map(({ id }: { id: string }) => id));
    ({ hasNextPage, endCursor: after } = pageInfo);
  }
  return seen;
}

test('the list of personas continues after a page without a visible one', async () => {
  const personas = ['gone', OTHER, 'also gone', 'gone as well', MINE, 'gone at last'];
  const api = await startPolicyApi(createSimplePolicy({ personas }));
  expect(await readPages(api, 'personas', 'first: 2')).toStrictEqual([OTHER, MINE]);
});

test('a list of sessions continues after a page without a visible one', async () => {
  const api = await startPolicyApi(createSimplePolicy(SOME));
  for (const [id, personaId] of [
    ['s1', MINE],
    ['s2', OTHER],
    ['s3', OTHER],
    ['s4', MINE],
  ] as const)
    api.upstream.sessions.set(id, { id, personaId });
  const args = `personaId: "${MINE}", first: 1`;
  expect(await readPages(api, 'sessions', args)).toStrictEqual(['s4', 's1']);
});
