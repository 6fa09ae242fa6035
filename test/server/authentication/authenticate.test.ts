import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { start } from '../../support/start.ts';

const SHARED_SECRET = 'a shared secret of more than 32 bytes';
const AUTH = {
  AUTH_SECRET: SHARED_SECRET,
  AUTH_ISSUER: 'https://issuer.example/',
  AUTH_AUDIENCE: 'avatars',
};

const signToken = (scope: string) =>
  new SignJWT({ scope, sub: 'ada' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(AUTH.AUTH_ISSUER)
    .setAudience(AUTH.AUTH_AUDIENCE)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SHARED_SECRET));

/** Starts the program. `ask` returns the code of the first error; `keys` is the line about keys of the summary. */
async function startOwn(settings: Record<string, string>) {
  const { url, summary } = await start({ settings: settings });
  const ask = async (query: string, token?: string) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      body: JSON.stringify({ query }),
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    });
    const { errors } = await response.json();
    return errors?.[0]?.extensions.code;
  };
  return { ask, keys: summary.find((line) => line.startsWith('Keys')) };
}

const PERSONAS = '{ personas(perPage: 1) { total } }';
const DELETE = 'mutation { deleteTool(id: "fb474e95-e2f0-4826-ba91-53bde3221553") { deletedId } }';

test('on loopback, no key is required', async () => {
  const { ask, keys } = await startOwn({});
  expect([await ask(PERSONAS), keys]).toStrictEqual([
    undefined,
    expect.stringContaining('not required'),
  ]);
});

test.each([
  ['on all addresses', { HOST: '0.0.0.0' }],
  ['behind a proxy', { PUBLIC_URL: 'https://avatars.example' }],
])('%s, the built-in service requires forwarded keys', async (_, settings) => {
  const { ask, keys } = await startOwn(settings);
  expect(await ask(PERSONAS)).toBe('UNAUTHENTICATED');
  expect(await ask(PERSONAS, 'some-key')).toBe('UNAUTHENTICATED');
  expect(keys).toContain('forwarded from the Authorization header');
});

test.each([
  ['on loopback', {}],
  ['on all addresses', { HOST: '0.0.0.0' }],
])(
  '%s, clients with JWTs use the key of the built-in service within their scopes',
  async (_, settings) => {
    const { ask, keys } = await startOwn({ ...settings, ...AUTH });
    const reader = await signToken('personas:read');
    expect(await ask(PERSONAS)).toBe('UNAUTHENTICATED');
    expect(await ask(PERSONAS, reader)).toBeUndefined();
    expect(await ask(DELETE, reader)).toBe('FORBIDDEN');
    expect(await ask(DELETE, await signToken('tools:write'))).toBeUndefined();
    expect(keys).toContain('JWT authentication');
  },
);
