import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { ConfigError } from '../../../src/runtime/config/config-error.ts';
import { tempFile, tempFolder } from '../../support/resources.ts';

const SECRET = 'sk-1 that is long enough to be a shared secret';
const AUTH = {
  AUTH_SECRET: SECRET,
  AUTH_ISSUER: 'https://issuer.example',
  AUTH_AUDIENCE: 'avatars',
};
const ISSUER = `issuers: [{ name: main, issuer: i, audience: a, secrets: ["\${SECRET}"] }]`;
const ROLES = 'roles: [{ name: user, when: {} }]';

/** Reads the settings with a policy file of this text. */
async function read(text: string, settings: Record<string, string> = {}) {
  const path = await tempFile(text);
  return readConfig({ POLICY: path, SECRET, ...settings });
}

test('a policy has the issuers, or the settings have one', async () => {
  const own = await read(`${ISSUER}\n${ROLES}`);
  expect(own.issuers).toMatchObject([
    { name: 'main', issuer: 'i', audience: ['a'], algorithms: ['HS256'], audienceClaim: 'aud' },
  ]);
  const other = await read(ROLES, AUTH);
  expect(other.issuers).toMatchObject([{ issuer: AUTH.AUTH_ISSUER }]);
  expect(other.policy?.file.roles).toHaveLength(1);
});

test.each<[string, string, Record<string, string>, RegExp]>([
  [
    'without issuers',
    ROLES,
    {},
    /requires JWTs: issuers in the file, or AUTH_JWKS_URL or AUTH_SECRET\.$/,
  ],
  ...Object.entries({
    ...AUTH,
    CONSOLE_CLIENT_ID: 'c',
  }).map(([name, value]): [string, string, Record<string, string>, RegExp] => [
    `with issuers beside ${name}`,
    `${ISSUER}\n${ROLES}`,
    { [name]: value },
    new RegExp(`^${name} has no effect, because POLICY \\S+ has issuers\\. Remove it\\.$`),
  ]),
  [
    'with tenants, without issuers that name them',
    `tenants: { names: [acme] }\nroles: [{ name: user, when: {}, personas: all, sessions: all }]`,
    AUTH,
    /tenants require issuers in the file\.$/,
  ],
  [
    'with an algorithm of another kind of key',
    `${ISSUER.replace('audience: a', 'audience: a, algorithms: [RS256]')}\n${ROLES}`,
    {},
    /issuers\[0\]\.algorithms must be one or more of HS256,HS384,HS512 for this kind of key\.$/,
  ],
  [
    'with a client of the console at an issuer that is no URL',
    `${ISSUER.replace('audience: a', 'audience: a, console: { clientId: c }')}\n${ROLES}`,
    {},
    /issuers\[0\]: with console requires an issuer that is the https URL of an OpenID provider\.$/,
  ],
  [
    'without a key for its callers',
    `${ISSUER}\n${ROLES}`,
    { UPSTREAM_URL: 'https://b.example' },
    /^JWT authentication requires UPSTREAM_API_KEY or UPSTREAM_API_KEY_FILE/,
  ],
  [
    'with an unset variable',
    ISSUER.replace('SECRET', 'NONE'),
    {},
    /The variable NONE is not set\.$/,
  ],
  ['that is too large', `# ${'x'.repeat(1_100_000)}`, {}, /is larger than 1048576 bytes\.$/],
])(
  'a policy %s is rejected in one sentence without secrets',
  async (_, text, settings, sentence) => {
    const error = await read(text, settings).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toMatch(
      new RegExp(sentence.source.replace(/^\^/, '^ConfigError: '), 'm'),
    );
    expect(String(error)).not.toContain('sk-1');
  },
);

test('tenants with keys of their own need no key of the server', async () => {
  const issuer = ISSUER.replace('audience: a', 'audience: a, tenantClaim: org');
  const { issuers } = await read(`${issuer}\ntenants: { keys: { acme: k } }\n${ROLES}`, {
    UPSTREAM_URL: 'https://b.example',
    HOST: '0.0.0.0',
  });
  expect(issuers).toHaveLength(1);
});

test('a named pipe as policy does not block the start', async () => {
  const path = join(await tempFolder(), 'policy.yaml');
  execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
  expect(() => readConfig({ POLICY: path })).toThrow(`POLICY ${path} is not a file.`);
});
