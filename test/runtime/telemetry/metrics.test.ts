import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startApi } from '../../../src/runtime/start-api.ts';
import { startAvatarService } from '../../../src/runtime/start-avatar-service.ts';
import { findSample, scrape } from '../../support/exposition.ts';
import { fakeService, reply, sendJson } from '../../support/fake-service.ts';
import { createAvatarForm, seedImage } from '../../support/files.ts';
import { startRawUpstream } from '../../support/raw-upstream.ts';
import { start } from '../../support/start.ts';

const upload = (url: string, image: File) =>
  fetch(`${url}/graphql`, { method: 'POST', body: createAvatarForm(image) });

test('operations and upstream calls are counted with bounded labels', async () => {
  const { run, url } = await start({ settings: {} });
  await run('query People { personas(first: 20) { nodes { avatar { id } } } }');
  const people = await run('query People { personas(first: 20) { nodes { avatar { id } } } }');
  const nodes: { avatar: { id: string } }[] = people.data.personas.nodes;
  const reads = 2 * new Set(nodes.map(({ avatar }) => avatar.id)).size;
  await run(
    'mutation Gone { deleteTool(id: "00000000-0000-4000-8000-000000000000") { deletedId } }',
  );
  expect((await upload(url, seedImage('png'))).status).toBe(200);
  const samples = await scrape(url);
  const count = (name: string, labels: Record<string, string>) =>
    findSample(samples, `avatar_graphql_${name}`, labels);

  expect(count('operations_total', { operation: 'People', type: 'query', code: 'OK' })).toBe(2);
  expect(count('operations_total', { operation: 'other', code: 'NOT_FOUND' })).toBe(1);
  expect(count('operation_duration_seconds_count', { operation: 'People' })).toBe(2);
  expect(count('operations_in_flight', {})).toBe(0);
  const countCalls = (endpoint: string, status: string) =>
    count('upstream_calls_total', { endpoint, status });
  expect(countCalls('GET /v1/avatars/{id}', '200')).toBe(reads);
  expect(countCalls('DELETE /v1/tools/{id}', '404')).toBe(1);
  expect(count('upstream_call_duration_seconds_count', { endpoint: 'GET /v1/personas' })).toBe(2);
  expect(countCalls('POST /v1/avatars', '201')).toBe(1);
  const served = 'avatar_service_request_duration_seconds_count';
  expect(findSample(samples, served, { path: '/v1/avatars/:id' })).toBe(reads);
  expect(findSample(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(findSample(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0);
});

test('each attempt of an unreachable upstream is counted as an error', {
  tags: ['slow'],
}, async () => {
  const { run, url } = await start({ settings: { UPSTREAM_URL: 'http://127.0.0.1:1' } });
  await run('query Unavailable { personas { totalCount } }');
  const samples = await scrape(url);
  const labels = { endpoint: 'GET /v1/personas', status: 'error' };
  expect(findSample(samples, 'avatar_graphql_upstream_calls_total', labels)).toBe(3);
  expect(findSample(samples, 'avatar_graphql_upstream_down')).toBe(0);
  const code = { operation: 'other', code: 'UPSTREAM_UNAVAILABLE' };
  expect(findSample(samples, 'avatar_graphql_operations_total', code)).toBe(1);
  const isDown = async () => {
    await run('query Unavailable { personas { totalCount } }');
    return findSample(await scrape(url), 'avatar_graphql_upstream_down');
  };
  await expect.poll(isDown).toBe(1);
});

test('rejected requests are counted', async () => {
  const silent = await startRawUpstream(() => undefined);
  const { url } = await start({ settings: { UPSTREAM_URL: silent.url, MAX_REQUESTS: '1' } });
  const abort = new AbortController();
  const document = `${url}/graphql?query={personas{totalCount}}`;
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
    fetch(`${url}/graphql?query={personas(page:${page}){totalCount}}`, { signal, headers }),
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
  const upstream = await fakeService(reply(200, { data: [], meta: { total: 0 } }));
  const { run, url } = await start({ settings: { UPSTREAM_URL: upstream.url } });
  const responses = Array.from({ length: 230 }, (_, n) =>
    // With a read of its own, because an operation that shares one has no label.
    run(`query N${n} { personas(search: "${n}") { totalCount } }`),
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

test('the operation names of unauthenticated clients are no labels, so that they use up none', async () => {
  const upstream = await fakeService(({ headers }, response) => {
    if (headers.authorization === 'Bearer a-key') sendJson(response, 200, { data: [], meta: {} });
    else sendJson(response, 401, { message: 'The key is not valid.' });
  });
  const { run, url } = await start({ settings: { UPSTREAM_URL: upstream.url } });
  const unauthenticated = [{ authorization: '' }, { authorization: 'Bearer invalid' }];
  const sendNamed = (n: number) => {
    const query = `query N${n} { __typename ${n % 4 < 2 ? '' : 'personas { totalCount }'} }`;
    return run(query, {}, unauthenticated[n % 2]);
  };
  await Promise.all(Array.from({ length: 8 }, (_, n) => sendNamed(n)));
  await run('query Known { personas { totalCount } }');
  const samples = await scrape(url);
  const names = samples.map(({ labels }) => labels.operation);
  expect(new Set(names)).toStrictEqual(new Set([undefined, 'other', 'rejected', 'Known']));
});

test('a long operation name is truncated in metrics and logs', async () => {
  const { run, url, logged } = await start({ settings: { LOG_LEVEL: 'info' } });
  await run(`query ${'Long'.repeat(10_000)} { tools { totalCount } }`);
  const operation = 'Long'.repeat(25);
  expect(findSample(await scrape(url), 'avatar_graphql_operations_total', { operation })).toBe(1);
  await expect.poll(logged).toMatchObject([{ operation }]);
});

const PRIVATE = { METRICS_TOKEN: 'read-me' };

test.each<[string, number, Record<string, string>, Record<string, string>]>([
  ['without METRICS_TOKEN on loopback', 200, {}, {}],
  ['without METRICS_TOKEN on another address', 403, { HOST: '0.0.0.0' }, {}],
  ['without METRICS_TOKEN at a public URL', 403, { PUBLIC_URL: 'https://a.example' }, {}],
  ['without METRICS_TOKEN behind a trusted proxy', 403, { TRUSTED_PROXIES: 'loopback' }, {}],
  ['without METRICS_TOKEN by the name of another host', 403, {}, { host: 'rebinding.example' }],
  ['without the token', 401, PRIVATE, {}],
  ['with another token', 401, PRIVATE, { authorization: 'Bearer another' }],
  ['with the token', 200, PRIVATE, { authorization: 'Bearer read-me' }],
])('requests of metrics %s have the status %i', async (_, status, settings, headers) => {
  const UPSTREAM_URL = 'http://127.0.0.1:1';
  for (const [startServer, own] of [
    [startApi, { UPSTREAM_URL }],
    [startAvatarService, {}],
  ] as const) {
    const { url } = await start({ settings: { ...settings, ...own }, startServer });
    const [response] = await once(get(`${url}/metrics`, { headers }), 'response');
    expect(response.statusCode).toBe(status);
    if (status === 403) expect(await text(response)).toContain('METRICS_TOKEN');
    response.destroy();
  }
});

test('the avatar service alone has metrics', async () => {
  const { url } = await start({ settings: {}, startServer: startAvatarService });
  const posted = await fetch(`${url}/metrics`, { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toStrictEqual([405, 'GET, HEAD']);
  expect((await fetch(`${url}/v1/personas`)).status).toBe(401);
  expect((await fetch(`${url}/v1/nothing/here`)).status).toBe(404);
  const samples = await scrape(url);
  const name = 'avatar_service_request_duration_seconds_count';
  expect(findSample(samples, name, { path: '/v1/personas', status: '401' })).toBe(1);
  expect(findSample(samples, name, { path: 'other', status: '404' })).toBe(1);
});
