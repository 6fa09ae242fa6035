import { expect, test } from 'vitest';
import { createForwardedKeyAuth } from '../../../src/server/authentication/authenticate.ts';
import { Credential } from '../../../src/upstream/credential.ts';

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
