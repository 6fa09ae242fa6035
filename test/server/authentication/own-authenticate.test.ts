import { expect, onTestFinished, test, vi } from 'vitest';
import { ANONYMOUS, type Authenticate } from '../../../src/graphql/authorization/caller.ts';
import type { VerifiedToken } from '../../../src/policy/grant.ts';
import type { PolicyInput } from '../../../src/policy/policy-schema.ts';
import { InvalidTokenError } from '../../../src/server/authentication/jwt-errors.ts';
import { Credential } from '../../../src/upstream/credential.ts';
import { fakeService, reply } from '../../support/fake-service.ts';
import { createExactLimiter } from '../../support/rate-limits.ts';
import { type StartOptions, start } from '../../support/start.ts';

const TOOL = '{ tool(id: "t1") { id } }';
const credential = Credential.fromKey('the-servers-own-key');
const READER = {
  id: 'ada',
  isAuthenticated: true,
  credential,
  scopes: new Set(['tools:read'] as const),
};

async function startOwn(authenticate: Authenticate, options: StartOptions = {}) {
  const upstream = await fakeService(reply(200, { id: 't1' }));
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => faults.push(fault);
  const { run } = await start({ upstream, authenticate, onFault, ...options });
  const ask = (authorization: string, query = TOOL) => run(query, {}, { authorization });
  return { ask, faults, upstream };
}

const fail = (error: Error) => {
  throw error;
};

/** Throws synchronously, or rejects. */
const failures: [string, (error: Error) => Authenticate][] = [
  ['throws', (error) => () => fail(error)],
  ['rejects with', (error) => () => Promise.reject(error)],
];

test.each(failures)(
  'an authenticate that %s the exported error is answered with 401 and its message',
  async (_, failWith) => {
    const error = new InvalidTokenError('The "session" ended.');
    const { ask, faults, upstream } = await startOwn(failWith(error));
    const { status, headers, errors } = await ask('x');
    expect([status, errors]).toMatchObject([
      401,
      [{ message: 'The "session" ended.', extensions: { code: 'UNAUTHENTICATED' } }],
    ]);
    expect(headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token", error_description="The ?session? ended."',
    );
    expect([faults, upstream.calls]).toStrictEqual([[], []]);
  },
);

test.each(failures)(
  'an authenticate that %s another error is a masked INTERNAL, which is reported',
  async (_, failWith) => {
    for (const rateLimiter of [undefined, createExactLimiter({ fields: 5 })]) {
      const error = new Error('password of the database: 1234');
      const { ask, faults, upstream } = await startOwn(failWith(error), { rateLimiter });
      const { status, errors } = await ask('x');
      expect([status, errors?.[0]?.extensions.code]).toStrictEqual([500, 'INTERNAL']);
      expect(JSON.stringify(errors)).not.toContain('password');
      expect([faults, upstream.calls]).toStrictEqual([[error], []]);
    }
  },
);

test('callers of one’s own authenticate are limited by their ids, and others by their address', async () => {
  const rateLimiter = createExactLimiter({ fields: 1, addressFactor: 2 });
  const authenticate: Authenticate = async (authorization) =>
    authorization === 'none' ? ANONYMOUS : { ...READER, id: authorization ?? '' };
  const { ask } = await startOwn(authenticate, { rateLimiter });
  const names = Array.from({ length: 10 }, (_, index) => `user-${index}`);
  for (const name of names) expect((await ask(name)).status).toBe(200);
  for (const name of names) expect((await ask(name)).status).toBe(429);
  const statuses: number[] = [];
  for (let asked = 0; asked < 3; asked += 1) statuses.push((await ask('none')).status);
  expect(statuses).toStrictEqual([200, 200, 429]);
});

const policy: PolicyInput = {
  roles: [
    { name: 'editor', when: { groups: 'editors' }, scopes: ['tools:read', 'tools:write'] },
    { name: 'reader', when: {}, scopes: ['tools:read'] },
  ],
};

/** Returns callers whose authorization header is the JSON of what their token says. */
const readToken: Authenticate = (authorization) => {
  const { subject, ...claims } = JSON.parse(authorization ?? '{}');
  const scopes = new Set(['tools:read', 'tools:write'] as const);
  const token: VerifiedToken = { issuer: 'app', subject, claims, scopes };
  return { id: subject, isAuthenticated: true, credential, scopes, token };
};

const UPDATE = 'mutation { updateTool(id: "t1", input: { name: "x" }) { tool { id } } }';

test('with a policy, the claims that one’s own authenticate returns decide the role', async () => {
  const { ask } = await startOwn(readToken, { policy, client: { extensions: ['tools'] } });
  const getCode = async (token: object, query?: string) =>
    (await ask(JSON.stringify(token), query)).errors?.[0]?.extensions.code;
  const editor = { subject: 'ada', groups: ['staff', 'editors'] };
  const reader = { subject: 'bob', groups: 'staff' };
  expect([await getCode(editor), await getCode(editor, UPDATE)]).toStrictEqual([
    undefined,
    undefined,
  ]);
  expect([await getCode(reader), await getCode(reader, UPDATE)]).toStrictEqual([
    undefined,
    'FORBIDDEN',
  ]);
});

test('with a policy, callers without a token may do nothing', async () => {
  const { ask, upstream } = await startOwn(() => READER, { policy });
  const { errors } = await ask('x');
  expect(errors).toMatchObject([
    {
      message:
        'This field requires a JWT with the scope tools:read. No role of the policy matches the token.',
      extensions: { code: 'FORBIDDEN' },
    },
  ]);
  expect(upstream.calls).toStrictEqual([]);
});

test.each(failures)(
  'without onFault, an error that `authenticate` %s is printed on the console',
  async (_, createAuthenticate) => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => print.mockRestore());
    const error = new Error('the directory is down');
    const upstream = await fakeService(reply(200, {}));
    const { run, fetch, url } = await start({ upstream, authenticate: createAuthenticate(error) });
    expect((await run(TOOL)).status).toBe(500);
    const body = JSON.stringify({ query: TOOL });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(new Request(url, { method: 'POST', headers, body }))).status).toBe(500);
    expect(print.mock.calls).toStrictEqual([[error], [error]]);
  },
);
