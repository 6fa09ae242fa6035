import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type DecisionEvent, decisions } from '../../src/policy/diagnostics.ts';
import { type Answer, sendJson } from '../support/fake-service.ts';
import { DOCUMENTS } from '../support/operations.ts';
import {
  claimsOf,
  createSimplePolicy,
  type PolicyApi,
  type TokenClaims,
} from '../support/policy.ts';
import { MINE, OTHER } from '../support/policy-upstream.ts';
import {
  askForToken as ask,
  freezeTime,
  MINUTE,
  type MintRules,
  startLimited,
  wait,
} from './limited.ts';

const HOUR = 60 * MINUTE;

freezeTime();

const start = (mint: Partial<MintRules> = {}) => {
  const limits: MintRules['limits'] = [
    { tokens: 5, per: 'minute' },
    { reservedMinutes: 60, per: 'day' },
  ];
  return startLimited({ limits, concurrent: 2, ...mint });
};

const { Viewer = '' } = DOCUMENTS;

/** Mints a token, which must not fail. */
async function mint(...given: Parameters<typeof ask>): Promise<string> {
  const { token, ...error } = await ask(...given);
  if (token === undefined) throw new Error(JSON.stringify(error));
  return token;
}

const view = async (api: PolicyApi, claims = claimsOf('ada')) =>
  (await api.runAs(claims, Viewer)).data.viewer.mint;

/** Index of the limit of minutes. */
const MINUTES = 1;
const minutesOf = async (api: PolicyApi) => {
  const { reserved, used, remaining } = (await view(api)).limits[MINUTES];
  return { reserved, used, remaining };
};

/** Returns a reply with a session token that has these claims. */
const sendToken =
  (claims: object): Answer =>
  (_, response) =>
    sendJson(response, 200, {
      sessionToken: `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.e30`,
    });

describe('an unused token', () => {
  test('is given again, without a count and without another session', async () => {
    const api = await start();
    const token = await mint(api);
    for (const pause of [0, 1_999, 2_000, 40 * MINUTE]) {
      wait(pause);
      expect(await mint(api)).toBe(token);
    }
    expect(api.upstream.mints()).toHaveLength(1);
    expect(await view(api)).toMatchObject({ allowed: true, runningCount: 1 });
    expect(await minutesOf(api)).toStrictEqual({ reserved: 10, used: 0, remaining: 50 });
  });

  test('is one for all pages that ask at once', async () => {
    const api = await start({ concurrent: 1 });
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
    const api = await start();
    expect(await mint(api, input, claims)).not.toBe(await mint(api));
    expect(api.upstream.mints()).toHaveLength(2);
  });

  test('is given for an equal request, whatever the order of its keys', async () => {
    const api = await start({ allow: ['extra.environment'] });
    const ask = (environment: object) => mint(api, { extra: { environment } });
    const first = await ask({ region: 'eu', stage: { name: 'test', number: 1 } });
    expect(await ask({ stage: { number: 1, name: 'test' }, region: 'eu' })).toBe(first);
    expect(await ask({ region: 'eu', stage: { name: 'test', number: 2 } })).not.toBe(first);
  });

  test('is not given if the policy no longer allows the request', async () => {
    const api = await start();
    await mint(api);
    api.setPolicy(
      createSimplePolicy({ mint: { maxSessionLengthSeconds: 600 }, personas: [OTHER] }),
    );
    expect(await ask(api)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is not given again once the service has refused it, and still counts', async () => {
    const api = await start({ concurrent: 2 });
    const refused = await mint(api);
    const unusable = refused;
    const token = await mint(api, { unusable });
    expect(token).not.toBe(refused);
    expect(await mint(api)).toBe(token);
    expect(await view(api)).toMatchObject({ runningCount: 2 });
    expect(await ask(api, { unusable: token })).toMatchObject({ reason: 'concurrent_limit' });
    expect(await ask(api)).toMatchObject({ reason: 'concurrent_limit' });
    expect(JSON.stringify(api.upstream.mints())).not.toContain('unusable');
  });

  test('of another subject or another request is not affected by who says that it is unusable', async () => {
    const api = await start();
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
      const api = await start();
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
    const api = await start({ reuseSeconds: 90, concurrent: 3 });
    const token = await mint(api);
    wait(89_999);
    expect(await mint(api)).toBe(token);
    wait(1);
    expect(await mint(api)).not.toBe(token);
  });

  test('that is longer than 16 KB is not kept', async () => {
    const api = await start();
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
    const api = await start();
    api.upstream.setReply(sendToken({ type: 'legacy' }));
    for (let index = 0; index < 2; index += 1)
      expect(await ask(api)).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(api.upstream.mints()).toHaveLength(2);
  });

  test('is given although the upstream refused another, which holds nobody up', async () => {
    const api = await start({ concurrent: 2 });
    const token = await mint(api);
    const input = { personaConfig: { personaId: OTHER } };
    api.upstream.setReply((_, response) => sendJson(response, 429, {}));
    expect(await ask(api, input)).toMatchObject({ code: 'RATE_LIMITED', rule: undefined });
    api.upstream.setReply(undefined);
    await mint(api, input);
    expect(await mint(api)).toBe(token);
    expect(await view(api)).toMatchObject({ runningCount: 2 });
  });

  test('is the last of as many as a subject may have sessions', async () => {
    const api = await start({ concurrent: undefined, limits: [{ tokens: 9, per: 'day' }] });
    const input = { personaConfig: { personaId: OTHER } };
    const [first, second] = [await mint(api), await mint(api, input)];
    expect(await mint(api, input)).toBe(second);
    expect(await mint(api)).not.toBe(first);
  });

  test('is given with the whole response of the service', async () => {
    const api = await start();
    api.upstream.setReply((_, response) =>
      sendJson(response, 200, { sessionToken: 'one', region: 'eu' }),
    );
    const document = `mutation { createSessionToken(input: { personaConfig: { personaId: "${MINE}" } }) { token { sessionToken record } } }`;
    const read = async () => (await api.runAs(claimsOf('ada'), document)).data;
    expect(await read()).toStrictEqual(await read());
    expect(api.upstream.mints()).toHaveLength(1);
  });

  test('makes others wait for two seconds at most', async () => {
    const api = await start();
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

describe('a token whose session has started', () => {
  test('is not given again, and its session counts until its end', async () => {
    const api = await start({ concurrent: 1 });
    const id = api.upstream.startSession(await mint(api));
    wait(2_000);
    expect(await ask(api)).toMatchObject({ reason: 'concurrent_limit', retryAfterSeconds: 598 });
    wait(3 * MINUTE);
    api.upstream.endSession(id);
    expect(await mint(api)).toBeTruthy();
    expect(api.upstream.mints()).toHaveLength(2);
  });

  test('returns the minutes that its session has not used, once', async () => {
    const api = await start({ concurrent: 1 });
    const id = api.upstream.startSession(await mint(api));
    wait(150_500);
    api.upstream.endSession(id);
    await mint(api);
    // Three minutes of the first, ten of the second.
    expect(await minutesOf(api)).toStrictEqual({ reserved: 10, used: 3, remaining: 47 });
    const read = `{ session(id: "${id}") { endedAt } }`;
    for (let index = 0; index < 3; index += 1) await api.runAs(claimsOf('ada'), read);
    expect(await minutesOf(api)).toStrictEqual({ reserved: 10, used: 3, remaining: 47 });
  });

  test('returns nothing to a day that is over, and nothing to the next one', async () => {
    vi.setSystemTime(Date.UTC(2026, 10, 24, 23, 55));
    const api = await start({ concurrent: 1 });
    const id = api.upstream.startSession(await mint(api));
    wait(6 * MINUTE);
    api.upstream.endSession(id);
    await mint(api);
    expect(await minutesOf(api)).toStrictEqual({ reserved: 10, used: 0, remaining: 50 });
  });

  test('is settled before the answer that shows its end', async () => {
    const api = await start();
    const id = api.upstream.startSession(await mint(api));
    wait(MINUTE);
    api.upstream.endSession(id);
    const document = `{ viewer { mint { limits { used } } } session(id: "${id}") { endedAt } }`;
    await api.runAs(claimsOf('bob'), document);
    expect(await minutesOf(api)).toStrictEqual({ reserved: 0, used: 1, remaining: 59 });
  });

  test('is not settled because it was asked to stop', async () => {
    const api = await start();
    const id = api.upstream.startSession(await mint(api));
    const stop = `mutation { stopSession(id: "${id}") { stoppedId } }`;
    expect((await api.runAs(claimsOf('ada'), stop)).errors).toBeUndefined();
    expect(await minutesOf(api)).toMatchObject({ reserved: 10, used: 0 });
    expect(await view(api)).toMatchObject({ runningCount: 1 });
  });

  test('is never settled if it has started two sessions, which the audit says once', async () => {
    const api = await start({ concurrent: 1 });
    const events: DecisionEvent[] = [];
    onTestFinished(decisions.subscribe((event) => events.push(event)));
    const token = await mint(api);
    for (const id of [undefined, 'second']) {
      api.upstream.endSession(api.upstream.startSession(token, id));
    }
    const document = '{ sessions { nodes { id } } }';
    await api.runAs(claimsOf('bob'), document);
    await mint(api);
    expect(await minutesOf(api)).toMatchObject({ reserved: 20, used: 0 });
    const [minted, ...others] = events.filter(({ subject }) => subject === 'createSessionToken');
    expect(minted).toMatchObject({ outcome: 'OK' });
    expect(others).toMatchObject([
      { outcome: 'SEVERAL_SESSIONS', mint: { id: minted?.mint?.id } },
      { outcome: 'OK' },
    ]);
  });

  test('settles the sessions of a day before a limit refuses', async () => {
    const api = await start({ concurrent: 1 });
    for (let index = 0; index < 10; index += 1) {
      const id = api.upstream.startSession(await mint(api));
      wait(90_000);
      api.upstream.endSession(id);
      wait(MINUTE);
    }
    expect(await ask(api)).toMatchObject({ token: expect.any(String) });
    expect(await minutesOf(api)).toMatchObject({ used: 15, reserved: 10 });
  });
});

test('a token that expired without a session returns all its minutes', async () => {
  const api = await start({
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
  expect(await minutesOf(api)).toStrictEqual({ reserved: 10, used: 0, remaining: 0 });
});
