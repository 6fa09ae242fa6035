import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { startAvatarService } from '../../support/avatar-service.ts';
import { diagnoseHere, diagnoseServices, expectFinding } from '../../support/doctor.ts';
import { freePort, listen, tempFolder } from '../../support/resources.ts';

const AUTH = { AUTH_ISSUER: 'https://issuer.example/', AUTH_AUDIENCE: 'avatars' };

const answer = (status: number, body: string) =>
  listen((_, response) => response.writeHead(status).end(body));

test.each([
  [200, '{"keys":[{"kty":"RSA"},{"kty":"EC"}]}', /^ok: http\S+ has 2 keys\.$/],
  [200, '{"keys":[]}', /^failed: http\S+ has no keys\.$/],
  [200, '<html>', /^failed: .*The JWKS URL did not return a valid JWKS\.$/],
  [200, '[]', /^failed: .*The JWKS URL did not return a valid JWKS\.$/],
  [404, '', /^failed: .*The JWKS URL returned status 404\.$/],
])('of a JWKS with status %i and the body %s, the finding is %s', async (status, body, finding) => {
  const AUTH_JWKS_URL = await answer(status, body);
  expectFinding(await diagnoseServices({ ...AUTH, AUTH_JWKS_URL }), 'jwks', finding);
});

test('an unreachable issuer or trace collector is a failure', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const settings = { AUTH_JWKS_URL: url, OTEL_EXPORTER_OTLP_ENDPOINT: url };
  const diagnosis = await diagnoseServices({ ...AUTH, ...settings });
  const refused = 'the connection was refused (ECONNREFUSED).';
  expectFinding(diagnosis, 'jwks', `failed: The keys of ${url} cannot be fetched: ${refused}`);
  const finding = `failed: The collector at ${url} cannot be reached: ${refused}`;
  expectFinding(diagnosis, 'traces', finding, 'OTEL_EXPORTER_OTLP_ENDPOINT');
});

test.each([
  [405, /^ok: A collector responds at http\S+\d\/v1\/traces\.$/],
  [404, /^warning: http\S+\d\/v1\/traces returns status 404\.$/],
])('of a trace collector that responds with %i, the finding is %s', async (status, finding) => {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: await answer(status, '') };
  expectFinding(await diagnoseServices(settings), 'traces', finding);
});

test('a JWKS and a trace collector are checked only if they are set', async () => {
  const AUTH_SECRET = '0123456789-0123456789-0123456789-0123456789';
  const diagnosis = await diagnoseServices({ ...AUTH, AUTH_SECRET });
  expectFinding(diagnosis, 'jwks', 'skipped: JWTs are verified with shared secrets.');
  expectFinding(diagnosis, 'traces', /^skipped/);
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
  expectFinding(await diagnoseSignIn(url), 'sign-in', `ok: People sign in at ${url}.`);
});

test('a provider that names another issuer, or has its tokens elsewhere, is a failure', async () => {
  const other = await startProvider({ issuer: 'https://other.example' });
  const named = `failed: ${other}/.well-known/openid-configuration belongs to another issuer: https://other.example.`;
  expectFinding(await diagnoseSignIn(other), 'sign-in', named);
  const origin = 'https://tokens.example';
  const tokens = await startProvider({ token_endpoint: `${origin}/token` });
  const elsewhere = `failed: The token endpoint of ${tokens} is at ${origin}.`;
  expectFinding(await diagnoseSignIn(tokens), 'sign-in', elsewhere, origin);
  const set = await diagnoseSignIn(tokens, { CONSOLE_TOKEN_ORIGIN: origin });
  expectFinding(set, 'sign-in', `ok: People sign in at ${tokens}.`);
});

test('an issuer that is no OpenID provider, or cannot be reached, is a failure', async () => {
  const url = await answer(200, '{"keys":[{"kty":"RSA"}]}');
  const finding = `failed: ${url}/.well-known/openid-configuration does not return the configuration of an OpenID provider (status 200).`;
  expectFinding(await diagnoseSignIn(url), 'sign-in', finding, 'AUTH_ISSUER');
  const away = await diagnoseSignIn(`http://127.0.0.1:${await freePort()}`);
  expectFinding(away, 'sign-in', /cannot be fetched: the connection was refused/);
});

test.each([
  ['https://avatars.example', /^ok/],
  [
    'https://other.example',
    /^warning: http\S+ does not allow requests from pages of https:\/\/avatars\.example \(CORS\)\.$/,
  ],
])(
  'of a provider that allows requests from pages of %s, the finding is %s',
  async (allowed, finding) => {
    const settings = { PUBLIC_URL: 'https://avatars.example' };
    const url = await startProvider({}, allowed);
    expectFinding(await diagnoseSignIn(url, settings), 'sign-in', finding);
  },
);
