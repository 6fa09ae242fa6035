import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { startAvatarService } from '../../support/avatar-service.ts';
import { freePort, listen, tempFile, tempFolder } from '../../support/resources.ts';
import { diagnoseHere, diagnoseServices, expectFinding } from './diagnose.ts';

const MINT = 'mint: { maxSessionLengthSeconds: 600, limits: [{ tokens: 5, per: minute }] }';

interface Parts {
  readonly tenants?: string;
  readonly role?: string;
  readonly more?: string;
}

/** Runs the checks with a policy in a folder of its own, with the files of its tenants. */
async function diagnosePolicy(
  { tenants = '', role = '', more = '' }: Parts,
  keys: Record<string, string> = {},
) {
  const folder = await tempFolder();
  await mkdir(join(folder, 'keys'));
  for (const [name, key] of Object.entries(keys)) await writeFile(join(folder, 'keys', name), key);
  const path = join(folder, 'policy.yaml');
  const lines = [
    'issuers:',
    `  - { name: main, issuer: "https://id.example/", audience: a, ${tenants && 'tenantClaim: org, '}secrets: [${'x'.repeat(32)}] }`,
    tenants,
    `roles: [{ name: user, when: {}, scopes: [personas:read]${role && `, ${role}`} }]`,
    more,
  ];
  await writeFile(path, lines.join('\n'));
  const key = tenants ? {} : { UPSTREAM_API_KEY: 'key' };
  const upstream = await listen((_, response) => response.end('{"data":[]}'));
  const settings = { UPSTREAM_URL: upstream, POLICY: path, ...key };
  return { folder, ...(await diagnoseHere(settings)) };
}

test.each<[string, Parts, string, string | RegExp]>([
  ['that is enforced', {}, 'policy', 'ok: 1 role.'],
  [
    'with an invalid file',
    { more: 'rolls: []' },
    'settings',
    /^failed: POLICY \S+policy\.yaml: .*rolls/,
  ],
  [
    'with limits without Redis',
    { role: MINT },
    'policy',
    /^warning: 1 role\. Each process counts limits in its own memory/,
  ],
])('a policy %s is reported', async (_, parts, name, finding) => {
  expectFinding(await diagnosePolicy(parts), name, finding);
});

test('the keys of tenants are counted, and missing or invalid ones are a failure', async () => {
  const tenants = 'tenants: { keyFolder: keys }';
  const counted = await diagnosePolicy({ tenants }, { acme: 'key-a', globex: 'key-b\n' });
  expectFinding(counted, 'policy', `ok: 1 role. ${join(counted.folder, 'keys')} has 2 keys.`);
  const none = await diagnosePolicy({ tenants });
  const finding = /^failed: \S+ has no keys, so every token of a tenant is refused\./;
  expectFinding(none, 'policy', finding);
  const empty = await diagnosePolicy({ tenants }, { acme: 'key-a', globex: ' ' });
  expectFinding(empty, 'settings', /^failed: The key file \S+globex is empty\.$/);
});

const AUTH = { AUTH_ISSUER: 'https://issuer.example/', AUTH_AUDIENCE: 'avatars' };

const answer = (body: string, status = 200) =>
  listen((_, response) => response.writeHead(status).end(body));

test.each<[string, () => Promise<string>, RegExp]>([
  ['two keys', () => answer('{"keys":[{"kty":"RSA"},{"kty":"EC"}]}'), /^ok: http\S+ has 2 keys\.$/],
  ['no keys', () => answer('{"keys":[]}'), /^failed: http\S+ has no keys\.$/],
  ['a page', () => answer('<html>'), /^failed: .*The JWKS URL did not return a valid JWKS\.$/],
  ['status 404', () => answer('', 404), /^failed: .*The JWKS URL returned status 404\.$/],
  [
    'no response',
    async () => `http://127.0.0.1:${await freePort()}`,
    /^failed: The keys of http\S+ cannot be fetched: ECONNREFUSED\.$/,
  ],
])('of a JWKS URL with %s, the finding says so', async (_, startIssuer, finding) => {
  const AUTH_JWKS_URL = await startIssuer();
  expectFinding(await diagnoseServices({ ...AUTH, AUTH_JWKS_URL }), 'jwks', finding);
});

test('no JWKS is needed for a shared secret', async () => {
  const AUTH_SECRET = '0123456789-0123456789-0123456789-0123456789';
  const diagnosis = await diagnoseServices({ ...AUTH, AUTH_SECRET });
  expectFinding(diagnosis, 'jwks', 'ok: JWTs are verified with shared secrets.');
});

test('the JWKS of each issuer of a policy is checked, and a failure names it', async () => {
  const good = await answer('{"keys":[{"kty":"RSA"}]}');
  const empty = await answer('{"keys":[]}');
  const issuers = [good, empty].map((jwksUrl, index) => {
    return { name: `issuer-${index}`, issuer: jwksUrl, jwksUrl, audience: 'avatars' };
  });
  const roles = [{ name: 'user', issuers: ['issuer-0', 'issuer-1'], when: {} }];
  const POLICY = await tempFile(JSON.stringify({ issuers, roles }), 'policy.json');
  expectFinding(await diagnoseServices({ POLICY }), 'jwks', `failed: ${empty} has no keys.`);
});

test('the key of the upstream is read from its file, and a bad file is a problem of the settings', async () => {
  const { url, keys } = await startAvatarService();
  const path = await tempFile(`${keys.pro}\n`, 'key');
  const settings = { UPSTREAM_URL: url, UPSTREAM_API_KEY_FILE: path };
  expectFinding(await diagnoseHere(settings), 'api key', 'ok: Accepted.');
  await writeFile(path, '');
  const finding = `failed: The key file ${path} is empty.`;
  expectFinding(await diagnoseHere(settings), 'settings', finding);
});
