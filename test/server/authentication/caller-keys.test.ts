import { expect, expectTypeOf, onTestFinished, test } from 'vitest';
import {
  type Caller,
  getIdentity,
  getVisibility,
  KEY_PARTS,
  type KeyParts,
} from '../../../src/graphql/authorization/caller.ts';
import { resolveRole } from '../../../src/policy/grant.ts';
import { checkPolicy } from '../../../src/policy/parse-policy.ts';
import { Policy } from '../../../src/policy/policy.ts';
import { ALL_SCOPES } from '../../../src/policy/scopes.ts';
import { createForwardedKeyAuth } from '../../../src/server/authentication/authenticate.ts';
import { createRateLimiter } from '../../../src/server/limits/rate-limits.ts';
import { createRestClient } from '../../../src/upstream/client.ts';
import { Credential } from '../../../src/upstream/credential.ts';
import { TOOL } from '../../support/counting-upstream.ts';
import { type StartOptions, start } from '../../support/start.ts';
import { startUpstreamWithResponse } from '../../support/upstream.ts';

const KEY = Buffer.alloc(32, 1);

const ada: Caller = {
  id: 'ada',
  isAuthenticated: true,
  credential: Credential.fromKey('sk-1', KEY),
  scopes: new Set(['tools:read', 'tools:write']),
};

const bobsToken = { issuer: 'main', subject: 'bob', claims: {}, scopes: new Set<string>() };
const policy = new Policy(checkPolicy({ roles: [{ name: 'user', when: {}, scopes: 'all' }] }));

/** Other values of each property. */
const OTHERS: { readonly [Name in keyof Caller]-?: readonly Caller[Name][] } = {
  id: ['bob', '', undefined],
  isAuthenticated: [false],
  credential: [Credential.fromKey('sk-2', KEY), undefined],
  scopes: [new Set(['tools:read']), new Set(), new Set(ALL_SCOPES)],
  token: [bobsToken],
  grant: [resolveRole(policy, bobsToken)],
};

/** Callers that differ from Ada in one property, with its name. */
const others = Object.entries(OTHERS).flatMap(([name, values]) =>
  values.map((value, index): [string, Caller] => [
    `${name} (${index + 1})`,
    { ...ada, [name]: value },
  ]),
);

test('a property of callers that is not classified does not compile, even an optional one', () => {
  interface TenantCaller extends Caller {
    readonly tenant?: string;
  }
  // @ts-expect-error The property tenant is not classified.
  const unclassified: KeyParts<TenantCaller> = { ...KEY_PARTS };
  expectTypeOf(unclassified).toExtend<KeyParts<Caller>>();
});

test('callers with equal properties have the same keys, in any order of scopes', () => {
  const same: Caller = {
    ...ada,
    credential: Credential.fromHeader('Bearer sk-1', KEY),
    scopes: new Set(['tools:write', 'tools:read']),
  };
  expect(getIdentity(same)).toBe(getIdentity(ada));
  expect(getVisibility(same)).toBe(getVisibility(ada));
});

test.each(others)('callers with another %s have different identities', (_, other) => {
  expect(getIdentity(other)).not.toBe(getIdentity(ada));
});

/** Starts the API with a response cache, for Ada and another caller. */
async function startForTwo(other: Caller, options: StartOptions = {}) {
  const { run } = await start({
    upstream: await startUpstreamWithResponse(200, { id: 't1', name: 'lookup' }),
    authenticate: (header) => (header === 'Ada' ? ada : other),
    responseCacheSeconds: 60,
    ...options,
  });
  const runAs = async (authorization: string) => {
    const { headers, errors } = await run(TOOL, {}, { authorization });
    return headers.get('x-response-cache') ?? errors?.[0]?.extensions.code;
  };
  return runAs;
}

test.each(others)(
  'a caller with another %s gets the cached response only with another id or token',
  async (name, other) => {
    const runAs = await startForTwo(other);
    expect([await runAs('Ada'), await runAs('Ada')]).toStrictEqual(['miss', 'hit']);
    expect(await runAs('other')).toBe(/^(id|token)/.test(name) ? 'hit' : 'miss');
  },
);

test.each(others)(
  'callers with another %s share concurrent reads, unless it is the credential',
  async (name, other) => {
    const upstream = await startUpstreamWithResponse(200, { id: 't1', name: 'lookup' });
    const rest = createRestClient({ url: upstream.url });
    onTestFinished(() => rest.close());
    const read = ({ credential }: Caller) =>
      rest.for({ credential }).tool({ params: { id: 't1' } });
    await Promise.all([read(ada), read(other)]);
    expect(upstream.calls).toHaveLength(name.startsWith('credential') ? 2 : 1);
  },
);

test('callers with different scopes share a read, and each sees what its own scopes allow', async () => {
  const upstream = await startUpstreamWithResponse(200, { id: 't1', name: 'lookup' });
  const { run } = await start({
    upstream,
    authenticate: (header) => ({
      ...ada,
      scopes: new Set(['tools:read', ...(header === 'Ada' ? ['avatars:read' as const] : [])]),
    }),
    responseCacheSeconds: 60,
  });
  const query = '{ tool(id: "t1") { name } avatar(id: "t1") { id } }';
  const runAs = (authorization: string) => run(query, {}, { authorization });
  expect(await Promise.all([runAs('Ada'), runAs('other')])).toMatchObject([
    { data: { tool: { name: 'lookup' }, avatar: { id: 't1' } }, errors: undefined },
    { data: { tool: {}, avatar: null }, errors: [{ extensions: { code: 'FORBIDDEN' } }] },
  ]);
  expect(upstream.calls).toHaveLength(2);
});

test('callers that share cached responses have rate limits of their own', async () => {
  const rateLimiter = createRateLimiter({ fields: 2 });
  const runAs = await startForTwo({ ...ada, id: 'bob' }, { rateLimiter });
  const seen: unknown[] = [];
  for (const name of ['Ada', 'Ada', 'Ada', 'Bob', 'Bob', 'Bob']) seen.push(await runAs(name));
  expect(seen).toStrictEqual(['miss', 'hit', 'RATE_LIMITED', 'hit', 'hit', 'RATE_LIMITED']);
});

test('with plugins, which can use the id of a caller, callers share no cached response', async () => {
  const runAs = await startForTwo({ ...ada, id: 'bob' }, { plugins: [{}] });
  expect([await runAs('Ada'), await runAs('Ada')]).toStrictEqual(['miss', 'hit']);
  expect([await runAs('Bob'), await runAs('Bob')]).toStrictEqual(['miss', 'hit']);
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
  expect(getIdentity(caller)).toContain(caller.id);
  expect(getIdentity(caller)).not.toContain('very-secret');
});
