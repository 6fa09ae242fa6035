import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startAvatarService } from '../../support/avatar-service.ts';
import { diagnoseHere } from '../../support/doctor.ts';
import { freePort, listen, tempFolder } from '../../support/resources.ts';

const AUTH = { AUTH_ISSUER: 'https://issuer.example/', AUTH_AUDIENCE: 'avatars' };

/** Runs the doctor with a healthy upstream and these settings. */
async function diagnose(settings: Record<string, string>) {
  const { url, keys } = await startAvatarService();
  return diagnoseHere({ UPSTREAM_URL: url, UPSTREAM_API_KEY: keys.pro, ...settings });
}

const answer = (status: number, body: string) =>
  listen((_, response) => response.writeHead(status).end(body));

test('an issuer whose JWKS has keys passes', async () => {
  const url = await answer(200, '{"keys":[{"kty":"RSA"},{"kty":"EC"}]}');
  const { code, find } = await diagnose({ ...AUTH, AUTH_JWKS_URL: url });
  expect([code, find('jwks')]).toStrictEqual([0, `ok: ${url} has 2 keys.`]);
});

test.each([
  [200, '{"keys":[]}', 'has no keys'],
  [200, '<html>', 'The JWKS URL did not return a valid JWKS'],
  [200, '[]', 'The JWKS URL did not return a valid JWKS'],
  [404, '', 'The JWKS URL returned status 404'],
])('a JWKS with status %i and the body %s is a failure', async (status, body, reason) => {
  const { code, find } = await diagnose({ ...AUTH, AUTH_JWKS_URL: await answer(status, body) });
  expect(code).toBe(1);
  expect(find('jwks')).toMatch(new RegExp(`^failed: .*${reason}\\.$`));
});

test('an unreachable issuer or trace collector is a failure', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { code, find, getAdvice } = await diagnose({
    ...AUTH,
    AUTH_JWKS_URL: url,
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
  });
  expect(code).toBe(1);
  const refused = 'the connection was refused (ECONNREFUSED).';
  expect(find('jwks')).toBe(`failed: The keys of ${url} cannot be fetched: ${refused}`);
  expect(find('traces')).toBe(`failed: The collector at ${url} cannot be reached: ${refused}`);
  expect(getAdvice('traces')).toContain('OTEL_EXPORTER_OTLP_ENDPOINT');
});

test('any response of a trace collector except 404 passes', async () => {
  const collector = await answer(405, '');
  const passed = await diagnose({ OTEL_EXPORTER_OTLP_ENDPOINT: collector });
  expect(passed.find('traces')).toBe(`ok: A collector responds at ${collector}/v1/traces.`);
  const other = await answer(404, '');
  const { code, find } = await diagnose({ OTEL_EXPORTER_OTLP_ENDPOINT: other });
  expect([code, find('traces')]).toStrictEqual([
    0,
    `warning: ${other}/v1/traces returns status 404.`,
  ]);
});

test('a JWKS and a trace collector are checked only if they are set', async () => {
  const AUTH_SECRET = '0123456789-0123456789-0123456789-0123456789';
  const { find } = await diagnose({ ...AUTH, AUTH_SECRET });
  expect(find('jwks')).toBe('skipped: JWTs are verified with shared secrets.');
  expect(find('traces')).toMatch(/^skipped/);
});

test('the JWKS of each issuer of a policy is checked, and a failure names it', async () => {
  const good = await answer(200, '{"keys":[{"kty":"RSA"}]}');
  const empty = await answer(200, '{"keys":[]}');
  const path = join(await tempFolder(), 'policy.json');
  const issuers = [good, empty].map((jwksUrl, index) => ({
    name: `issuer-${index}`,
    issuer: jwksUrl,
    jwksUrl,
    audience: 'avatars',
  }));
  const roles = [{ name: 'user', issuers: ['issuer-0', 'issuer-1'], when: {} }];
  await writeFile(path, JSON.stringify({ issuers, roles }));
  const { code, find } = await diagnose({ POLICY: path });
  expect([code, find('jwks')]).toStrictEqual([1, `failed: ${empty} has no keys.`]);
});

test('the key of the upstream is read from its file, and a bad file is a problem of the settings', async () => {
  const { url, keys } = await startAvatarService();
  const path = join(await tempFolder(), 'key');
  await writeFile(path, `${keys.pro}\n`);
  const settings = { UPSTREAM_URL: url, UPSTREAM_API_KEY_FILE: path };
  const good = await diagnoseHere(settings);
  expect([good.code, good.find('api key')]).toStrictEqual([0, 'ok: Accepted.']);
  await writeFile(path, '');
  const bad = await diagnoseHere(settings);
  expect([bad.code, bad.find('settings')]).toStrictEqual([
    1,
    `failed: The key file ${path} is empty.`,
  ]);
});
