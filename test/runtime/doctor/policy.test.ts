import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { listen, tempFolder } from '../../support/resources.ts';
import { diagnoseHere, expectFinding } from './diagnose.ts';

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

test.each<[string, Parts, string, string | RegExp, string?]>([
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
])('a policy %s is reported', async (_, parts, name, finding, advice) => {
  expectFinding(await diagnosePolicy(parts), name, finding, advice);
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
