import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { startProgram } from '../support/program.ts';
import { startRawUpstream } from '../support/raw-upstream.ts';
import { start } from '../support/start.ts';

/** Creates a client that keeps one connection open. */
function createKeepAliveClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return async (url: string, body: object, headers: Record<string, string> = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(url, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    })
      .on('response', resolve)
      .on('error', reject)
      .end(JSON.stringify(body));
    const response = await promise;
    return { response, body: JSON.parse(await text(response)) };
  };
}

const createMutation = (name: string) => ({
  query:
    'mutation ($input: CreatePersonaInput!) { createPersona(input: $input) { persona { id name } } }',
  variables: { input: { name } },
});

test.each(['start', 'service'])(
  'after SIGTERM under load, each request to `%s` gets a response or a refused connection',
  async (command) => {
    const { url, folder, child, ended } = await startProgram({}, [command]);
    const key = inject('stores').seeded.keys.pro;
    const acknowledged: { id: string; name: string }[] = [];
    const enough = Promise.withResolvers<void>();
    const failures: string[] = [];
    const client = async (number: number) => {
      const ask = createKeepAliveClient();
      for (let count = 0; ; count += 1) {
        const name = `c${number}-${count}`;
        const { response, body } =
          command === 'start'
            ? await ask(`${url}/graphql`, createMutation(name))
            : await ask(`${url}/v1/personas`, { name }, { authorization: `Bearer ${key}` });
        const created = command === 'start' ? body.data?.createPersona?.persona : body;
        if (created?.name === name) acknowledged.push({ id: created.id, name });
        else failures.push(`${response.statusCode} ${JSON.stringify(body)}`);
        if (acknowledged.length === 60) enough.resolve();
      }
    };
    const clients = Array.from({ length: 8 }, (_, number) =>
      client(number).catch((error: NodeJS.ErrnoException) => error.code),
    );
    await enough.promise;
    child.kill('SIGTERM');
    expect(new Set(await Promise.all(clients))).toStrictEqual(new Set(['ECONNREFUSED']));
    expect(failures).toStrictEqual([]);
    expect(await ended()).toBe(0);

    const store = await openStore({ dataDir: folder });
    onTestFinished(() => store.close());
    const kept = await Promise.all(acknowledged.map(({ id }) => store.personas.find(id)));
    expect(kept).toMatchObject(acknowledged);
    const { total } = await store.personas.list({ offset: 0, limit: 1, search: 'c' });
    expect(total).toBeGreaterThanOrEqual(acknowledged.length);
  },
);

test.each([
  ['start', '/graphql', 200],
  ['service', '/v1/personas', 401],
])(
  'during DRAIN_NOTICE, /ready of `%s` is 503 while requests are still accepted, until a second signal',
  async (command, path, status) => {
    const { url, child, ended } = await startProgram({ DRAIN_NOTICE: '60' }, [command]);
    const getStatus = async (of: string) => (await fetch(`${url}${of}`)).status;
    expect([await getStatus('/ready'), await getStatus('/health')]).toStrictEqual([200, 200]);
    child.kill('SIGTERM');
    await expect.poll(() => getStatus('/ready')).toBe(503);
    expect(await getStatus('/health')).toBe(200);
    const query = '{ personas { totalCount } }';
    const { response, body } = await createKeepAliveClient()(`${url}${path}`, { query });
    expect(response.statusCode).toBe(status);
    if (command === 'start') {
      expect(response.headers.connection).toBe('close');
      expect(body.data.personas.totalCount).toBeGreaterThan(0);
    }
    child.kill('SIGTERM');
    expect(await ended()).toBe(1);
  },
);

test('after SIGTERM, active requests and those on idle connections get a response', async () => {
  const called = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { url: UPSTREAM_URL } = await fakeService(async (request, response) => {
    if (request.url === '/v1/tools/held') {
      called.resolve();
      await released.promise;
    }
    sendJson(response, 200, { id: 't1' });
  });
  const { url, run, child, ended } = await startProgram({ UPSTREAM_URL });
  const ask = createKeepAliveClient();
  const read = () =>
    ask(`${url}/graphql`, { query: '{ tool(id: "t1") { id } }' }, { authorization: 'Bearer key' });
  expect((await read()).response.headers.connection).toBe('keep-alive');
  const held = run('{ tool(id: "held") { id } }');
  await called.promise;
  child.kill('SIGTERM');
  await expect.poll(() => fetch(`${url}/health`).catch(() => 'refused')).toBe('refused');
  const { response, body } = await read();
  expect([response.headers.connection, body]).toStrictEqual([
    'close',
    { data: { tool: { id: 't1' } } },
  ]);
  released.resolve();
  expect(await held).toMatchObject({ data: { tool: { id: 't1' } }, errors: undefined });
  expect(await ended()).toBe(0);
});

test('/ready names the upstream while it is down', async () => {
  const { url, run } = await start({ settings: { UPSTREAM_URL: 'http://127.0.0.1:1' } });
  const read = async () => {
    const response = await fetch(`${url}/ready`, { headers: { accept: 'text/html' } });
    return [response.status, await response.json()];
  };
  expect(await read()).toStrictEqual([200, { ready: true, unavailable: [] }]);
  const failAndRead = async () => {
    await run('mutation { deleteTool(id: "t1") { deletedId } }');
    return read();
  };
  await expect
    .poll(failAndRead, { timeout: 10_000 })
    .toStrictEqual([503, { ready: false, unavailable: ['upstream'] }]);
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

test('a request beyond MAX_REQUESTS is rejected with 503', async () => {
  const silent = await startRawUpstream(() => undefined);
  const { url, run } = await start({ settings: { UPSTREAM_URL: silent.url, MAX_REQUESTS: '2' } });
  for (const id of ['t1', 't2']) run(`{ tool(id: "${id}") { id } }`).catch(() => undefined);
  await expect.poll(() => silent.received.length).toBe(2);
  const response = await fetch(`${url}/graphql?query={llms{totalCount}}`);
  expect([response.status, response.headers.get('retry-after')]).toStrictEqual([503, '1']);
  const { errors } = await response.json();
  expect(errors[0].extensions).toStrictEqual({
    code: 'OVERLOADED',
    retryAfterSeconds: 1,
    requestId: expect.any(String),
  });
  expect((await fetch(`${url}/health`)).status).toBe(200);
});
