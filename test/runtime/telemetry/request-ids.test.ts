import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { findSample, scrape } from '../../support/exposition.ts';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { AUTH, signJwt } from '../../support/issuer.ts';
import { start } from '../../support/start.ts';

const SETTINGS = { LOG_LEVEL: 'info' };
const TOOL = '0b7e4f5c-1c7f-4f7e-9d0b-2f6a3f1f2a10';

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> };

/** Starts the API before an upstream that records headers, and gives each call the reply to its path. */
async function startRecorded(settings: Record<string, string>) {
  const received: IncomingHttpHeaders[] = [];
  const replies: { reply: (path: string) => Reply | Promise<Reply> } = { reply: () => ({}) };
  const upstream = await fakeService(async (request, response) => {
    received.push(request.headers);
    await request.resume().toArray();
    const { status = 200, body = { id: TOOL }, headers } = await replies.reply(request.url ?? '');
    sendJson(response, status, body, headers);
  });
  const api = await start({ settings: { UPSTREAM_URL: upstream.url, ...SETTINGS, ...settings } });
  return { ...api, received, replies, calls: upstream.calls };
}

/** The program of all tests without other settings. */
const shared = await startRecorded({});

/** Gives a program this reply, and returns it with what it receives and logs from now on. */
async function startLogged(
  reply: (path: string) => Reply | Promise<Reply>,
  settings?: Record<string, string>,
) {
  const started = settings ? await startRecorded(settings) : shared;
  started.replies.reply = reply;
  started.received.length = 0;
  started.calls.length = 0;
  const mark = `mark-${randomUUID()}`;
  await started.run('{ __typename }', {}, { 'x-request-id': mark });
  const findMark = () => started.logged().findIndex(({ requestId }) => requestId === mark);
  await expect.poll(findMark).toBeGreaterThanOrEqual(0);
  return { ...started, logged: () => started.logged().slice(findMark() + 1) };
}

test('the id of a request is sent upstream, also with a retry, and is that of the response', async () => {
  let attempts = 0;
  const { run, received } = await startLogged(() => {
    attempts += 1;
    return { status: attempts === 1 ? 503 : 200 };
  });
  await run('{ tool(id: "a") { id } }', {}, { 'x-request-id': 'order-12345' });
  const { errors } = await run('{ nope }', {}, { 'x-request-id': 'no spaces allowed' });
  await run('{ tool(id: "a") { id } }', {}, { 'x-request-id': 'no spaces allowed' });
  expect(received.map((headers) => headers['x-request-id'])).toStrictEqual([
    'order-12345',
    'order-12345',
    expect.stringMatching(/^[\da-f-]{36}$/),
  ]);
  expect(errors?.[0]?.extensions.requestId).toMatch(/^[\da-f-]{36}$/);
});

test.each<[string, Record<string, string>, readonly string[] | undefined]>([
  ['its x-request-id', { 'x-request-id': 'req_0Ab' }, ['req_0Ab']],
  ['that of its gateway', { 'x-request-id': 'order-12345', 'cf-ray': '8a1-FRA' }, ['8a1-FRA']],
  ['the more specific one', { 'cf-ray': '8a1-FRA', 'request-id': 'req_1' }, ['req_1']],
  ['none, if it only repeats ours', { 'x-request-id': 'order-12345' }, undefined],
  ['none, if it has none', {}, undefined],
  ['none with other characters', { 'x-request-id': 'a b' }, undefined],
  ['none with markup', { 'x-request-id': '<b>' }, undefined],
  ['none of more than 128 characters', { 'x-request-id': 'a'.repeat(129) }, undefined],
  ['none that repeats the key', { 'x-request-id': 'id-a-key' }, undefined],
])('the log line has the id that the upstream gave: %s', async (_, headers, ids) => {
  const { run, logged } = await startLogged(() => ({ headers }));
  await run('{ tool(id: "a") { id } }', {}, { 'x-request-id': 'order-12345' });
  await expect.poll(logged).toHaveLength(1);
  expect(logged()[0]?.upstreamRequestIds).toStrictEqual(ids);
});

test('of an operation that fails, the id of the failed call is the first of at most ten', async () => {
  const { run, logged } = await startLogged((path) => {
    const name = path.split('/').at(-1) ?? '';
    return { status: name === 't12' ? 500 : 200, headers: { 'x-request-id': `id-${name}` } };
  });
  const fields = Array.from({ length: 13 }, (_, n) => `t${n}: tool(id: "t${n}") { id }`);
  await run(`{ ${fields.join(' ')} }`);
  const line = { outcome: 'UPSTREAM_UNAVAILABLE', cause: 'STATUS_500', call: 'GET /v1/tools/{id}' };
  await expect.poll(logged).toMatchObject([line]);
  const ids = logged()[0]?.upstreamRequestIds;
  expect(ids).toHaveLength(10);
  expect(ids).toMatchObject({ 0: 'id-t12' });
});

test('the log line of a request that shares a read of another has the id of the read', async () => {
  const released = Promise.withResolvers<void>();
  const { run, logged, received, url } = await startLogged(async () => {
    await released.promise;
    return {};
  });
  const first = run('{ tool(id: "a") { id } }', {}, { 'x-request-id': 'leader-12345' });
  await expect.poll(() => received.length).toBe(1);
  const second = run('{ tool(id: "a") { id } }', {}, { 'x-request-id': 'follower-1234' });
  const countInFlight = async () =>
    findSample(await scrape(url), 'avatar_graphql_operations_in_flight');
  await expect.poll(countInFlight).toBe(2);
  released.resolve();
  await Promise.all([first, second]);
  expect(received.map((headers) => headers['x-request-id'])).toStrictEqual(['leader-12345']);
  await expect.poll(logged).toHaveLength(2);
  const find = (id: string) => logged().find(({ requestId }) => requestId === id);
  expect(find('leader-12345')).not.toHaveProperty('upstreamRequestIds');
  expect(find('follower-1234')?.upstreamRequestIds).toStrictEqual(['leader-12345']);
});

test('the log line of a mutation has the ids of the records that it changed, and nothing that a client only wrote', async () => {
  const { run, logged } = await startLogged((path) =>
    path.endsWith('/missing')
      ? { status: 404, body: { error: 'no' } }
      : { body: { id: TOOL, name: 'lookup', type: 'client' } },
  );
  await run('{ tool(id: "read") { id } }');
  await run('mutation { updateTool(id: "old", input: { name: "n" }) { tool { id } } }');
  await run('mutation { deleteTool(id: "missing") { deletedId } }');
  await run(`mutation { deleteTool(id: "${TOOL}") { deletedId } }`);
  await expect.poll(logged).toHaveLength(4);
  const records = [undefined, ['old', TOOL], undefined, [TOOL]];
  expect(logged().map((line) => line.records)).toStrictEqual(records);
});

const AUDIT_SECRET = 'an audit secret of at least 32 bytes';
const ID = JSON.stringify([AUTH.AUTH_ISSUER, 'ada']);

test.each<[string, Record<string, string>, string | undefined]>([
  [
    'AUDIT_SECRET',
    { AUDIT_SECRET },
    createHmac('sha256', AUDIT_SECRET).update(ID).digest('base64url'),
  ],
  ['no AUDIT_SECRET', {}, undefined],
])('with %s, log lines have the caller that it says', async (_, settings, subject) => {
  const { run, logged } = await startLogged(() => ({}), {
    ...AUTH,
    UPSTREAM_API_KEY: 'key',
    ...settings,
  });
  await run('{ tool(id: "a") { id } }', {}, { authorization: `Bearer ${await signJwt()}` });
  await expect.poll(logged).toHaveLength(1);
  expect(logged()[0]?.subject).toBe(subject);
});
