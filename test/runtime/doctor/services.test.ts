import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startAvatarService } from '../../support/avatar-service.ts';
import { diagnoseHere, diagnoseServices } from '../../support/doctor.ts';
import { freePort, listen, tempFolder } from '../../support/resources.ts';

const AUTH = { AUTH_ISSUER: 'https://issuer.example/', AUTH_AUDIENCE: 'avatars' };

const answer = (status: number, body: string) =>
  listen((_, response) => response.writeHead(status).end(body));

test('an issuer whose JWKS has keys passes', async () => {
  const url = await answer(200, '{"keys":[{"kty":"RSA"},{"kty":"EC"}]}');
  const { code, find } = await diagnoseServices({ ...AUTH, AUTH_JWKS_URL: url });
  expect([code, find('jwks')]).toStrictEqual([0, `ok: ${url} has 2 keys.`]);
});

test.each([
  [200, '{"keys":[]}', 'has no keys'],
  [200, '<html>', 'The JWKS URL did not return a valid JWKS'],
  [200, '[]', 'The JWKS URL did not return a valid JWKS'],
  [404, '', 'The JWKS URL returned status 404'],
])('a JWKS with status %i and the body %s is a failure', async (status, body, reason) => {
  const { code, find } = await diagnoseServices({
    ...AUTH,
    AUTH_JWKS_URL: await answer(status, body),
  });
  expect(code).toBe(1);
  expect(find('jwks')).toMatch(new RegExp(`^failed: .*${reason}\\.$`));
});

test('an unreachable issuer or trace collector is a failure', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { code, find, getAdvice } = await diagnoseServices({
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
  const passed = await diagnoseServices({ OTEL_EXPORTER_OTLP_ENDPOINT: collector });
  expect(passed.find('traces')).toBe(`ok: A collector responds at ${collector}/v1/traces.`);
  const other = await answer(404, '');
  const { code, find } = await diagnoseServices({ OTEL_EXPORTER_OTLP_ENDPOINT: other });
  expect([code, find('traces')]).toStrictEqual([
    0,
    `warning: ${other}/v1/traces returns status 404.`,
  ]);
});

test('a JWKS and a trace collector are checked only if they are set', async () => {
  const AUTH_SECRET = '0123456789-0123456789-0123456789-0123456789';
  const { find } = await diagnoseServices({ ...AUTH, AUTH_SECRET });
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
  const { code, find } = await diagnoseServices({ POLICY: path });
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

/** Answers as an OpenID provider that allows the pages of an origin. */
async function startProvider(configuration: object, allowed = '*'): Promise<string> {
  const url = await listen((_, response) => {
    response.setHeader('access-control-allow-origin', allowed);
    response.end(JSON.stringify({ ...complete, ...configuration }));
  });
  const complete = {
    issuer: url,
    authorization_endpoint: `${url}/auth`,
    token_endpoint: `${url}/token`,
    keys: [{ kty: 'RSA' }],
  };
  return url;
}

const diagnoseSignIn = (issuer: string, settings: Record<string, string> = {}) =>
  diagnoseServices({
    AUTH_ISSUER: issuer,
    AUTH_AUDIENCE: 'avatars',
    AUTH_JWKS_URL: issuer,
    CONSOLE_CLIENT_ID: 'console',
    ...settings,
  });

test('an OpenID provider that pages can call passes', async () => {
  const url = await startProvider({});
  const { code, find } = await diagnoseSignIn(url);
  expect([code, find('sign-in')]).toStrictEqual([0, `ok: People sign in at ${url}.`]);
  const { find: findOff } = await diagnoseServices({});
  expect(findOff('sign-in')).toBe(
    'skipped: CONSOLE_CLIENT_ID is not set, so people paste a key or token.',
  );
});

test('a provider that names another issuer, or has its tokens elsewhere, is a failure', async () => {
  const other = await startProvider({ issuer: 'https://other.example' });
  const named = await diagnoseSignIn(other);
  expect([named.code, named.find('sign-in')]).toStrictEqual([
    1,
    `failed: ${other}/.well-known/openid-configuration belongs to another issuer: https://other.example.`,
  ]);
  const tokens = await startProvider({ token_endpoint: 'https://tokens.example/token' });
  const elsewhere = await diagnoseSignIn(tokens);
  expect(elsewhere.find('sign-in')).toBe(
    `failed: The token endpoint of ${tokens} is at https://tokens.example.`,
  );
  expect(elsewhere.getAdvice('sign-in')).toContain('https://tokens.example');
  const set = await diagnoseSignIn(tokens, { CONSOLE_TOKEN_ORIGIN: 'https://tokens.example' });
  expect(set.find('sign-in')).toBe(`ok: People sign in at ${tokens}.`);
});

test('an issuer that is no OpenID provider, or cannot be reached, is a failure', async () => {
  const url = await answer(200, '{"keys":[{"kty":"RSA"}]}');
  const { code, find, getAdvice } = await diagnoseSignIn(url);
  expect([code, find('sign-in')]).toStrictEqual([
    1,
    `failed: ${url}/.well-known/openid-configuration does not return the configuration of an OpenID provider (status 200).`,
  ]);
  expect(getAdvice('sign-in')).toContain('AUTH_ISSUER');
  const away = await diagnoseSignIn(`http://127.0.0.1:${await freePort()}`);
  expect(away.find('sign-in')).toMatch(/cannot be fetched: the connection was refused/);
});

test('a provider that does not allow requests from pages is a warning', async () => {
  const settings = { PUBLIC_URL: 'https://avatars.example' };
  const open = await startProvider({}, 'https://avatars.example');
  expect((await diagnoseSignIn(open, settings)).find('sign-in')).toMatch(/^ok/);
  const closed = await startProvider({}, 'https://other.example');
  const { code, find } = await diagnoseSignIn(closed, settings);
  expect([code, find('sign-in')]).toStrictEqual([
    0,
    `warning: ${closed} does not allow requests from pages of https://avatars.example (CORS).`,
  ]);
});
