import { expect, test } from 'vitest';
import { RENAME, TOOL } from '../support/counting-upstream.ts';
import { fakeService, sendJson } from '../support/fake-service.ts';
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
