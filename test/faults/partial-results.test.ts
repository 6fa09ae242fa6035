import { request, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { formatResponse, startRawUpstream } from '../support/raw-upstream.ts';
import { type StartOptions, start } from '../support/start.ts';

const PERSONAS = '{ personas { nodes { id avatar { id } } } }';

const persona = (n: number) => ({ id: `p${n}`, avatarId: `a${n}` });

test.each<[string, (response: ServerResponse) => unknown, StartOptions, string]>([
  ['fails', (response) => response.destroy(), {}, 'UPSTREAM_UNAVAILABLE'],
  [
    'hangs until the deadline of the operation',
    () => undefined,
    { operationTimeout: 4_000 },
    'UPSTREAM_TIMEOUT',
  ],
])('an avatar that %s is null with an error at its path', async (_, reply, options, code) => {
  const upstream = await fakeService(({ url = '' }, response) => {
    if (url.startsWith('/v1/personas')) sendJson(response, 200, [1, 2, 3].map(persona));
    else if (url === '/v1/avatars/a2') reply(response);
    else sendJson(response, 200, { id: url.slice(-2) });
  });
  const { run } = await start({ upstream, ...options });
  const { data, errors } = await run(PERSONAS);
  await expect.poll(upstream.open).toBe(0);
  expect(data.personas.nodes).toStrictEqual([
    { id: 'p1', avatar: { id: 'a1' } },
    { id: 'p2', avatar: null },
    { id: 'p3', avatar: { id: 'a3' } },
  ]);
  expect(errors).toMatchObject([
    { path: ['personas', 'nodes', 1, 'avatar'], extensions: { code } },
  ]);
});

test('a root list that fails is null', async () => {
  const upstream = await fakeService(({ url = '' }, response) => {
    if (!url.startsWith('/v1/avatars')) response.destroy();
    else sendJson(response, 200, [{ id: 'a1' }]);
  });
  const { run } = await start({ upstream, extensions: ['avatars', 'voices'] });
  const { data, errors } = await run(
    '{ personas { totalCount } voices { totalCount } avatars { nodes { id } } }',
  );
  expect(data).toStrictEqual({
    personas: null,
    voices: null,
    avatars: { nodes: [{ id: 'a1' }] },
  });
  const failures = errors?.map(({ path, extensions: { code } }) => `${path} ${code}`);
  // In the order in which they fail.
  expect(failures?.toSorted()).toStrictEqual([
    'personas UPSTREAM_UNAVAILABLE',
    'voices UPSTREAM_UNAVAILABLE',
  ]);
});

test.each([
  '{ tool(id: "t1") { id } }',
  'mutation { deleteTool(id: "t1") { deletedId } }',
  PERSONAS,
])('a client that disconnects during %s ends the upstream call', async (query) => {
  const called = Promise.withResolvers<void>();
  const disconnected = Promise.withResolvers<void>();
  const upstream = await startRawUpstream((_, socket) => {
    called.resolve();
    socket.on('close', () => disconnected.resolve());
    return undefined;
  });
  const { url } = await start({ upstream });
  const headers = { 'content-type': 'application/json' };
  const client = request(url, { method: 'POST', headers }).on('error', () => undefined);
  client.end(JSON.stringify({ query }));
  await called.promise;
  client.destroy();
  await disconnected.promise;
});

test('while the circuit is open, the upstream is not called', async () => {
  const upstream = await startRawUpstream(() => formatResponse('502 Bad Gateway', 'nope'));
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { run } = await start({ upstream });
  // Several attempts over more than a second.
  await Promise.all([run('{ tool(id: "t1") { id } }'), run('{ tool(id: "t2") { id } }')]);
  vi.advanceTimersByTime(1_300);
  await run('{ tool(id: "t3") { id } }');
  const calls = upstream.received.length;
  const { errors } = await run('mutation { deleteTool(id: "t1") { deletedId } }');
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    retryAfterSeconds: 1,
  });
  expect(upstream.received).toHaveLength(calls);
});

const readTool = (n: number) => `{ tool(id: "t${n}") { id } }`;
const key = (name: string) => ({ authorization: `Bearer ${name}` });

test('a caller with many concurrent calls leaves slots for others', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const upstream = await fakeService(async (request, response) => {
    if (request.headers.authorization === 'Bearer busy') await ended;
    sendJson(response, 200, { id: 't' });
  });
  const { run } = await start({ upstream, client: { calls: 8 } });
  const operations = Array.from({ length: 12 }, (_, n) => run(readTool(n), {}, key('busy')));
  await expect.poll(upstream.open).toBe(4);
  for (let n = 0; n < 3; n += 1) {
    expect((await run(readTool(n), {}, key('other'))).data).toStrictEqual({ tool: { id: 't' } });
  }
  expect(upstream.open()).toBe(4);
  end();
  for (const { data } of await Promise.all(operations))
    expect(data).toStrictEqual({ tool: { id: 't' } });
});

test('a call that exceeds the queue timeout is OVERLOADED and never made', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const upstream = await fakeService(async (_, response) => {
    await ended;
    sendJson(response, 200, { id: 't' });
  });
  const { run } = await start({ upstream, client: { calls: 1, queueTimeout: 50 } });
  const first = run(readTool(1), {}, key('a'));
  await expect.poll(upstream.open).toBe(1);
  const { errors } = await run(readTool(2), {}, key('a'));
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'OVERLOADED', retryAfterSeconds: 1 });
  end();
  expect((await first).data).toStrictEqual({ tool: { id: 't' } });
  expect(upstream.calls).toStrictEqual(['GET /v1/tools/t1']);
});
