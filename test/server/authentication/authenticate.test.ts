import { expect, test } from 'vitest';
import { seedTool } from '../../support/files.ts';
import { AUTH, signJwt } from '../../support/issuer.ts';
import { start } from '../../support/start.ts';

/** Starts the program. `ask` returns the code of the first error; `keys` is the line about keys of the summary. */
async function startOwn(settings: Record<string, string>) {
  const { run, summary } = await start({ settings });
  const ask = async (query: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return (await run(query, {}, headers)).errors?.[0]?.extensions.code;
  };
  return { ask, keys: summary.find((line) => line.startsWith('Keys')) };
}

const PERSONAS = '{ personas(first: 1) { totalCount } }';
const DELETE = `mutation { deleteTool(id: "${seedTool}") { deletedId } }`;

test('on loopback, no key is required', async () => {
  const { ask, keys } = await startOwn({});
  expect(await ask(PERSONAS)).toBeUndefined();
  expect(keys).toContain('not required');
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

test('on all addresses, clients with JWTs use the key of the built-in service within their scopes', async () => {
  const { ask, keys } = await startOwn({ HOST: '0.0.0.0', ...AUTH });
  const reader = await signJwt(['personas:read']);
  expect(await ask(PERSONAS)).toBe('UNAUTHENTICATED');
  expect(await ask(PERSONAS, reader)).toBeUndefined();
  expect(await ask(DELETE, reader)).toBe('FORBIDDEN');
  expect(await ask(DELETE, await signJwt(['tools:write']))).toBeUndefined();
  expect(keys).toContain('JWT authentication');
});
