import { expect, test } from 'vitest';
import {
  type Caller,
  getIdentity,
  KnownCaller,
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

test('callers of one credential, name and scopes have one identity, in whatever order the scopes are', () => {
  const same = new KnownCaller({
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
  ['standing', { isAuthenticated: false }],
  ['scopes', { scopes: new Set(['tools:read']) }],
  ['scopes, which are all there are', { scopes: new Set(ALL_SCOPES) }],
])('another %s makes another identity', (_, other) => {
  expect(getIdentity(new KnownCaller({ ...ada, ...other }))).not.toBe(getIdentity(ada));
});

test('a key has one fingerprint wherever the secret is the same, and another with each secret', () => {
  const named = (header: string, secret?: Buffer) =>
    Credential.fromHeader(header, secret).fingerprint();
  const other = Buffer.alloc(32, 2);
  expect(named('Bearer sk-1', Buffer.from(KEY))).toBe(named('Bearer sk-1', KEY));
  expect(named('Bearer sk-1')).toBe(Credential.fromKey('sk-1').fingerprint());
  const names = [
    named('Bearer sk-1', KEY),
    named('Bearer sk-1', other),
    named('Bearer sk-2', KEY),
    named('bearer sk-1', KEY),
    named('Bearer sk-1'),
    named('Bearer sk-2'),
  ];
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[\w-]{43}$/);
});

test('who brings a key is named by its fingerprint, which shows nothing of it', async () => {
  const caller = await createForwardedKeyAuth(KEY)('Bearer sk-very-secret');
  expect(caller.id).toBe(caller.credential?.fingerprint());
  expect(getIdentity(caller)).toContain(caller.id);
  expect(getIdentity(caller)).not.toContain('very-secret');
});
