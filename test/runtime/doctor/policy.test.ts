import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnoseHere } from '../../support/doctor.ts';
import { listen, tempFolder } from '../../support/resources.ts';

const MINT = 'mint: { maxSessionLengthSeconds: 600, limits: [{ tokens: 5, per: minute }] }';

interface Parts {
  readonly issuer?: string;
  readonly tenants?: string;
  readonly role?: string;
  readonly more?: string;
}

/** Runs the checks with a policy in a folder of its own, with the files of its tenants. */
async function diagnosePolicy(
  { issuer = 'secrets: ["shared-secret-0123456789abcdef-0123456789"]', ...parts }: Parts,
  keys: Record<string, string> = {},
) {
  const folder = await tempFolder();
  await mkdir(join(folder, 'keys'));
  for (const [name, key] of Object.entries(keys)) await writeFile(join(folder, 'keys', name), key);
  const path = join(folder, 'policy.yaml');
  const { tenants = '', role = '', more = '' } = parts;
  const lines = [
    'issuers:',
    `  - { name: main, issuer: "https://id.example/", audience: a, ${tenants && 'tenantClaim: org, '}${issuer} }`,
    tenants,
    `roles: [{ name: user, when: {}, scopes: [personas:read]${role && `, ${role}`} }]`,
    more,
  ];
  await writeFile(path, lines.join('\n'));
  const key = tenants ? {} : { UPSTREAM_API_KEY: 'key' };
  const settings = { UPSTREAM_URL: 'http://127.0.0.1:1', POLICY: path, ...key };
  return { folder, ...(await diagnoseHere(settings)) };
}

test('a policy that is enforced is named with its roles', async () => {
  const { find } = await diagnosePolicy({});
  expect(find('policy')).toBe('ok: 1 role.');
});

test('without a policy, there is nothing to check', async () => {
  const { find } = await diagnoseHere({ UPSTREAM_URL: 'http://127.0.0.1:1' });
  expect(find('policy')).toBe('skipped: POLICY is not set, so only the scopes of a JWT decide.');
});

test('an invalid file is a failure of the settings, with its problems', async () => {
  const { find, code } = await diagnosePolicy({ more: 'rolls: []' });
  expect(find('settings')).toMatch(/^failed: POLICY \S+policy\.yaml: .*rolls/);
  expect(code).toBe(1);
});

test('a policy that only measures is a warning', async () => {
  const { find, getAdvice } = await diagnosePolicy({ more: 'mode: measure' });
  expect(find('policy')).toBe(
    'warning: 1 role. The policy only measures: the rules of its roles refuse nothing.',
  );
  expect(getAdvice('policy')).toContain('mode: enforce');
});

test('limits without Redis are a warning', async () => {
  const { find } = await diagnosePolicy({ role: MINT });
  expect(find('policy')).toMatch(/^warning: 1 role\. Each process counts limits in its own memory/);
});

test('the keys of tenants are counted, and missing or invalid ones are a failure', async () => {
  const tenants = 'tenants: { keyFolder: keys }';
  const counted = await diagnosePolicy({ tenants }, { acme: 'key-a', globex: 'key-b\n' });
  expect(counted.find('policy')).toBe(`ok: 1 role. ${join(counted.folder, 'keys')} has 2 keys.`);
  const none = await diagnosePolicy({ tenants });
  expect(none.find('policy')).toMatch(
    /^failed: \S+ has no keys, so every token of a tenant is refused\./,
  );
  const empty = await diagnosePolicy({ tenants }, { acme: 'key-a', globex: ' ' });
  expect(empty.find('settings')).toMatch(/^failed: The key file \S+globex is empty\.$/);
  expect(empty.code).toBe(1);
});

test('the keys of an issuer of the policy are fetched', async () => {
  const url = await listen((_, response) =>
    response.end('{"keys":[{"kty":"RSA","n":"a","e":"b"}]}'),
  );
  const reachable = await diagnosePolicy({ issuer: `jwksUrl: "${url}/keys"` });
  expect(reachable.find('jwks')).toBe(`ok: ${url}/keys has 1 key.`);
  const away = await diagnosePolicy({ issuer: 'jwksUrl: "http://127.0.0.1:1/keys"' });
  expect(away.find('jwks')).toMatch(/^failed: The keys of http:\/\/127\.0\.0\.1:1\/keys cannot be/);
});
