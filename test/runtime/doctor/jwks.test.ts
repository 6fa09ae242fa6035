import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { startAvatarService } from '../../support/avatar-service.ts';
import { freePort, listen, tempFolder } from '../../support/resources.ts';
import { diagnoseHere, diagnoseServices, expectFinding } from './diagnose.ts';

const AUTH = { AUTH_ISSUER: 'https://issuer.example/', AUTH_AUDIENCE: 'avatars' };

const answer = (status: number, body: string) =>
  listen((_, response) => response.writeHead(status).end(body));

test.each([
  [200, '{"keys":[{"kty":"RSA"},{"kty":"EC"}]}', /^ok: http\S+ has 2 keys\.$/],
  [200, '{"keys":[]}', /^failed: http\S+ has no keys\.$/],
  [200, '<html>', /^failed: .*The JWKS URL did not return a valid JWKS\.$/],
  [404, '', /^failed: .*The JWKS URL returned status 404\.$/],
])('of a JWKS with status %i and the body %s, the finding is %s', async (status, body, finding) => {
  const AUTH_JWKS_URL = await answer(status, body);
  expectFinding(await diagnoseServices({ ...AUTH, AUTH_JWKS_URL }), 'jwks', finding);
});

test('an issuer that cannot be reached is a failure', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const diagnosis = await diagnoseServices({ ...AUTH, AUTH_JWKS_URL: url });
  const finding = `failed: The keys of ${url} cannot be fetched: ECONNREFUSED.`;
  expectFinding(diagnosis, 'jwks', finding);
});

test('no JWKS is needed for a shared secret', async () => {
  const AUTH_SECRET = '0123456789-0123456789-0123456789-0123456789';
  const diagnosis = await diagnoseServices({ ...AUTH, AUTH_SECRET });
  expectFinding(diagnosis, 'jwks', 'ok: JWTs are verified with shared secrets.');
});

test('the JWKS of each issuer of a policy is checked, and a failure names it', async () => {
  const good = await answer(200, '{"keys":[{"kty":"RSA"}]}');
  const empty = await answer(200, '{"keys":[]}');
  const path = join(await tempFolder(), 'policy.json');
  const issuers = [good, empty].map((jwksUrl, index) => {
    return { name: `issuer-${index}`, issuer: jwksUrl, jwksUrl, audience: 'avatars' };
  });
  const roles = [{ name: 'user', issuers: ['issuer-0', 'issuer-1'], when: {} }];
  await writeFile(path, JSON.stringify({ issuers, roles }));
  expectFinding(await diagnoseServices({ POLICY: path }), 'jwks', `failed: ${empty} has no keys.`);
});

test('the key of the upstream is read from its file, and a bad file is a problem of the settings', async () => {
  const { url, keys } = await startAvatarService();
  const path = join(await tempFolder(), 'key');
  await writeFile(path, `${keys.pro}\n`);
  const settings = { UPSTREAM_URL: url, UPSTREAM_API_KEY_FILE: path };
  expectFinding(await diagnoseHere(settings), 'api key', 'ok: Accepted.');
  await writeFile(path, '');
  const finding = `failed: The key file ${path} is empty.`;
  expectFinding(await diagnoseHere(settings), 'settings', finding);
});
