import { expect, test } from 'vitest';
import type { Caller } from '../../../src/graphql/authorization/caller.ts';
import { ALL_SCOPES } from '../../../src/policy/scopes.ts';
import { createForwardedKeyAuth } from '../../../src/server/authentication/authenticate.ts';
import { createRateLimiter } from '../../../src/server/limits/rate-limits.ts';
import { Credential } from '../../../src/upstream/credential.ts';
import { TOOL } from '../../support/counting-upstream.ts';
import { fakeService, reply } from '../../support/fake-service.ts';
import { start } from '../../support/start.ts';

const KEY = Buffer.alloc(32, 1);

const ada: Caller = {
  id: 'ada',
  isAuthenticated: true,
  credential: Credential.fromKey('sk-1', KEY),
  scopes: new Set(['tools:read', 'tools:write']),
};

test.each([
  ['id', { id: 'bob' }, 1],
  ['scopes', { scopes: new Set(ALL_SCOPES) }, 1],
  ['key', { credential: Credential.fromKey('sk-2', KEY) }, 2],
  ['key, which is none,', { credential: undefined }, 2],
])(
  'callers with another %s share concurrent reads, unless it is the key',
  async (_, other, calls) => {
    const upstream = await fakeService(reply(200, { id: 't1', name: 'lookup' }));
    const { run } = await start({
      upstream,
      authenticate: (header) => (header === 'Ada' ? ada : { ...ada, ...other }),
    });
    await Promise.all(['Ada', 'other'].map((authorization) => run(TOOL, {}, { authorization })));
    expect(upstream.calls).toHaveLength(calls);
  },
);

test('callers with different scopes share a read, and each sees what its own scopes allow', async () => {
  const upstream = await fakeService(reply(200, { id: 't1', name: 'lookup' }));
  const { run } = await start({
    upstream,
    authenticate: (header) => ({
      ...ada,
      scopes: new Set(['tools:read', ...(header === 'Ada' ? ['avatars:read' as const] : [])]),
    }),
    client: { cacheSeconds: 60 },
  });
  const query = '{ tool(id: "t1") { name } avatar(id: "t1") { id } }';
  const runAs = (authorization: string) => run(query, {}, { authorization });
  expect(await Promise.all([runAs('Ada'), runAs('other')])).toMatchObject([
    { data: { tool: { name: 'lookup' }, avatar: { id: 't1' } }, errors: undefined },
    { data: { tool: {}, avatar: null }, errors: [{ extensions: { code: 'FORBIDDEN' } }] },
  ]);
  expect(upstream.calls).toHaveLength(2);
});

test('callers that share cached reads have rate limits of their own', async () => {
  const { run } = await start({
    upstream: reply(200, { id: 't1', name: 'lookup' }),
    authenticate: (header) => ({ ...ada, id: header ?? '' }),
    rateLimiter: createRateLimiter({ fields: 2 }),
    client: { cacheSeconds: 60 },
  });
  const codes: unknown[] = [];
  for (const authorization of ['Ada', 'Ada', 'Ada', 'Bob', 'Bob', 'Bob']) {
    const { errors } = await run(TOOL, {}, { authorization });
    codes.push(errors?.[0]?.extensions.code);
  }
  const limited = [undefined, undefined, 'RATE_LIMITED'];
  expect(codes).toStrictEqual([...limited, ...limited]);
});

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
