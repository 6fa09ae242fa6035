import { expect, test } from 'vitest';
import {
  type Caller,
  CallerWithIdentity,
  getIdentity,
} from '../../../src/graphql/authorization/caller.ts';
import { ALL_SCOPES } from '../../../src/graphql/authorization/scopes.ts';
import { createForwardedKeyAuth } from '../../../src/server/authentication/authenticate.ts';
import { Credential } from '../../../src/upstream/credential.ts';

const KEY = Buffer.alloc(32, 1);

const ada: Caller = {
  id: 'ada',
  isAuthenticated: true,
  credential: Credential.fromKey('sk-1', KEY),
  scopes: new Set(['tools:read', 'tools:write']),
};

test('callers with the same credential, name and scopes have the same identity, in any order of scopes', () => {
  const same = new CallerWithIdentity({
    ...ada,
    credential: Credential.fromHeader('Bearer sk-1', KEY),
    scopes: new Set(['tools:write', 'tools:read']),
  });
  expect(getIdentity(same)).toBe(getIdentity(ada));
  expect(getIdentity(same)).toBe(getIdentity(ada));
});

test.each<[string, Partial<Caller>]>([
  ['credential', { credential: Credential.fromKey('sk-2', KEY) }],
  ['name', { id: 'bob' }],
  ['authentication state', { isAuthenticated: false }],
  ['scopes', { scopes: new Set(['tools:read']) }],
  ['set of scopes, such as all scopes', { scopes: new Set(ALL_SCOPES) }],
])('callers with a different %s have different identities', (_, other) => {
  expect(getIdentity(new CallerWithIdentity({ ...ada, ...other }))).not.toBe(getIdentity(ada));
});

test('a fingerprint depends on the credential and the fingerprint key', () => {
  const getFingerprint = (header: string, secret?: Buffer) =>
    Credential.fromHeader(header, secret).fingerprint();
  const other = Buffer.alloc(32, 2);
  expect(getFingerprint('Bearer sk-1', Buffer.from(KEY))).toBe(getFingerprint('Bearer sk-1', KEY));
  expect(getFingerprint('Bearer sk-1')).toBe(Credential.fromKey('sk-1').fingerprint());
  const fingerprints = [
    getFingerprint('Bearer sk-1', KEY),
    getFingerprint('Bearer sk-1', other),
    getFingerprint('Bearer sk-2', KEY),
    getFingerprint('bearer sk-1', KEY),
    getFingerprint('Bearer sk-1'),
    getFingerprint('Bearer sk-2'),
  ];
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
  for (const fingerprint of fingerprints) expect(fingerprint).toMatch(/^[\w-]{43}$/);
});

test('a caller with a forwarded key is identified by its fingerprint, which does not reveal it', async () => {
  const caller = await createForwardedKeyAuth(KEY)('Bearer sk-very-secret');
  expect(caller.id).toBe(caller.credential?.fingerprint());
  expect(getIdentity(caller)).toContain(caller.id);
  expect(getIdentity(caller)).not.toContain('very-secret');
});
