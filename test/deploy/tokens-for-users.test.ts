import { readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { isScope } from '../../src/policy/scopes.ts';
import { readConfig } from '../../src/runtime/config/config.ts';
import { AUTH, signJwt } from '../support/issuer.ts';
import { DOCUMENTS } from '../support/operations.ts';
import { tempFile } from '../support/resources.ts';
import { start } from '../support/start.ts';

const guide = readFileSync('src/deploy/TOKENS-FOR-USERS.md', 'utf8');

/** The policy of the recipe, as a reader writes it. */
const [, policy = ''] = /^cat > policy\.yaml <<'END'\n([\s\S]*?)^END$/m.exec(guide) ?? [];

/** The scopes of the token that the recipe signs. */
const scopes = (/ -- token (.+) --subject ada/.exec(guide)?.[1] ?? '').split(' ').filter(isScope);

/** The settings of the command that starts the API in production. */
const PRODUCTION = Object.fromEntries(
  (/^NODE_ENV=production[\s\S]*?npm start$/m.exec(guide)?.[0] ?? '')
    .split(/[\s\\]+/)
    .filter((word) => word.includes('='))
    .map((word) => word.split('=', 2)),
);

const [, MINE = ''] = /personas: \[(.+)\]/.exec(policy) ?? [];

const MINT = `mutation ($input: CreateSessionTokenInput!) {
  createSessionToken(input: $input) { token { sessionToken } }
}`;

/** Starts the API with the policy, and returns a function that asks it as a user with the scopes of the recipe. */
async function startOwn() {
  const { run } = await start({ settings: { ...AUTH, POLICY: await tempFile(policy) } });
  const authorization = `Bearer ${await signJwt(scopes)}`;
  return (query: string, variables = {}) => run(query, variables, { authorization });
}

test('the production command of the recipe has valid settings', async () => {
  const config = readConfig({ ...PRODUCTION, POLICY: await tempFile(policy) });
  expect(config.operations.environment).toBe('production');
  expect(config.redis).toBeDefined();
});

test('with the policy of the recipe, a user has a labelled session of ten minutes with the one persona', async () => {
  const ask = await startOwn();
  const { data } = await ask(MINT, { input: { personaConfig: { personaId: MINE } } });
  expect(decodeJwt(data.createSessionToken.token.sessionToken)).toMatchObject({
    clientLabel: expect.stringMatching(/^user:ada:[\w-]{10,}$/),
    personaConfig: { personaId: MINE, maxSessionLengthSeconds: 600 },
  });
  const again = await ask(MINT, { input: { personaConfig: { personaId: MINE } } });
  expect(again.data).toStrictEqual(data);
  // What the page sends with `usePersonasQuery`.
  const list = await ask(DOCUMENTS.Personas ?? '', { first: 5 });
  expect(list.errors).toBeUndefined();
  expect(list.data.personas.nodes).toMatchObject([
    { id: MINE, avatar: { id: expect.any(String) } },
  ]);
});
