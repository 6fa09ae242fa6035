import { expect, onTestFinished, test } from 'vitest';
import { createRestClient } from '../../src/upstream/client.ts';
import { getError } from '../support/client.ts';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { RENAME, TOOL } from '../support/operations.ts';
import { startRawUpstream } from '../support/raw-upstream.ts';
import { type Api, start } from '../support/start.ts';

/** Resolves after the API has received all earlier requests. */
async function waitForRequests({ run }: Api) {
  for (let round = 0; round < 5; round += 1) await run('{ llms { totalCount } }');
}

/** Starts the API with a key of its own before an upstream that responds when the test says so. */
async function startHeld() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const upstream = await fakeService(async (request, response) => {
    request.resume();
    await released;
    sendJson(response, 200, { id: 't1', name: 'lookup', sessionToken: 'token' });
  });
  const facade = await start({ upstream: { url: upstream.url, key: 'own' } });
  /** Runs documents at once: the upstream responds after all have arrived. */
  const runAll = async (
    ...requests: readonly (readonly [document: string, variables?: object, key?: string])[]
  ) => {
    const running = requests.map(([document, variables, key]) =>
      facade.run(document, variables, key ? { authorization: `Bearer ${key}` } : {}),
    );
    await waitForRequests(facade);
    release();
    return Promise.all(running);
  };
  return { upstream, facade, runAll, release };
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
  const { upstream, facade, release } = await startHeld();
  const abortController = new AbortController();
  const body = JSON.stringify({ query: TOOL });
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  const abortedRequest = fetch(facade.url, { ...init, signal: abortController.signal }).catch(
    () => 'disconnected',
  );
  await waitForRequests(facade);
  const otherResponses = Promise.all(Array.from({ length: 5 }, () => facade.run(TOOL)));
  await waitForRequests(facade);
  abortController.abort();
  expect(await abortedRequest).toBe('disconnected');
  await waitForRequests(facade);
  release();
  for (const { data } of await otherResponses)
    expect(data).toStrictEqual({ tool: { name: 'lookup' } });
  expect(upstream.calls).toHaveLength(2);
});

test('identical queries that time out all fail with UPSTREAM_TIMEOUT, after one upstream call', {
  tags: ['slow'],
}, async () => {
  let calls = 0;
  const silent = await fakeService(() => {
    calls += 1;
  });
  const { run } = await start({ upstream: { url: silent.url, key: 'own' }, operationTimeout: 500 });
  const responses = await Promise.all(Array.from({ length: 10 }, () => run(TOOL)));
  for (const { errors } of responses) {
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_TIMEOUT' } }]);
  }
  expect(calls).toBe(1);
});

test('a query after a mutation never gets an earlier response', async () => {
  const { upstream, facade, release } = await startHeld();
  const before = facade.run(TOOL);
  await waitForRequests(facade);
  const change = facade.run(RENAME);
  await waitForRequests(facade);
  const during = facade.run(TOOL);
  await waitForRequests(facade);
  release();
  await change;
  const after = facade.run(TOOL);
  await Promise.all([before, during, after]);
  const [first, ...others] = upstream.calls;
  expect(first).toBe('GET /v1/tools/t1');
  expect(others).toStrictEqual(['PUT /v1/tools/t1', 'GET /v1/tools/t1', 'GET /v1/tools/t1']);
});

/** Starts a client of an upstream that never responds, whose callers may share their reads. */
async function startSilent() {
  const { url, received } = await startRawUpstream(() => undefined);
  const client = createRestClient({ url, retries: 0 });
  onTestFinished(() => client.close());
  const read = (until: number, signal?: AbortSignal) =>
    getError(client.for({ usesCache: true, until, signal }).tool({ params: { id: 't1' } }));
  return { received, read };
}

test('a read that joins another waits no longer than its own caller', async () => {
  const { received, read } = await startSilent();
  const leader = read(performance.now() + 400);
  await expect.poll(() => received.length).toBe(1);
  const caller = new AbortController();
  const joined = read(performance.now() + 10_000, caller.signal);
  const late = read(performance.now() + 20);
  expect(await late).toMatchObject({ kind: 'timeout', phase: 'OPERATION' });
  caller.abort();
  expect(await joined).toMatchObject({ kind: 'aborted' });
  expect(await leader).toMatchObject({ kind: 'timeout' });
  expect(received).toHaveLength(1);
});

test.each([
  { left: 50, calls: 1 },
  { left: 400, calls: 2 },
])(
  'after the first caller has timed out at 200 ms, with $left ms left for another, there are $calls call(s)',
  async ({ left, calls }) => {
    const { received, read } = await startSilent();
    const until = performance.now() + 200;
    const errors = await Promise.all([read(until), read(until + left)]);
    expect(errors).toMatchObject([{ kind: 'timeout' }, { kind: 'timeout' }]);
    expect(received).toHaveLength(calls);
  },
);
