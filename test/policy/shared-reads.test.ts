import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS_OF_EACH, TIME } from '../support/arbitraries.ts';
import {
  claimsOf,
  createSimplePolicy,
  startPolicyApi,
  type TokenClaims,
} from '../support/policy.ts';
import { MINE, OTHER } from '../support/policy-upstream.ts';

/** A role for which each user has other sessions, and with them another visibility. */
const CONSUMER = {
  personas: { claim: 'personas' },
  sessions: 'own',
  mint: { maxSessionLengthSeconds: 60, clientLabel: '{issuer}:{subject}:{mint}' },
} as const;

test('equal reads of fifty users of one role, ten at a time, cost at most ten calls', async () => {
  const api = await startPolicyApi(createSimplePolicy(CONSUMER), {
    client: { cacheSeconds: 3_600 },
  });
  const work = async (offset: number) => {
    for (let user = offset; user < 50; user += 10) {
      const claims = claimsOf(`user${user}`, { personas: [MINE] });
      const { data } = await api.runAs(claims, '{ avatars(first: 20) { nodes { id } } }');
      expect(data).toStrictEqual({ avatars: { nodes: [] } });
    }
  };
  await Promise.all(Array.from({ length: 10 }, (_, offset) => work(offset)));
  expect(api.upstream.calls.length).toBeLessThanOrEqual(10);
});

const session = (id: string, subject: string) => ({
  id,
  personaId: MINE,
  clientLabel: `main:${subject}:${id}`,
  startTime: '2026-11-01T10:00:00.000Z',
});

const DOCUMENTS = [
  '{ personas { totalCount pageInfo { hasNextPage } nodes { id name } } }',
  `{ a: persona(id: "${MINE}") { name systemPrompt } b: persona(id: "${OTHER}") { name systemPrompt } }`,
  `{ personasByIds(ids: ["${OTHER}", "${MINE}"]) { name } }`,
  '{ sessions { nodes { id } } }',
  '{ a: session(id: "s1") { id persona { name } } b: session(id: "s2") { id transcript { messageCount } } }',
  `{ persona(id: "${MINE}") { name sessions(first: 5) { nodes { id } } shareLinks { nodes { type } } } }`,
  '{ shareLinks { nodes { id } } }',
];

/** One role for each value of the claim `plan`. */
const ROLES: readonly Partial<Parameters<typeof createSimplePolicy>[0]>[] = [
  CONSUMER,
  { ...CONSUMER, scopes: ['personas:read'] },
  { ...CONSUMER, scopes: ['personas:read', 'personas:write', 'sessions:read', 'prompts:read'] },
  { ...CONSUMER, personas: [OTHER] },
  { ...CONSUMER, sessions: 'all' },
  { personas: 'all', mint: 'any' },
];

/** A policy of two tenants, each with a key of its own, whose members have different roles. */
const POLICY = createSimplePolicy(
  {},
  {
    issuers: ['main', 'other'].map((name) => ({
      name,
      issuer: `https://${name}.example`,
      audience: 'api',
      jwksUrl: 'https://id.example/jwks',
      scopesFrom: 'role' as const,
      tenantClaim: 'org',
    })),
    tenants: { keyFolder: '/keys' },
    roles: ROLES.map((role, index) => ({
      name: `role${index}`,
      issuers: ['main', 'other'],
      when: { plan: `plan${index}` },
      scopes: 'all' as const,
      ...role,
    })),
  },
);

const WRITES = [MINE, OTHER].map(
  (id) => `mutation { updatePersona(id: "${id}", input: { name: "NAME" }) { persona { id } } }`,
);

test('whoever asked, changed and raced before, a caller sees with a cache what it sees without one', {
  tags: ['slow'],
  timeout: TIME * 3,
}, async () => {
  const caller = fc.record({
    sub: fc.constantFrom('ada', 'bob'),
    personas: fc.constantFrom([], [MINE], [OTHER], [MINE, OTHER]),
    iss: fc.constantFrom('https://main.example', 'https://other.example'),
    org: fc.constantFrom('acme', 'globex'),
    plan: fc.nat(ROLES.length - 1).map((index) => `plan${index}`),
  });
  const ask = fc.record({ caller, document: fc.constantFrom(...DOCUMENTS) });
  const round = fc.record({
    asks: fc.array(ask, { minLength: 1, maxLength: 6 }),
    writes: fc.array(fc.record({ caller, write: fc.constantFrom(...WRITES) }), { maxLength: 2 }),
  });
  const ada = {
    sub: 'ada',
    personas: [],
    iss: 'https://main.example',
    org: 'acme',
    plan: `plan${ROLES.length - 1}`,
  } as const;
  const asks = DOCUMENTS.map((document) => ({ caller: ada, document }));
  const writes = WRITES.map((write) => ({ caller: ada, write }));
  let [needed, made, names] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
      const cached = await startPolicyApi(POLICY, { client: { cacheSeconds: 60 } });
      const direct = await startPolicyApi(POLICY, { upstream: cached.upstream });
      cached.upstream.sessions.set('s1', session('s1', 'ada'));
      cached.upstream.sessions.set('s2', session('s2', 'bob'));
      const show = async (api: typeof cached, { sub, ...claims }: TokenClaims, text: string) => {
        const { data, errors } = await api.runAs(claimsOf(String(sub), claims), text);
        const shown = errors?.map((one) => `${one.path} ${one.extensions.code} ${one.message}`);
        // In no order: each is known when its call ends.
        return { data, errors: shown?.sort() };
      };
      for (const { asks, writes } of rounds) {
        const read = () => asks.map(({ caller, document }) => show(cached, caller, document));
        // All at once: reads join, overtake and outlive writes.
        await Promise.all([
          ...read(),
          ...writes.map(({ caller, write }) => {
            names += 1;
            return show(cached, caller, write.replace('NAME', `name ${names}`));
          }),
          ...read(),
        ]);
        const { calls } = cached.upstream;
        const before = calls.length;
        const found = await Promise.all(read());
        const between = calls.length;
        const expected = asks.map(({ caller, document }) => show(direct, caller, document));
        expect(found).toStrictEqual(await Promise.all(expected));
        needed += calls.length - between;
        made += between - before;
      }
    }),
    // The test needs a write, and an answer from the cache.
    {
      numRuns: 2 * RUNS_OF_EACH,
      examples: [
        [
          [
            { asks, writes },
            { asks, writes: [] },
          ],
        ],
      ],
    },
  );
  expect(made).toBeLessThan(needed);
  expect(names).toBeGreaterThan(0);
});
