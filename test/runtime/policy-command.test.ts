import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { AUTH } from '../support/issuer.ts';
import { EXAMPLES, readExample, user } from '../support/policy.ts';
import { MINE, OTHER } from '../support/policy-upstream.ts';
import { tempFile, tempFolder } from '../support/resources.ts';

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

const check = (policy: string) => run(['check', 'policy.yaml'], { 'policy.yaml': policy });

test.each(EXAMPLES)('the example %s has nothing to warn of', async (heading) => {
  const { code, output } = await check(readExample(heading));
  expect(output).toMatch(/^policy\.yaml is valid: version [\da-f]{12}, \d roles\.$/m);
  expect(output).not.toContain('Warning');
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
  const { code, output } = await check(policy);
  expect(output.split('\n').slice(1)).toStrictEqual([
    'all: no sessions.',
    'pro: sessions without a limit for each subject.',
    'Warning: The role all has the scope tokens:mint, but no mint block, so it cannot create session tokens.',
    'Warning: The role all can read records of other tenants with meetings:read, because tenants share a key.',
    'Warning: The role pro never matches, because the role all before it does.',
    'Warning: The role pro depends on the claim /user_metadata/plan, which users of some identity providers can edit.',
    'Warning: The role pro has personas:write in addition to a mint block: callers who can change personas, prompts, tools or LLMs can change what sessions do.',
    'Warning: The role pro has a mint block, but not the scope tokens:mint.',
  ]);
  expect(code).toBe(0);
});

const GUEST_POLICY = `
guests:
  role: guest
  secrets: ["\${GUEST_SECRET}"]
  concurrent: 3
  challenge: { verifyUrl: https://challenge.example, secret: "\${CHALLENGE_SECRET}" }
roles:
  - name: guest
    scopes: [tokens:mint]
    personas: [${MINE}]
    sessions: own
    mint:
      maxSessionLengthSeconds: 90
      clientLabel: "{subject}:{mint}"
      limits: [{ tokens: 1000, per: day, for: all }]
`;

test('what guests may cost per day, and a challenge for any page, are said', async () => {
  const { code, output } = await check(GUEST_POLICY);
  expect(output).toContain(
    'guests: at most 1,500 minutes of sessions per day for all guests together.',
  );
  expect(output).toContain('Warning: The variable GUEST_SECRET is not set.');
  expect(output).toContain('Warning: guests.challenge.require has no hostname');
  expect(code).toBe(0);
  const more = GUEST_POLICY.replace('tokens: 1000', 'tokens: 1000000');
  expect((await check(more)).output).toContain(
    'guests: at most 4,320 minutes of sessions per day for all guests together.',
  );
});

const UNSHOWN =
  'If UPSTREAM_EXTENSIONS does not have sessions: an unused token is given again for 60 seconds, minutes are not settled, and a caller who keeps tokens can have more sessions than concurrent.';

test('what keeps minutes from being settled, or users from a session, is a warning', async () => {
  const policy = `roles: [{ name: user, when: {}, scopes: [tokens:mint], mint: { maxSessionLengthSeconds: 60, concurrent: 1, clientLabel: "{subject}" } }]`;
  const { output } = await check(policy);
  expect(output.split('\n').slice(2)).toStrictEqual([
    UNSHOWN,
    'Warning: The role user has no {mint} in clientLabel, so its sessions cannot be found: minutes are not settled, and each token counts for the length of its session.',
    'Warning: The role user has concurrent: 1, so a user who has an unused token cannot start a session of another persona or length until the token expires. Set it to 2 or more.',
  ]);
});

const UNSET = `
tenants: { keys: { acme: "\${ACME_KEY}", globex: "\${GLOBEX_KEY}" } }
issuers: [{ name: a, issuer: b, audience: c, tenantClaim: org, secrets: ["\${JWT_SECRET}"] }]
`;

const TENANT_ROLES = `
roles:
  - name: user
    when: {}
    scopes: [tokens:mint]
    mint: { maxSessionLengthSeconds: 600, clientLabel: "u:{mint}", limits: [{ tokens: 5, per: day }, { reservedMinutes: 2000, per: month, for: tenant }] }
`;

test('a file is checked without its variables, and says what each role may cost', async () => {
  const { code, output } = await check(`${UNSET}${TENANT_ROLES}`);
  expect(output.split('\n').slice(1)).toStrictEqual([
    'user: at most 50 minutes of sessions per day for each subject. At most 2,000 minutes per month for each tenant.',
    UNSHOWN,
    'Warning: The variable ACME_KEY is not set.',
    'Warning: The variable GLOBEX_KEY is not set.',
    'Warning: The variable JWT_SECRET is not set.',
  ]);
  expect(code).toBe(0);
});

test('each misspelled name has a suggestion, beside the variables that are not set', async () => {
  const roles = 'roles: [{ name: a, whn: {}, when: {}, scopes: [personas:reed] }]';
  const { code, error } = await check(`${UNSET}${roles}`);
  const problems = error
    .trim()
    .split('\n')
    .map((line) => line.replace(/^POLICY \S+: /, ''));
  expect(problems).toStrictEqual([
    'The variable ACME_KEY is not set.',
    'The variable GLOBEX_KEY is not set.',
    'The variable JWT_SECRET is not set.',
    expect.stringMatching(/^roles\[0\]\.scopes\[0\]: .*Did you mean personas:read\?$/),
    'roles[0]: Unknown field: whn. Did you mean when?',
  ]);
  expect(code).toBe(1);
});

test('the commands that make keys and tokens do not need the keys of tenants', async () => {
  const POLICY = await tempFile(`${UNSET}${TENANT_ROLES}`);
  const settings = { POLICY, DATA_DIR: await tempFolder() };
  const created = await runCommand(['keys', 'create', '--account', 'acme'], settings);
  expect([created.code, created.stdout]).toStrictEqual([0, expect.stringMatching(/^\S+\n$/)]);
  const secret = 'a secret of at least thirty-two bytes';
  const signed = await runCommand(['token'], { ...settings, JWT_SECRET: secret });
  expect([signed.code, signed.stdout]).toStrictEqual([0, expect.stringMatching(/^eyJ/)]);
  const unsigned = await runCommand(['token'], settings);
  expect([unsigned.code, unsigned.stderr]).toStrictEqual([
    1,
    'The variable JWT_SECRET of POLICY is not set.\n',
  ]);
  const claims = { iss: 'b', aud: 'c', sub: 's', org: 'acme', scope: 'tokens:mint' };
  const words = ['explain', 'policy.yaml', '--claims', 'claims.json'];
  const explained = await run(words, {
    'policy.yaml': `${UNSET}${TENANT_ROLES}`,
    'claims.json': JSON.stringify(claims),
  });
  expect(JSON.parse(explained.output)).toMatchObject({ role: 'user', tenant: 'acme' });
});

test.each([
  ['without a tenant', [], 'Name the tenant with --tenant: acme, globex.'],
  ['of an unknown tenant', ['--tenant', 'acne'], 'Name the tenant with --tenant: acme, globex.'],
  ['of an unknown issuer', ['--issuer', 'b'], 'Name the issuer with --issuer: a.'],
])('the usage of a subject %s is an error', async (_, words, sentence) => {
  const POLICY = await tempFile(`${UNSET}${TENANT_ROLES}`);
  const { code, error } = await run(['usage', '--subject', 'ada', ...words], {}, { POLICY });
  expect([code, error]).toStrictEqual([1, `${sentence}\n`]);
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

test('a mint of a guest is explained', async () => {
  const words = ['explain', 'policy.yaml', '--claims', 'claims.json', '--input', 'input.json'];
  const { output } = await run(words, {
    'policy.yaml': GUEST_POLICY,
    'claims.json': '{"iss": "avatar-graphql:guests"}',
    'input.json': JSON.stringify({ personaConfig: { personaId: MINE } }),
  });
  expect(JSON.parse(output)).toMatchObject({
    role: 'guest',
    scopes: ['tokens:mint'],
    sessions: 'own',
    decision: 'allowed',
    body: { clientLabel: expect.stringMatching(/^guest\.example:/) },
  });
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
