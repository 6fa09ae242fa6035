import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Api, startApi } from '../../support/api.ts';
import {
  DELAYS,
  expectOwnAnswers,
  RENAME,
  STEP,
  startCountingUpstream,
  TOOL,
} from '../../support/counting-upstream.ts';
import { sendJson, startUpstream } from '../../support/upstream.ts';

const as = (key: string) => ({ authorization: `Bearer ${key}` });

/** An upstream that answers when it is told to, with headers of the test's choice. */
async function heldUpstream(headers: Record<string, string> = {}) {
  const held: (() => void)[] = [];
  const answer = (response: ServerResponse) =>
    sendJson(response, 200, { id: 't1', name: 'lookup', sessionToken: 'token' }, headers);
  let isHolding = true;
  const upstream = await startUpstream((request, response) => {
    request.resume();
    if (isHolding) held.push(() => answer(response));
    else answer(response);
  });
  const release = () => {
    isHolding = false;
    for (const send of held.splice(0)) send();
  };
  return { ...upstream, release };
}

/** Returns when the API has taken up every request that was sent before. */
async function settled({ run }: Api) {
  for (let round = 0; round < 5; round += 1) await run('{ llms { id } }');
}

test('identical queries of one credential at the same time are one call', async () => {
  const upstream = await heldUpstream();
  const facade = await startApi({ url: upstream.url, key: 'own' });
  const answers = Promise.all(Array.from({ length: 20 }, () => facade.run(TOOL)));
  await settled(facade);
  upstream.release();
  for (const { data } of await answers) expect(data).toStrictEqual({ tool: { name: 'lookup' } });
  expect(upstream.calls).toStrictEqual(['GET /v1/tools/t1']);
});

test('each of the requests that share an answer keeps its own request id in errors', async () => {
  const upstream = await startUpstream((_, response) => sendJson(response, 500, {}));
  const facade = await startApi({ url: upstream.url, key: 'own' });
  const answers = await Promise.all(
    ['first-request', 'other-request'].map((id) => facade.run(TOOL, {}, { 'x-request-id': id })),
  );
  expect(answers.map(({ errors }) => errors?.[0]?.extensions.requestId)).toStrictEqual([
    'first-request',
    'other-request',
  ]);
});

test('different queries that need the same read share it', async () => {
  const upstream = await heldUpstream();
  const facade = await startApi({ url: upstream.url, key: 'own' });
  const answers = Promise.all([facade.run(TOOL), facade.run('{ a: tool(id: "t1") { id } }')]);
  await settled(facade);
  upstream.release();
  const [first, second] = await answers;
  expect([first.data, second.data]).toStrictEqual([
    { tool: { name: 'lookup' } },
    { a: { id: 't1' } },
  ]);
  expect(upstream.calls).toHaveLength(1);
});

test('two credentials share nothing', async () => {
  const upstream = await heldUpstream();
  const facade = await startApi({ url: upstream.url });
  const answers = Promise.all(['one', 'two'].map((key) => facade.run(TOOL, {}, as(key))));
  await settled(facade);
  upstream.release();
  await answers;
  expect(upstream.calls).toHaveLength(2);
});

test('different variables share nothing', async () => {
  const upstream = await heldUpstream();
  const facade = await startApi({ url: upstream.url, key: 'own' });
  const document = 'query ($id: ID!) { tool(id: $id) { id } }';
  const answers = Promise.all(['t1', 't2'].map((id) => facade.run(document, { id })));
  await settled(facade);
  upstream.release();
  await answers;
  expect([...upstream.calls].sort()).toStrictEqual(['GET /v1/tools/t1', 'GET /v1/tools/t2']);
});

test.each([
  ['mutations', RENAME],
  [
    'tokens',
    'mutation { createSessionToken(input: { personaConfig: { personaId: "p" } }) { type } }',
  ],
  ['tokens of the deprecated GET', 'mutation { createLegacySessionToken { type } }'],
])('%s are never shared', async (_, document) => {
  const upstream = await heldUpstream();
  const facade = await startApi({ url: upstream.url, key: 'own' });
  const answers = Promise.all(Array.from({ length: 5 }, () => facade.run(document)));
  await settled(facade);
  upstream.release();
  await answers;
  expect(upstream.calls).toHaveLength(5);
});

test('where the first to ask goes away, the others are answered all the same', async () => {
  const upstream = await heldUpstream();
  const facade = await startApi({ url: upstream.url, key: 'own' });
  const leaving = new AbortController();
  const body = JSON.stringify({ query: TOOL });
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  const gone = fetch(facade.url, { ...init, signal: leaving.signal }).catch(() => 'gone');
  await settled(facade);
  const staying = Promise.all(Array.from({ length: 5 }, () => facade.run(TOOL)));
  await settled(facade);
  leaving.abort();
  expect(await gone).toBe('gone');
  await settled(facade);
  upstream.release();
  for (const { data } of await staying) expect(data).toStrictEqual({ tool: { name: 'lookup' } });
  expect(upstream.calls).toHaveLength(2);
});

test('what was asked before an own change is no answer after it', async () => {
  const upstream = await heldUpstream();
  const facade = await startApi({ url: upstream.url, key: 'own' });
  const before = facade.run(TOOL);
  await settled(facade);
  const change = facade.run(RENAME);
  await settled(facade);
  const amid = facade.run(TOOL);
  await settled(facade);
  upstream.release();
  await change;
  const after = facade.run(TOOL);
  await Promise.all([before, amid, after]);
  const [first, ...others] = upstream.calls;
  expect(first).toBe('GET /v1/tools/t1');
  expect(others).toStrictEqual(['PUT /v1/tools/t1', 'GET /v1/tools/t1', 'GET /v1/tools/t1']);
});

test('nothing is kept unless it is asked for', async () => {
  const upstream = await heldUpstream({ 'cache-control': 'max-age=60' });
  upstream.release();
  const { run } = await startApi({ url: upstream.url, key: 'own' });
  await run(TOOL);
  await run(TOOL);
  expect(upstream.calls).toHaveLength(2);
});

test.each([
  [{}, 1],
  [{ 'cache-control': 'private, max-age=60' }, 1],
  [{ 'cache-control': 'max-age=60', age: '60' }, 2],
  [{ 'cache-control': 'max-age=0' }, 2],
  [{ 'cache-control': 'no-store' }, 2],
  [{ 'cache-control': 'private, no-cache' }, 2],
])('an answer is kept for a while, as far as the upstream lets it: %j', async (headers, calls) => {
  const upstream = await heldUpstream(headers);
  upstream.release();
  const { run } = await startApi({ url: upstream.url, key: 'own' }, { responseCacheSeconds: 60 });
  const [first, second] = [await run(TOOL), await run(TOOL)];
  expect(second.data).toStrictEqual(first.data);
  expect(upstream.calls).toHaveLength(calls);
});

test('an answer with errors is not kept', async () => {
  const upstream = await startUpstream((_, response) => sendJson(response, 403, {}));
  const { run } = await startApi({ url: upstream.url, key: 'own' }, { responseCacheSeconds: 60 });
  await run(TOOL);
  await run(TOOL);
  expect(upstream.calls).toHaveLength(2);
});

test('a mutation drops what its credential was kept, and no other', async () => {
  const upstream = await heldUpstream();
  upstream.release();
  const { run } = await startApi({ url: upstream.url }, { responseCacheSeconds: 60 });
  for (const key of ['one', 'two']) await run(TOOL, {}, as(key));
  await run(RENAME, {}, as('one'));
  for (const key of ['one', 'two']) await run(TOOL, {}, as(key));
  const reads = upstream.calls.filter((call) => call.startsWith('GET'));
  expect(reads).toHaveLength(3);
});

test.each([0, 60])(
  'no answer goes to another credential, and none is older than an own change (kept for %i seconds)',
  async (responseCacheSeconds) => {
    const steps = fc.array(fc.record(STEP), { minLength: 5, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, DELAYS, async (steps, delays) => {
        const upstream = await startCountingUpstream();
        upstream.delay(delays);
        const facade = await startApi({ url: upstream.url }, { responseCacheSeconds });
        await expectOwnAnswers(steps, (_, document, key) => facade.run(document, {}, as(key)));
      }),
      { numRuns: 30 },
    );
  },
);
