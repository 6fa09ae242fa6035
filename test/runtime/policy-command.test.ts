import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { AUTH } from '../support/issuer.ts';
import { EXAMPLES, readExample, user } from '../support/policy.ts';
import { MINE, OTHER } from '../support/policy-upstream.ts';
import { tempFolder } from '../support/resources.ts';

/** Runs a command with files in its folder. Words that are names of files become their paths. */
async function run(
  words: readonly string[],
  files: Record<string, string>,
  settings: Record<string, string> = {},
) {
  const folder = await tempFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const args = words.map((word) => (word in files ? join(folder, word) : word));
  const { code, stdout, stderr: error } = await runCommand(['policy', ...args], settings);
  return { code, output: stdout.trim().replaceAll(`${folder}/`, ''), error };
}

test.each(EXAMPLES)('the example %s has nothing to warn of', async (heading) => {
  const files = { 'policy.yaml': readExample(heading) };
  const { code, output } = await run(['check', 'policy.yaml'], files);
  expect(output).toMatch(/^policy\.yaml is valid: version [\da-f]{12}, \d roles\.$/);
  expect(code).toBe(0);
});

test('what is probably wrong is a warning', async () => {
  const policy = `
tenants: { names: [acme] }
issuers: [{ name: a, issuer: b, audience: c, tenant: acme, secrets: [${'x'.repeat(32)}] }]
roles:
  - { name: all, when: {}, scopes: [tokens:mint, meetings:read], personas: all, sessions: all }
  - { name: pro, when: { /user_metadata/plan: pro }, scopes: [personas:write], personas: all, sessions: all, mint: { maxSessionLengthSeconds: 60 } }
`;
  const { code, output } = await run(['check', 'policy.yaml'], { 'policy.yaml': policy });
  expect(output.split('\n').slice(1)).toStrictEqual([
    'Warning: The role all has the scope tokens:mint, but no mint block, so it cannot create session tokens.',
    'Warning: The role all can read records of other tenants with meetings:read, because tenants share a key.',
    'Warning: The role pro never matches, because the role all before it does.',
    'Warning: The role pro depends on the claim /user_metadata/plan, which users of some identity providers can edit.',
    'Warning: The role pro has personas:write in addition to a mint block: callers who can change personas, prompts, tools or LLMs can change what sessions do.',
    'Warning: The role pro has a mint block, but not the scope tokens:mint.',
  ]);
  expect(code).toBe(0);
});

async function explain(input: object, claims: object = user()) {
  const words = ['explain', 'policy.yaml', '--claims', 'claims.json', '--input', 'input.json'];
  const { output, code } = await run(words, {
    'policy.yaml': readExample('Consumer app'),
    'claims.json': JSON.stringify(claims),
    'input.json': JSON.stringify(input),
  });
  expect(code).toBe(0);
  return JSON.parse(output);
}

test('a mint is explained with the body that leaves', async () => {
  expect(await explain({ personaConfig: { personaId: MINE } })).toMatchObject({
    role: 'user',
    subject: 'u-1',
    scopes: ['personas:read', 'avatars:read', 'tokens:mint'],
    personas: [MINE],
    decision: 'allowed',
    body: {
      clientLabel: expect.stringMatching(/^user:u-1:/),
      personaConfig: { personaId: MINE, maxSessionLengthSeconds: 600 },
    },
  });
});

test('a policy without issuers is explained with the issuer of the settings', async () => {
  const { AUTH_ISSUER: iss, AUTH_AUDIENCE: aud } = AUTH;
  const files = {
    'policy.yaml': 'roles: [{ name: user, when: {}, scopes: [personas:read] }]',
    'claims.json': JSON.stringify({ iss, aud, sub: 'ada' }),
    'other.json': JSON.stringify({ sub: 'ada' }),
  };
  const words = ['explain', 'policy.yaml', '--claims'];
  const explained = await run([...words, 'claims.json'], files, AUTH);
  expect(JSON.parse(explained.output)).toMatchObject({ role: 'user', subject: 'ada' });
  const other = await run([...words, 'other.json'], files, AUTH);
  const token = `The iss claim must be that of an issuer: ${iss}.`;
  expect(JSON.parse(other.output)).toStrictEqual({ token });
  const none = await run([...words, 'claims.json'], files);
  expect(none.error).toContain('requires JWTs: issuers in the file, or AUTH_JWKS_URL');
  expect(none.code).toBe(1);
});

test('a refusal is explained with its rule, and a token that is not accepted with the reason', async () => {
  const absent = { decision: 'absent', rule: 'roles.user.personas' };
  expect(await explain({ personaConfig: { personaId: OTHER } })).toMatchObject(absent);
  const input = { personaConfig: { personaId: MINE }, clientLabel: 'x' };
  const refused = { decision: 'refused', rule: 'roles.user.mint.clientLabel' };
  expect(await explain(input)).toMatchObject(refused);
  expect(await explain({}, { ...user(), aud: 'other' })).toStrictEqual({
    token: 'The aud claim of the JWT is other. The API expects my-project.',
  });
});
