import { once } from 'node:events';
import { get, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startApi } from '../../../src/runtime/start-api.ts';
import { startAvatarService } from '../../../src/runtime/start-avatar-service.ts';
import { findSample, scrape } from '../../support/exposition.ts';
import { createAvatarForm, seedImage } from '../../support/files.ts';
import { startRawUpstream } from '../../support/raw-upstream.ts';
import { start } from '../../support/start.ts';
import { sendJson, startUpstream, startUpstreamWithResponse } from '../../support/upstream.ts';

/** Returns the number of shared reads and of other reads. */
async function countReads(url: string) {
  const samples = await scrape(url);
  const count = (result: string) =>
    findSample(samples, 'avatar_graphql_lookups_total', { of: 'upstream', result });
  return { hit: count('hit'), miss: count('miss') };
}

const upload = (url: string, image: File) =>
  fetch(`${url}/graphql`, { method: 'POST', body: createAvatarForm(image) });

test('operations, upstream calls, batches and uploads are counted with bounded labels', async () => {
  const { run, url } = await start({ settings: {} });
  await run('query People { personas(perPage: 20) { items { avatar { id } } } }');
  await run('query People { personas(perPage: 20) { items { avatar { id } } } }');
  await run(
    'mutation Gone { deleteTool(id: "00000000-0000-4000-8000-000000000000") { deletedId } }',
  );
  const image = seedImage('png');
  expect((await upload(url, image)).status).toBe(200);
  const samples = await scrape(url);
  const count = (name: string, labels: Record<string, string>) =>
    findSample(samples, `avatar_graphql_${name}`, labels);

  expect(count('operations_total', { operation: 'People', type: 'query', code: 'OK' })).toBe(2);
  expect(count('operations_total', { operation: 'other', code: 'NOT_FOUND' })).toBe(1);
  expect(count('operation_duration_seconds_count', { operation: 'People' })).toBe(2);
  expect(count('operations_in_flight', {})).toBe(0);
  expect(count('upstream_calls_total', { endpoint: 'GET /v1/avatars/{id}', status: '200' })).toBe(
    16,
  );
  expect(count('upstream_calls_total', { endpoint: 'DELETE /v1/tools/{id}', status: '404' })).toBe(
    1,
  );
  expect(count('upstream_call_duration_seconds_count', { endpoint: 'GET /v1/personas' })).toBe(2);
  expect(count('loader_batch_size_sum', { loader: 'avatar' })).toBe(16);
  expect(count('loader_batch_size_count', { loader: 'avatar' })).toBe(2);
  expect(count('lookups_total', { of: 'avatar', result: 'asked' })).toBe(40);
  expect(count('uploads_total', { status: '201' })).toBe(1);
  expect(count('upload_bytes_sum', {})).toBe(image.size);
  expect(
    findSample(samples, 'avatar_service_request_duration_seconds_count', {
      path: '/v1/avatars/:id',
    }),
  ).toBe(16);
  expect(findSample(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(findSample(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0);
});

test('hits and misses of the response cache are counted without Redis', async () => {
  const { run, url } = await start({ settings: { RESPONSE_CACHE_SECONDS: '60' } });
  for (let round = 0; round < 3; round += 1) await run('query Cached { personas { total } }');
  const samples = await scrape(url);
  const count = (result: string) =>
    findSample(samples, 'avatar_graphql_lookups_total', { of: 'responses', result });
  expect([count('miss'), count('hit')]).toStrictEqual([1, 2]);
});

test('each attempt of an unreachable upstream is counted as an error', {
  tags: ['slow'],
}, async () => {
  const { run, url } = await start({ settings: { UPSTREAM_URL: 'http://127.0.0.1:1' } });
  await run('query Unavailable { personas { total } }');
  const samples = await scrape(url);
  const labels = { endpoint: 'GET /v1/personas', status: 'error' };
  expect(findSample(samples, 'avatar_graphql_upstream_calls_total', labels)).toBe(3);
  const { endpoint } = labels;
  expect(findSample(samples, 'avatar_graphql_upstream_retries_total', { endpoint })).toBe(2);
  expect(findSample(samples, 'avatar_graphql_upstream_down')).toBe(0);
  const code = { operation: 'other', code: 'UPSTREAM_UNAVAILABLE' };
  expect(findSample(samples, 'avatar_graphql_operations_total', code)).toBe(1);
  const isDown = async () => {
    await run('query Unavailable { personas { total } }');
    return findSample(await scrape(url), 'avatar_graphql_upstream_down');
  };
  await expect.poll(isDown, { timeout: 10_000 }).toBe(1);
});

test('identical concurrent reads are counted as shared', async () => {
  const { promise: both, resolve: release } = Promise.withResolvers<void>();
  const upstream = await startUpstream(async (_, response) => {
    await both;
    sendJson(response, 200, { id: '1', name: 'shared' });
  });
  const { run, url } = await start({ settings: { UPSTREAM_URL: upstream.url } });
  const operations = [
    run('query A { tool(id: "1") { id } }'),
    run('query B { tool(id: "1") { name } }'),
  ];
  const inFlight = async () =>
    findSample(await scrape(url), 'avatar_graphql_operations_in_flight', {});
  await expect.poll(inFlight).toBe(2);
  // Upstream calls of an earlier request start before this response is sent.
  await scrape(url);
  release();
  await Promise.all(operations);
  expect(upstream.calls).toHaveLength(1);
  expect(await countReads(url)).toStrictEqual({ hit: 1, miss: 1 });
});

test('a shared read that a follower must repeat is a miss', async () => {
  const held: ServerResponse[] = [];
  const upstream = await startUpstream((_, response) => void held.push(response));
  const { run, url } = await start({ settings: { UPSTREAM_URL: upstream.url } });
  const abort = new AbortController();
  const first = fetch(`${url}/graphql?query=${encodeURIComponent('{ tool(id: "1") { id } }')}`, {
    headers: { authorization: 'Bearer a-key' },
    signal: abort.signal,
  }).catch(() => 'aborted');
  await expect.poll(() => held.length).toBe(1);
  const follower = run('query B { tool(id: "1") { name } }');
  const inFlight = async () =>
    findSample(await scrape(url), 'avatar_graphql_operations_in_flight', {});
  await expect.poll(inFlight).toBe(2);
  await scrape(url);
  abort.abort();
  expect(await first).toBe('aborted');
  await expect.poll(() => held.length).toBe(2);
  for (const response of held) sendJson(response, 200, { id: '1', name: 'shared' });
  expect(await follower).toMatchObject({ data: { tool: { name: 'shared' } } });
  expect(await countReads(url)).toStrictEqual({ hit: undefined, miss: 2 });
});

test('rejected requests are counted', async () => {
  const silent = await startRawUpstream(() => undefined);
  const { url } = await start({ settings: { UPSTREAM_URL: silent.url, MAX_REQUESTS: '1' } });
  const abort = new AbortController();
  const document = `${url}/graphql?query={personas{total}}`;
  const headers = { authorization: 'Bearer a-key' };
  const held = fetch(document, { headers, signal: abort.signal });
  await expect.poll(() => silent.received.length).toBe(1);
  expect((await fetch(document)).status).toBe(503);
  expect(findSample(await scrape(url), 'avatar_graphql_requests_shed_total')).toBe(1);
  abort.abort();
  await expect(held).rejects.toThrow();
});

test('active calls, queued calls and the limit are measured', async () => {
  const silent = await startRawUpstream(() => undefined);
  const { url } = await start({
    settings: { UPSTREAM_URL: silent.url, UPSTREAM_CONCURRENCY: '1' },
  });
  const abort = new AbortController();
  const { signal } = abort;
  const headers = { authorization: 'Bearer key' };
  const held = [1, 2, 3].map((page) =>
    fetch(`${url}/graphql?query={personas(page:${page}){total}}`, { signal, headers }),
  );
  const count = async (state: string, kind = 'calls') =>
    findSample(await scrape(url), 'avatar_graphql_upstream_concurrency', { kind, state });
  await expect.poll(() => count('waiting')).toBe(2);
  expect(await count('active')).toBe(1);
  expect(await count('limit')).toBe(1);
  expect(await count('active', 'uploads')).toBe(0);
  expect(await count('limit', 'uploads')).toBe(32);
  abort.abort();
  for (const each of held) await expect(each).rejects.toThrow();
  await expect.poll(() => count('waiting')).toBe(0);
});

test('operation names chosen by clients are bounded', { tags: ['slow'] }, async () => {
  const upstream = await startUpstreamWithResponse(200, { data: [], meta: { total: 0 } });
  const { run, url } = await start({ settings: { UPSTREAM_URL: upstream.url } });
  const responses = Array.from({ length: 230 }, (_, n) =>
    run(`query N${n} { personas(search: "${n}") { total } }`),
  );
  await Promise.all(responses);
  const samples = await scrape(url);
  const names = new Set(
    samples
      .filter(({ name }) => name === 'avatar_graphql_operations_total')
      .map(({ labels }) => labels.operation),
  );
  expect(names).toContain('other');
  expect(names.size).toBeGreaterThan(100);
  expect(names.size).toBeLessThan(201);
});

test('unauthenticated clients cannot use up the bounded number of operation names', async () => {
  const upstream = await startUpstream(({ headers }, response) => {
    if (headers.authorization === 'Bearer a-key') sendJson(response, 200, { data: [], meta: {} });
    else sendJson(response, 401, { message: 'The key is not valid.' });
  });
  const { run, url } = await start({ settings: { UPSTREAM_URL: upstream.url } });
  const unauthenticated = [{ authorization: '' }, { authorization: 'Bearer invalid' }];
  const sendNamed = (n: number) => {
    const query = `query N${n} { __typename ${n % 4 < 2 ? '' : 'personas { total }'} }`;
    return run(query, {}, unauthenticated[n % 2]);
  };
  await Promise.all(Array.from({ length: 260 }, (_, n) => sendNamed(n)));
  await run('query Known { personas { total } }');
  const samples = await scrape(url);
  const names = samples.map(({ labels }) => labels.operation);
  expect(new Set(names)).toStrictEqual(new Set([undefined, 'other', 'rejected', 'Known']));
});

test('a long operation name is truncated in metrics and logs', async () => {
  const { run, url, logged } = await start({ settings: { LOG_LEVEL: 'info' } });
  await run(`query ${'Long'.repeat(10_000)} { tools { total } }`);
  const operation = 'Long'.repeat(25);
  expect(findSample(await scrape(url), 'avatar_graphql_operations_total', { operation })).toBe(1);
  await expect.poll(logged).toMatchObject([{ operation }]);
});

test('METRICS_TOKEN is required as a bearer token', async () => {
  const { url } = await start({ settings: { METRICS_TOKEN: 'read-me' } });
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${url}/metrics`, { headers })).status;
  expect(await status({})).toBe(401);
  expect(await status({ authorization: 'Bearer another' })).toBe(401);
  expect(await status({ authorization: 'Bearer read-me' })).toBe(200);
});

test('without METRICS_TOKEN, metrics are available only on loopback', async () => {
  const { url } = await start({ settings: { HOST: '0.0.0.0' } });
  const response = await fetch(`${url}/metrics`);
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({
    errors: [
      { message: expect.stringContaining('METRICS_TOKEN'), extensions: { code: 'FORBIDDEN' } },
    ],
  });
});

test.each([
  ['a public URL', { PUBLIC_URL: 'https://avatars.example.com' }],
  ['a trusted proxy', { TRUSTED_PROXIES: 'loopback' }],
])('with %s, metrics require METRICS_TOKEN on loopback, too', async (_, settings) => {
  const { url } = await start({ settings: settings, startServer: startAvatarService });
  expect((await fetch(`${url}/metrics`)).status).toBe(403);
});

test('without METRICS_TOKEN, metrics are closed to requests under the name of another host', async () => {
  const { url } = await start({ settings: {} });
  const request = get(`${url}/metrics`, { headers: { host: 'rebinding.example' } });
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(403);
  response.destroy();
  expect((await fetch(`${url}/metrics`)).status).toBe(200);
});

test.each([
  ['the facade', startApi],
  ['the avatar service alone', startAvatarService],
])('the metrics of %s are read-only', async (_, startServer) => {
  const { url } = await start({ settings: {}, startServer });
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const response = await fetch(`${url}/metrics`, { method });
    expect([response.status, response.headers.get('allow')]).toStrictEqual([405, 'GET, HEAD']);
  }
});

test('the avatar service alone has metrics', async () => {
  const { url } = await start({ settings: {}, startServer: startAvatarService });
  expect((await fetch(`${url}/v1/personas`)).status).toBe(401);
  expect((await fetch(`${url}/v1/nothing/here`)).status).toBe(404);
  const samples = await scrape(url);
  const name = 'avatar_service_request_duration_seconds_count';
  expect(findSample(samples, name, { path: '/v1/personas', status: '401' })).toBe(1);
  expect(findSample(samples, name, { path: 'other', status: '404' })).toBe(1);
});
