import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createForwardedKeyAuth } from '../../../src/server/authentication/authenticate.ts';
import { createAddressReader } from '../../../src/server/authentication/client-address.ts';
import { Credential } from '../../../src/upstream/credential.ts';
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

const createRequest = (remoteAddress: string, forwarded?: string) => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
};

/** What is tried, the trusted proxies, the address of the connection, X-Forwarded-For, and the address of the client. */
const CASES = `
  an IPv4 address is used as it is | | 203.0.113.9 | | 203.0.113.9
  an IPv4 address mapped to IPv6 is the same address | | ::ffff:203.0.113.9 | | 203.0.113.9
  an IPv6 address is in its shortest form | | 2001:0db8:1:2:aaaa:0:0:1 | | 2001:db8:1:2:aaaa::1
  X-Forwarded-For of an untrusted client is ignored | | 203.0.113.9 | 1.2.3.4 | 203.0.113.9
  X-Forwarded-For of a trusted proxy is used | loopback | 127.0.0.1 | 1.2.3.4 | 1.2.3.4
  the last address that is no trusted proxy is used | loopback 10.0.0.0/8 | 127.0.0.1 | 6.6.6.6, 1.2.3.4, 10.0.0.1 | 1.2.3.4
  the port of an IPv4 address is ignored | loopback | 127.0.0.1 | 1.2.3.4:5678 | 1.2.3.4
  the port of an IPv6 address is ignored | loopback | 127.0.0.1 | [2001:db8::1]:80 | 2001:db8::1
  the brackets of an IPv6 address are ignored | loopback | 127.0.0.1 | [2001:db8::1] | 2001:db8::1
  a trusted proxy with a port is recognized | 10.0.0.0/8 | 10.0.0.1 | 1.2.3.4:5, 10.0.0.2:6 | 1.2.3.4
  an invalid address in X-Forwarded-For is unknown | loopback | 127.0.0.1 | evil | unknown
`;

test.each(
  CASES.trim()
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim())),
)('%s', (_, proxies = '', remote = '', forwarded = '', address = '') => {
  const read = createAddressReader(proxies.split(' ').filter(Boolean));
  expect(read(createRequest(remote, forwarded || undefined))).toBe(address);
});

const KEY = Buffer.alloc(32, 1);

test('a fingerprint depends on the credential and the fingerprint key', () => {
  const getFingerprint = (header: string, secret?: Buffer) =>
    Credential.fromHeader(header, secret).fingerprint();
  expect(getFingerprint('Bearer sk-1', Buffer.from(KEY))).toBe(getFingerprint('Bearer sk-1', KEY));
  expect(getFingerprint('Bearer sk-1')).toBe(Credential.fromKey('sk-1').fingerprint());
  const fingerprints = [KEY, Buffer.alloc(32, 2), undefined].flatMap((key) =>
    ['Bearer sk-1', 'Bearer sk-2', 'bearer sk-1'].map((header) => getFingerprint(header, key)),
  );
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
  for (const fingerprint of fingerprints) expect(fingerprint).toMatch(/^[\w-]{43}$/);
});

test('a caller with a forwarded key is identified by its fingerprint, which does not reveal it', async () => {
  const caller = await createForwardedKeyAuth(KEY)('Bearer sk-very-secret');
  expect(caller.id).toBe(caller.credential?.fingerprint());
  expect(caller.id).not.toContain('very-secret');
});
