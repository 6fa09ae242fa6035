import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import {
  createJwtAuth,
  createSharedKeyAuth,
  forwardedKeyAuth,
} from '../../src/server/authentication/authenticate.ts';
import { createJwtVerifier } from '../../src/server/authentication/jwt.ts';
import { Secret } from '../../src/shared/secret.ts';
import { Credential } from '../../src/upstream/credential.ts';
import { getError, startClient } from '../support/client.ts';
import { findSecrets, RESPONSE_COUNT, startEchoingService } from '../support/find-secrets.ts';
import { AUTH, signJwt } from '../support/issuer.ts';

const SERVER_KEY = 'sk-server-0123456789abcdef';
const SHARED_SECRET = AUTH.AUTH_SECRET;
const CALLER_KEY = 'sk-caller-fedcba9876543210';

/** Represents a value in every way in which it could be logged. */
const represent = (value: unknown) =>
  [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(value) ?? '',
    String(value),
    value instanceof Error ? String(value.stack) : '',
  ].join('\n');

test('objects that hold credentials do not show them when they are logged', async () => {
  const token = await signJwt(['tools:read']);
  const check = createJwtVerifier({
    keys: { secrets: [new Secret(SHARED_SECRET)] },
    issuer: AUTH.AUTH_ISSUER,
    audience: [AUTH.AUTH_AUDIENCE],
    algorithms: ['HS256'],
    clockTolerance: 5,
  });
  const own = Credential.fromKey(SERVER_KEY);
  const authenticate = createJwtAuth(own, check);
  const callers = [
    await authenticate(`Bearer ${token}`),
    await forwardedKeyAuth(`Bearer ${CALLER_KEY}`),
    await createSharedKeyAuth(own)(null),
  ];
  const rejection = await getError(Promise.try(() => authenticate(`Bearer ${token}x`)));
  expect(rejection).toBeInstanceOf(Error);
  const values = [check, authenticate, own, new Secret(SHARED_SECRET), callers, rejection];
  for (const text of values.map(represent))
    for (const secret of [SERVER_KEY, SHARED_SECRET, CALLER_KEY, token])
      expect(text).not.toContain(secret);
});

test('the error of a failed call does not contain its credential at any depth', async () => {
  const { url, credentials } = await startEchoingService();
  const client = startClient(url, {}, SERVER_KEY);
  const unreachable = startClient('http://127.0.0.1:1', {}, SERVER_KEY);
  const failures: unknown[] = [];
  const call = (rest: typeof client) =>
    rest.tool({ params: { id: 't1' } }).catch((error: unknown) => failures.push(error));
  for (let i = 0; i < 2 * RESPONSE_COUNT; i += 1) await call(client);
  await call(unreachable);
  expect(credentials.length).toBeGreaterThanOrEqual(16);
  expect(failures.length).toBeGreaterThan(14);
  for (const failure of failures) {
    expect(findSecrets(represent(failure), [SERVER_KEY])).toStrictEqual([]);
  }
});
