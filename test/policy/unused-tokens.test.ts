import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Answer, sendJson } from '../support/fake-service.ts';
import { claimsOf, createSimplePolicy, type TokenClaims } from '../support/policy.ts';
import { MINE, OTHER } from '../support/policy-upstream.ts';
import {
  askForToken as ask,
  freezeTime,
  MINUTE,
  mint,
  readMinutes,
  startWithMinutes,
  viewMint,
  wait,
} from './limited.ts';

const HOUR = 60 * MINUTE;

freezeTime();

/** Returns a reply with a session token that has these claims. */
const sendToken =
  (claims: object): Answer =>
  (_, response) =>
    sendJson(response, 200, {
      sessionToken: `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.e30`,
    });

describe('an unused token', () => {
  test('is given again, without a count and without another session', async () => {
    const api = await startWithMinutes();
    const token = await mint(api);
    for (const pause of [0, 1_999, 2_000, 40 * MINUTE]) {
      wait(pause);
      expect(await mint(api)).toBe(token);
    }
    expect(api.upstream.mints()).toHaveLength(1);
    expect(await viewMint(api)).toMatchObject({ allowed: true, runningCount: 1 });
    expect(await readMinutes(api)).toStrictEqual({ reserved: 10, used: 0, remaining: 50 });
  });

  test('is one for all pages that ask at once', async () => {
    const api = await startWithMinutes({ concurrent: 1 });
    const tokens = await Promise.all(Array.from({ length: 20 }, () => mint(api)));
    expect(new Set(tokens).size).toBe(1);
    expect(api.upstream.mints()).toHaveLength(1);
  });

  test.each<[string, object, TokenClaims]>([
    ['another subject', {}, claimsOf('bob')],
    ['the same subject of another issuer', {}, claimsOf('ada', { iss: 'https://other.example' })],
    ['another persona', { personaConfig: { personaId: OTHER } }, claimsOf('ada')],
    [
      'another length',
      { personaConfig: { personaId: MINE, maxSessionLengthSeconds: 60 } },
      claimsOf('ada'),
    ],
  ])('is not given to %s', async (_, input, claims) => {
    const api = await startWithMinutes();
    expect(await mint(api, input, claims)).not.toBe(await mint(api));
    expect(api.upstream.mints()).toHaveLength(2);
  });

  test('is given for an equal request, whatever the order of its keys', async () => {
    const api = await startWithMinutes({ allow: ['extra.environment'] });
    const ask = (environment: object) => mint(api, { extra: { environment } });
    const first = await ask({ region: 'eu', stage: { name: 'test', number: 1 } });
    expect(await ask({ stage: { number: 1, name: 'test' }, region: 'eu' })).toBe(first);
    expect(await ask({ region: 'eu', stage: { name: 'test', number: 2 } })).not.toBe(first);
  });

  test('is not given if the policy no longer allows the request', async () => {
    const api = await startWithMinutes();
    await mint(api);
    api.setPolicy(
      createSimplePolicy({ mint: { maxSessionLengthSeconds: 600 }, personas: [OTHER] }),
    );
    expect(await ask(api)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is not given again once the service has refused it, and still counts', async () => {
    const api = await startWithMinutes({ concurrent: 2 });
    const refused = await mint(api);
    const unusable = refused;
    const token = await mint(api, { unusable });
    expect(token).not.toBe(refused);
    expect(await mint(api)).toBe(token);
    expect(await viewMint(api)).toMatchObject({ runningCount: 2 });
    expect(await ask(api, { unusable: token })).toMatchObject({ reason: 'concurrent_limit' });
    expect(await ask(api)).toMatchObject({ reason: 'concurrent_limit' });
    expect(JSON.stringify(api.upstream.mints())).not.toContain('unusable');
  });

  test('of another subject or another request is not affected by who says that it is unusable', async () => {
    const api = await startWithMinutes();
    const personaConfig = { personaId: OTHER };
    const token = await mint(api);
    await mint(api, { unusable: token }, claimsOf('bob'));
    const other = await mint(api, { personaConfig });
    await ask(api, { personaConfig, unusable: other });
    expect(await mint(api)).toBe(token);
  });

  test.each([5 * MINUTE, 2 * HOUR])(
    'is given until a minute before its expiry in %i ms',
    async (lifetime) => {
      const api = await startWithMinutes();
      api.upstream.setReply(sendToken({ exp: (Date.now() + lifetime) / 1000 }));
      const token = await mint(api);
      api.upstream.setReply(undefined);
      wait(lifetime - MINUTE - 1);
      expect(await mint(api)).toBe(token);
      wait(1);
      expect(await mint(api)).not.toBe(token);
    },
  );

  test('is given again for as long as reuseSeconds says', async () => {
    const api = await startWithMinutes({ reuseSeconds: 90, concurrent: 3 });
    const token = await mint(api);
    wait(89_999);
    expect(await mint(api)).toBe(token);
    wait(1);
    expect(await mint(api)).not.toBe(token);
  });

  test('that is longer than 16 KB is not kept', async () => {
    const api = await startWithMinutes();
    let length = 16_000;
    api.upstream.setReply((_, response) =>
      sendJson(response, 200, { sessionToken: 'a'.repeat(length) }),
    );
    await mint(api);
    await mint(api);
    expect(api.upstream.mints()).toHaveLength(1);
    length = 17_000;
    const personaConfig = { personaId: OTHER };
    await mint(api, { personaConfig });
    expect(await ask(api, { personaConfig })).toMatchObject({ reason: 'concurrent_limit' });
  });

  test('of the legacy type is an error each time', async () => {
    const api = await startWithMinutes();
    api.upstream.setReply(sendToken({ type: 'legacy' }));
    for (let index = 0; index < 2; index += 1)
      expect(await ask(api)).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(api.upstream.mints()).toHaveLength(2);
  });

  test('is given although the upstream refused another, which holds nobody up', async () => {
    const api = await startWithMinutes({ concurrent: 2 });
    const token = await mint(api);
    const input = { personaConfig: { personaId: OTHER } };
    api.upstream.setReply((_, response) => sendJson(response, 429, {}));
    expect(await ask(api, input)).toMatchObject({ code: 'RATE_LIMITED', rule: undefined });
    api.upstream.setReply(undefined);
    await mint(api, input);
    expect(await mint(api)).toBe(token);
    expect(await viewMint(api)).toMatchObject({ runningCount: 2 });
  });

  test('is the last of as many as a subject may have sessions', async () => {
    const api = await startWithMinutes({
      concurrent: undefined,
      limits: [{ tokens: 9, per: 'day' }],
    });
    const input = { personaConfig: { personaId: OTHER } };
    const [first, second] = [await mint(api), await mint(api, input)];
    expect(await mint(api, input)).toBe(second);
    expect(await mint(api)).not.toBe(first);
  });

  test('is given with the whole response of the service', async () => {
    const api = await startWithMinutes();
    api.upstream.setReply((_, response) =>
      sendJson(response, 200, { sessionToken: 'one', region: 'eu' }),
    );
    const document = `mutation { createSessionToken(input: { personaConfig: { personaId: "${MINE}" } }) { token { sessionToken record } } }`;
    const read = async () => (await api.runAs(claimsOf('ada'), document)).data;
    expect(await read()).toStrictEqual(await read());
    expect(api.upstream.mints()).toHaveLength(1);
  });

  test('makes others wait for two seconds at most', async () => {
    const api = await startWithMinutes();
    const held = Promise.withResolvers<ServerResponse>();
    api.upstream.setReply((_, response) => held.resolve(response));
    const first = ask(api);
    const response = await held.promise;
    expect(await ask(api)).toMatchObject({
      code: 'RATE_LIMITED',
      rule: 'roles.user.mint',
      retryAfterSeconds: 2,
    });
    // Its process may have crashed.
    wait(40_000);
    api.upstream.setReply(undefined);
    const token = await mint(api);
    expect(await mint(api)).toBe(token);
    response.destroy();
    await first;
  });
});

test('a token that expired without a session returns all its minutes', async () => {
  const api = await startWithMinutes({
    limits: [
      { tokens: 9, per: 'day' },
      { reservedMinutes: 10, per: 'day' },
    ],
  });
  await mint(api);
  wait(HOUR);
  expect(await ask(api)).toMatchObject({ rule: 'roles.user.mint.limits[1]' });
  wait(MINUTE);
  expect(await mint(api)).toBeTruthy();
  expect(await readMinutes(api)).toStrictEqual({ reserved: 10, used: 0, remaining: 0 });
});
