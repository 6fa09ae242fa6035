import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { startIssuer } from '../support/issuer.ts';
import { tempFile, tempFolder } from '../support/resources.ts';
import { start } from '../support/start.ts';

const GUIDE = readFileSync('src/deploy/IDENTITY-PROVIDERS.md', 'utf8');

/** Returns a block of code in a section of the guide. */
function readBlock(heading: string, language: string): string | undefined {
  const [, section = ''] = GUIDE.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(own)?.[1];
}

const PERSONAS = '{ personas(first: 1) { nodes { id } } }';
const MINT =
  'mutation { createSessionToken(input: { personaConfig: { personaId: "p1" } }) { token { sessionToken } } }';
const DELETE = 'mutation { deletePersona(id: "p1") { deletedId } }';

const isJwksUrl = /https:\/\/\S+(?:jwks\.json|certs|gserviceaccount\.com|v2\.0\/keys)/;

/** Returns the settings of a section, with its policy in a file. */
async function readSettings(heading: string, change = (text: string) => text) {
  const [policy, env] = [readBlock(heading, 'yaml'), readBlock(heading, 'sh')];
  expect(policy ?? env).toMatch(isJwksUrl);
  const settings = { UPSTREAM_URL: 'http://127.0.0.1:1', UPSTREAM_API_KEY: 'key' };
  if (policy === undefined) return { ...settings, ...parseEnv(change(env ?? '')) };
  return { ...settings, POLICY: await tempFile(change(policy)) };
}

/** Starts the API as a section of the guide says, with the JWKS of an issuer on this machine. */
async function startOwn(heading: string, iss: string) {
  const issuer = await startIssuer(iss, 'RS256');
  const jwksUrl = 'jwksUrl' in issuer.rules.keys ? issuer.rules.keys.jwksUrl : '';
  const upstream = await fakeService((request, response) =>
    request.method === 'POST'
      ? sendJson(response, 201, { sessionToken: 'minted' })
      : sendJson(response, 200, { data: [], meta: { total: 0 } }),
  );
  const own = await readSettings(heading, (text) => text.replace(isJwksUrl, jwksUrl));
  const settings = { UPSTREAM_EXTENSIONS: 'personas', ...own, UPSTREAM_URL: upstream.url };
  const { run } = await start({ settings });
  /** Returns the codes of the errors of a read, a mint and a deletion. */
  const askWith = async (claims: Record<string, unknown>) => {
    // Only what the provider's tokens have.
    const none = { aud: undefined, scope: undefined };
    const token = await issuer.sign({ claims: { ...none, ...claims } });
    const codes: unknown[] = [];
    for (const document of [PERSONAS, MINT, DELETE]) {
      const { errors } = await run(document, {}, { authorization: `Bearer ${token}` });
      codes.push(errors?.[0]?.extensions.code);
    }
    return codes;
  };
  return { askWith };
}

const ALLOWED = [undefined, undefined, 'FORBIDDEN'];
const REJECTED = Array(3).fill('UNAUTHENTICATED');
const NOTHING = Array(3).fill('FORBIDDEN');
const now = Math.floor(Date.now() / 1000);

interface Provider {
  readonly heading: string;
  readonly issuer: string;
  /** The claims of an access token, in the form of the provider. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Changes of these claims, and what a token with them may do. */
  readonly others: readonly (readonly [change: object, codes: readonly unknown[]])[];
}

const FIREBASE = { identities: { email: ['ada@example.com'] }, sign_in_provider: 'password' };
const ANONYMOUS = { ...FIREBASE, sign_in_provider: 'anonymous' };

const PROVIDERS: readonly Provider[] = [
  {
    heading: 'Auth0',
    issuer: 'https://acme.eu.auth0.com/',
    claims: {
      ...{ sub: 'auth0|64f0', azp: 'spa-client', iat: now },
      aud: ['https://api.example.com', 'https://acme.eu.auth0.com/userinfo'],
      scope: 'openid profile email',
      permissions: ['personas:read', 'tokens:mint'],
    },
    others: [
      [{ permissions: [] }, NOTHING],
      // An ID token is for the frontend.
      [{ aud: 'spa-client' }, REJECTED],
    ],
  },
  {
    heading: 'Amazon Cognito',
    issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc',
    claims: {
      ...{ sub: 'b2f1c9d0', iat: now, auth_time: now, jti: 'a3', username: 'ada', version: 2 },
      token_use: 'access',
      client_id: '4k8s0v2q1example',
      scope: 'avatar-graphql/personas:read avatar-graphql/tokens:mint openid',
      'cognito:groups': ['users'],
    },
    others: [
      [{ client_id: 'another' }, REJECTED],
      [{ scope: 'personas:read tokens:mint' }, NOTHING],
      // An ID token has the client as its audience.
      [{ client_id: undefined, token_use: 'id', aud: '4k8s0v2q1example' }, REJECTED],
      [{ token_use: 'id' }, REJECTED],
    ],
  },
  {
    heading: 'Clerk',
    issuer: 'https://clerk.example.com',
    claims: {
      ...{ azp: 'https://app.example.com', sub: 'user_2abc', iat: now, nbf: now - 5, jti: '0a1b' },
      ...JSON.parse(readBlock('Clerk', 'json') ?? ''),
    },
    // A session token has neither audience nor scopes.
    others: [[{ aud: undefined, scope: undefined, sid: 'sess_2abc', sts: 'active' }, REJECTED]],
  },
  {
    heading: 'Firebase',
    issuer: 'https://securetoken.google.com/my-project',
    claims: {
      ...{ aud: 'my-project', sub: 'Xy1', user_id: 'Xy1', auth_time: now, iat: now },
      ...{ email: 'ada@example.com', email_verified: false, firebase: FIREBASE },
    },
    others: [
      [{ firebase: ANONYMOUS }, [undefined, 'FORBIDDEN', 'FORBIDDEN']],
      [{ aud: 'other-project' }, REJECTED],
      // Claims that a user could have named do not become scopes.
      [{ scope: 'personas:write' }, ALLOWED],
    ],
  },
  {
    heading: 'Keycloak',
    issuer: 'https://id.example.com/realms/acme',
    claims: {
      ...{ sub: '7c2e6f8a', typ: 'Bearer', azp: 'web', iat: now, preferred_username: 'ada' },
      aud: ['avatar-graphql', 'account'],
      realm_access: { roles: ['personas:read', 'tokens:mint', 'offline_access'] },
      resource_access: { account: { roles: ['manage-account'] } },
      scope: 'openid email profile personas:write',
    },
    others: [
      [{ aud: 'account' }, REJECTED],
      [{ realm_access: {} }, NOTHING],
    ],
  },
  {
    heading: 'Microsoft Entra ID',
    issuer: 'https://login.microsoftonline.com/3a5cexample/v2.0',
    claims: {
      ...{ sub: 'Yx3_a', oid: '51d0', tid: '3a5cexample', ver: '2.0', iat: now, nbf: now },
      aud: '7e1bexample',
      azp: '9f02example',
      scp: 'personas:read tokens:mint',
    },
    // A token for Microsoft Graph.
    others: [[{ aud: '00000003-0000-0000-c000-000000000000' }, REJECTED]],
  },
];

test.each(PROVIDERS)(
  'with the settings of $heading, only its access tokens are accepted, for what they allow',
  async ({ heading, issuer, claims, others }) => {
    const { askWith } = await startOwn(heading, issuer);
    for (const [change, codes] of [[{}, ALLOWED] as const, ...others])
      expect([change, await askWith({ ...claims, ...change })]).toStrictEqual([change, codes]);
  },
);

/** What the console is told about where people sign in, with the settings of a section. */
async function readSignIn(heading: string) {
  const { url } = await start({ settings: await readSettings(heading) });
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  const attribute = /data-sign-in="([^"]*)"/.exec(await page.text())?.[1] ?? '[]';
  return JSON.parse(attribute.replaceAll('&quot;', '"'));
}

test('people sign in to the console with four of the providers', async () => {
  expect(await readSignIn('Auth0')).toStrictEqual([
    {
      name: 'auth0',
      issuer: 'https://acme.eu.auth0.com/',
      clientId: 'w2Xexample',
      scopes: ['offline_access'],
      audience: 'https://api.example.com',
    },
  ]);
  const scopes = ['avatar-graphql/personas:read', 'avatar-graphql/tokens:mint'];
  const tokenOrigin = 'https://acme.auth.eu-west-1.amazoncognito.com';
  const cognito = { name: 'cognito', scopes, tokenOrigin };
  expect(await readSignIn('Amazon Cognito')).toMatchObject([cognito]);
  expect(await readSignIn('Keycloak')).toMatchObject([{ clientId: 'avatar-graphql-console' }]);
  expect(await readSignIn('Microsoft Entra ID')).toMatchObject([
    { scopes: ['api://avatar-graphql/.default', 'offline_access'] },
  ]);
  for (const heading of ['Clerk', 'Firebase']) expect(await readSignIn(heading)).toStrictEqual([]);
});

test('the example of tenants is valid', async () => {
  const folder = await tempFolder();
  const path = join(await tempFolder(), 'policy.yaml');
  const text = readBlock('A key for each tenant', 'yaml') ?? '';
  await writeFile(join(folder, 'acme'), 'key');
  await writeFile(path, text.replace('/run/keys', folder).replace(/ #.*/g, ''));
  const settings = { UPSTREAM_URL: 'http://127.0.0.1:1', POLICY: path };
  const { summary } = await start({ settings });
  expect(summary.join()).toContain('JWT authentication');
});
