import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { sendJson } from '../support/fake-service.ts';
import { claimsOf, type PolicyApi, type startPolicyApi } from '../support/policy.ts';
import {
  askForToken,
  freezeTime,
  MINUTE,
  type MintRules,
  NOON,
  startLimited,
  wait,
} from './limited.ts';

freezeTime();

/** Starts the API for subjects with one session at a time, after one of them has a token. */
async function start(
  mint: Partial<MintRules> = {},
  options?: Parameters<typeof startPolicyApi>[1],
) {
  const limits: MintRules['limits'] = [{ reservedMinutes: 60, per: 'day' }];
  const api = await startLimited({ limits, concurrent: 1, ...mint }, options);
  return { api, token: await ask(api) };
}

/** Mints, and returns the token, or the reason why there is none. */
async function ask(api: PolicyApi, sub = 'ada'): Promise<string> {
  const { token, reason, code } = await askForToken(api, {}, claimsOf(sub));
  return token ?? reason ?? code ?? '';
}

const REFUSED = 'concurrent_limit';

/** Answers questions about sessions, and leaves the other calls to the upstream. */
const answer =
  (reply: (url: URL, response: ServerResponse) => void) =>
  ({ url = '' }: IncomingMessage, response: ServerResponse) =>
    reply(new URL(url, 'http://upstream'), response);

const NOT_FOUND = (response: ServerResponse) => sendJson(response, 404, { message: 'No' });

/** A list of sessions of others, of which the last has started at a time. */
const listOthers = (times: readonly (string | null)[], total?: number) => ({
  data: times.map((startTime, index) => ({ id: `other-${index}`, clientLabel: 'x', startTime })),
  meta: total === undefined ? {} : { total },
});

const at = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString();

test.each<[string, object]>([
  ['that is complete', listOthers([at(3), at(1)], 2)],
  ['that has no order, but is complete', listOthers([at(1), at(3)], 2)],
  ['that goes back to before the token', listOthers([at(3), at(-2)], 999)],
  ['that is empty', listOthers([])],
])('a list %s proves that a token is unused', async (_, list) => {
  const { api, token } = await start();
  wait(2 * MINUTE);
  api.upstream.setReply(
    answer(({ pathname }, response) =>
      pathname.endsWith('/sessions') ? sendJson(response, 200, list) : NOT_FOUND(response),
    ),
  );
  expect(await ask(api)).toBe(token);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['has no order', (response) => sendJson(response, 200, listOthers([at(-9), at(1)], 999))],
  ['has no times', (response) => sendJson(response, 200, listOthers([null, null], 999))],
  [
    'has more than 300 newer sessions',
    (response) => sendJson(response, 200, listOthers([at(2)], 999)),
  ],
  ['fails', (response) => sendJson(response, 500, {})],
  ['is not JSON', (response) => response.end('<html>')],
  ['breaks', (response) => response.destroy()],
  ['is forbidden', (response) => sendJson(response, 403, {})],
])(
  'a list that %s proves nothing: the token is given for a minute, and its session counts',
  async (_, reply) => {
    const { api, token } = await start();
    api.upstream.setReply(
      answer(({ pathname }, response) =>
        pathname.endsWith('/sessions') ? reply(response) : NOT_FOUND(response),
      ),
    );
    wait(MINUTE - 1);
    expect(await ask(api)).toBe(token);
    wait(2_001);
    expect(await ask(api)).toBe(REFUSED);
    expect(api.upstream.mints()).toHaveLength(1);
  },
);

test('a service that does not answer delays a mint by two seconds, once in two seconds', async () => {
  // A question that waited for the timeout of its call would exceed that of the test.
  const { api, token } = await start({}, { client: { timeout: 3_600_000 } });
  api.upstream.setReply(() => undefined);
  wait(30_000);
  const startedAt = performance.now();
  expect(await ask(api)).toBe(token);
  expect(performance.now() - startedAt).toBeGreaterThan(1_900);
  // The first question may still send its list when its time ends; another one begins with the id.
  const ids = () => api.upstream.questions().filter((call) => call.includes('/sessions/'));
  expect(ids()).toHaveLength(1);
  expect(await Promise.all([ask(api), ask(api)])).toStrictEqual([token, token]);
  expect(ids()).toHaveLength(1);
});

test('a question that takes longer than the interval is asked once', async () => {
  const { api, token } = await start();
  wait(2_000);
  api.upstream.setReply((_, response) => {
    wait(2_001);
    sendJson(response, 500, {});
  });
  const before = api.upstream.questions().length;
  expect(await ask(api)).toBe(token);
  const asked = api.upstream.questions().length - before;
  // By id and by list, each with its retries.
  expect(asked).toBeLessThanOrEqual(6);
});

test('a subject asks once in two seconds, however often it mints', async () => {
  const { api } = await start();
  wait(2_000);
  const counted = async () => {
    await Promise.all(Array.from({ length: 20 }, () => ask(api)));
    return api.upstream.questions().length;
  };
  const first = await counted();
  wait(1_999);
  expect(await counted()).toBe(first);
  wait(1);
  expect(await counted()).toBeGreaterThan(first);
  expect(first).toBeLessThanOrEqual(4);
});

test('an id in a token is believed to be missing only after one was found', async () => {
  const { api, token } = await start({ concurrent: 2 });
  wait(2_000);
  await ask(api);
  const questions = () => api.upstream.questions().map((call) => call.split('?')[0]);
  expect(questions()).toStrictEqual([
    expect.stringMatching(/sessions\/[\w-]{36}$/),
    'GET /v1/sessions',
  ]);
  api.upstream.startSession(token);
  wait(2_000);
  const second = await ask(api);
  expect(second).not.toBe(token);
  const before = api.upstream.questions().length;
  wait(2_000);
  expect(await ask(api)).toBe(second);
  const after = api.upstream.questions().slice(before);
  expect(after.filter((call) => !call.includes('?'))).toHaveLength(after.length);
});

test('a session under the id of a token, with another label, says nothing about it', async () => {
  const { api, token } = await start();
  const id = api.upstream.startSession(token);
  api.upstream.sessions.set(id, { id, clientLabel: 'u:bob:other', startTime: at(0) });
  wait(2_000);
  expect(await ask(api)).toBe(token);
});

test.each<[string, Partial<MintRules>, Parameters<typeof startPolicyApi>[1]]>([
  ['without the extension sessions', {}, { extensions: 'none' }],
  ['without {mint} in the label', { clientLabel: 'u:{subject}' }, {}],
])(
  '%s, nothing is asked: a token is given for a minute, and counts for its length',
  async (_, mint, options) => {
    const { api, token } = await start(mint, options);
    wait(MINUTE - 1);
    expect(await ask(api)).toBe(token);
    wait(1);
    expect(await ask(api)).toBe(REFUSED);
    wait(9 * MINUTE);
    expect(await ask(api)).not.toBe(token);
    expect(api.upstream.mints()).toHaveLength(2);
    expect(api.upstream.questions()).toStrictEqual([]);
  },
);

test('the sessions of others end neither with a question nor by their labels', async () => {
  const { api } = await start();
  const other = await ask(api, 'bob');
  api.upstream.endSession(api.upstream.startSession(other));
  wait(2_000);
  const token = await ask(api);
  api.upstream.startSession(token);
  wait(2_000);
  expect(await ask(api)).toBe(REFUSED);
});
