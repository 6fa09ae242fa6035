import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Plugin } from 'graphql-yoga';
import { expect, onTestFinished, test } from 'vitest';
import { createRestClient } from '../../src/upstream/client.ts';
import { getError, succeed } from '../support/client.ts';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { RENAME, TOOL } from '../support/operations.ts';
import { startRawUpstream } from '../support/raw-upstream.ts';
import { start } from '../support/start.ts';

/**
 * Starts the API with a key of its own before an upstream that responds when the test says so. `arrived` resolves when so many
 * operations have started since the API did, and have asked for what they read.
 */
async function startHeld() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const upstream = await fakeService(async (request, response) => {
    request.resume();
    await released;
    sendJson(response, 200, { id: 't1', name: 'lookup', sessionToken: 'token' });
  });
  let started = 0;
  const onExecute = () => {
    started += 1;
  };
  const plugins: Plugin[] = [{ onExecute }];
  const facade = await start({ upstream: { url: upstream.url, key: 'own' }, plugins });
  const arrived = async (count: number) => {
    await expect.poll(() => started).toBe(count);
    // A resolver makes its call within some turns of the event loop, in the same process.
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  };
  /** Runs documents at once: the upstream responds after all have arrived. */
  const runAll = async (
    ...requests: readonly (readonly [document: string, variables?: object, key?: string])[]
  ) => {
    const running = requests.map(([document, variables, key]) =>
      facade.run(document, variables, key ? { authorization: `Bearer ${key}` } : {}),
    );
    await arrived(requests.length);
    release();
    return Promise.all(running);
  };
  return { upstream, facade, arrived, runAll, release };
}

test('concurrent identical reads of one credential are one call', async () => {
  const { upstream, runAll } = await startHeld();
  for (const { data } of await runAll(...Array.from({ length: 20 }, () => [TOOL] as const)))
    expect(data).toStrictEqual({ tool: { name: 'lookup' } });
  expect(upstream.calls).toStrictEqual(['GET /v1/tools/t1']);
});

test('requests that share a read keep their own request ids in errors', async () => {
  const upstream = await fakeService((_, response) => sendJson(response, 500, {}));
  const facade = await start({ upstream: { url: upstream.url, key: 'own' } });
  const ids = ['first-request', 'other-request'];
  const runs = ids.map((id) => facade.run(TOOL, {}, { 'x-request-id': id }));
  expect(await Promise.all(runs)).toMatchObject(
    ids.map((requestId) => ({ errors: [{ extensions: { requestId } }] })),
  );
});

test.each<[string, (name: string) => [string, object?, string?]]>([
  ['credentials', (name) => [TOOL, {}, name]],
  ['variables', (id) => ['query ($id: ID!) { tool(id: $id) { id } }', { id }]],
])('different %s share nothing', async (_, create) => {
  const { upstream, runAll } = await startHeld();
  await runAll(create('one'), create('two'));
  expect(upstream.calls).toHaveLength(2);
});

test.each([
  ['mutations', RENAME],
  [
    'tokens',
    'mutation { createSessionToken(input: { personaConfig: { personaId: "p" } }) { token { type } } }',
  ],
  ['tokens of the deprecated GET', 'mutation { createLegacySessionToken { token { type } } }'],
])('%s are never shared', async (_, document) => {
  const { upstream, runAll } = await startHeld();
  await runAll(...Array.from({ length: 5 }, () => [document] as const));
  expect(upstream.calls).toHaveLength(5);
});

test('if the first client disconnects, the others still get a response', async () => {
  const { upstream, facade, arrived, release } = await startHeld();
  const abortController = new AbortController();
  const body = JSON.stringify({ query: TOOL });
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  const abortedRequest = fetch(facade.url, { ...init, signal: abortController.signal }).catch(
    () => 'disconnected',
  );
  await arrived(1);
  const otherResponses = Promise.all(Array.from({ length: 5 }, () => facade.run(TOOL)));
  await arrived(6);
  abortController.abort();
  expect(await abortedRequest).toBe('disconnected');
  await expect.poll(() => upstream.calls.length).toBe(2);
  release();
  for (const { data } of await otherResponses)
    expect(data).toStrictEqual({ tool: { name: 'lookup' } });
  expect(upstream.calls).toHaveLength(2);
});

test('a query after a mutation never gets an earlier response', async () => {
  const { upstream, facade, arrived, release } = await startHeld();
  const before = facade.run(TOOL);
  await arrived(1);
  const change = facade.run(RENAME);
  await arrived(2);
  const during = facade.run(TOOL);
  await arrived(3);
  release();
  await change;
  const after = facade.run(TOOL);
  await Promise.all([before, during, after]);
  const [first, ...others] = upstream.calls;
  expect(first).toBe('GET /v1/tools/t1');
  expect(others).toStrictEqual(['PUT /v1/tools/t1', 'GET /v1/tools/t1', 'GET /v1/tools/t1']);
});

/** Starts a client of an upstream that answers only the second call, whose callers may share their reads. */
async function startSilent() {
  const { url, received } = await startRawUpstream(() =>
    received.length === 2 ? succeed() : undefined,
  );
  const client = createRestClient({ url, retries: 0 });
  onTestFinished(() => client.close());
  const read = (until: number, signal?: AbortSignal) =>
    client.for({ usesCache: true, until, signal }).tool({ params: { id: 't1' } });
  return { received, read };
}

test('a read that joins another waits no longer than its own caller', async () => {
  const { received, read } = await startSilent();
  const first = new AbortController();
  const leader = getError(read(performance.now() + 60_000, first.signal));
  await expect.poll(() => received.length).toBe(1);
  const caller = new AbortController();
  const joined = getError(read(performance.now() + 60_000, caller.signal));
  const late = getError(read(performance.now() + 20));
  expect(await late).toMatchObject({ kind: 'timeout', phase: 'OPERATION' });
  caller.abort();
  expect(await joined).toMatchObject({ kind: 'aborted' });
  expect(received).toHaveLength(1);
  first.abort();
  expect(await leader).toMatchObject({ kind: 'aborted' });
});

test.each([
  { left: 1, calls: 1 },
  { left: 60_000, calls: 2 },
])(
  'after the first caller has timed out, with $left ms left for another, there are $calls call(s)',
  async ({ left, calls }) => {
    const { received, read } = await startSilent();
    const until = performance.now() + 500;
    const [first, other] = await Promise.allSettled([read(until), read(until + left)]);
    expect(first).toMatchObject({ reason: { kind: 'timeout' } });
    expect(other.status).toBe(calls === 2 ? 'fulfilled' : 'rejected');
    expect(received).toHaveLength(calls);
  },
);
