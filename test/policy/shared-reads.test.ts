import fc from 'fast-check';
import { expect, test } from 'vitest';
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

test('300 users of one role, two at a time, cost one call for a page of the catalog', async () => {
  const api = await startPolicyApi(createSimplePolicy(CONSUMER), { responseCacheSeconds: 30 });
  const work = async (offset: number) => {
    for (let user = offset; user < 300; user += 2) {
      const claims = claimsOf(`user${user}`, { personas: [MINE] });
      const { data } = await api.runAs(claims, '{ avatars(perPage: 20) { items { id } } }');
      expect(data).toStrictEqual({ avatars: { items: [] } });
    }
  };
  await Promise.all([work(0), work(1)]);
  expect(api.upstream.calls).toHaveLength(1);
});

const session = (id: string, subject: string) => ({
  id,
  personaId: MINE,
  clientLabel: `main:${subject}:${id}`,
  startTime: '2026-11-01T10:00:00.000Z',
});

const DOCUMENTS = [
  '{ personas { total nextPage items { id name } } }',
  `{ a: persona(id: "${MINE}") { name systemPrompt } b: persona(id: "${OTHER}") { name systemPrompt } }`,
  `{ personasByIds(ids: ["${OTHER}", "${MINE}"]) { name } }`,
  '{ sessions { items { id } } }',
  '{ a: session(id: "s1") { id persona { name } } b: session(id: "s2") { id transcript { messageCount } } }',
  `{ persona(id: "${MINE}") { name sessions(first: 5) { nodes { id } } shareLinks { type } } }`,
  '{ shareLinks { items { id } } }',
];

const ROLES: readonly Parameters<typeof createSimplePolicy>[0][] = [
  CONSUMER,
  { ...CONSUMER, scopes: ['personas:read'] },
  { ...CONSUMER, personas: [OTHER] },
  { ...CONSUMER, sessions: 'all' },
  { personas: 'all', mint: 'any' },
];

test('whoever asked before, a caller sees with a cache what it sees without one', {
  tags: ['slow'],
}, async () => {
  const caller = fc.record({
    sub: fc.constantFrom('ada', 'bob', 'eve'),
    personas: fc.constantFrom([], [MINE], [OTHER], [MINE, OTHER]),
    iss: fc.constantFrom('https://main.example', 'https://other.example'),
  });
  const steps = fc.array(fc.record({ caller, document: fc.constantFrom(...DOCUMENTS) }), {
    minLength: 4,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ROLES), steps, async (role, steps) => {
      const file = createSimplePolicy(role);
      const [cached, direct] = [
        await startPolicyApi(file, { responseCacheSeconds: 60 }),
        await startPolicyApi(file),
      ];
      for (const { upstream } of [cached, direct]) {
        upstream.sessions.set('s1', session('s1', 'ada'));
        upstream.sessions.set('s2', session('s2', 'bob'));
      }
      const show = async (api: typeof cached, claims: TokenClaims, document: string) => {
        const { data, errors } = await api.runAs(claims, document);
        return {
          data,
          errors: errors?.map(({ message, path, extensions: { code } }) => ({
            message,
            path,
            code,
          })),
        };
      };
      // All at once, too: concurrent reads are shared.
      await Promise.all(
        steps.map(async ({ caller: { sub, ...claims }, document }) => {
          const who = claimsOf(sub, claims);
          expect(await show(cached, who, document)).toStrictEqual(
            await show(direct, who, document),
          );
        }),
      );
      for (const {
        caller: { sub, ...claims },
        document,
      } of steps) {
        const who = claimsOf(sub, claims);
        expect(await show(cached, who, document)).toStrictEqual(await show(direct, who, document));
      }
    }),
    { numRuns: 30 },
  );
});

test('a caller whose role is taken away sees nothing of what others have cached', async () => {
  const api = await startPolicyApi(createSimplePolicy(CONSUMER), { responseCacheSeconds: 60 });
  const read = async () =>
    (
      await api.runAs(
        claimsOf('ada', { personas: [OTHER] }),
        `{ persona(id: "${OTHER}") { name } }`,
      )
    ).data;
  expect(await read()).toStrictEqual({ persona: { name: 'Secret persona' } });
  api.setPolicy(createSimplePolicy({ ...CONSUMER, personas: [MINE] }));
  expect(await read()).toStrictEqual({ persona: null });
});
