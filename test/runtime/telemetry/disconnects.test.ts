import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { createTelemetry } from '../../../src/runtime/telemetry/telemetry.ts';
import { forwardedKeyAuth } from '../../../src/server/authentication/authenticate.ts';
import { createServer } from '../../../src/server/server.ts';
import { createRestClient } from '../../../src/upstream/client.ts';
import { findSample, scrape } from '../../support/exposition.ts';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { openSocket } from '../../support/raw-http.ts';
import { listen } from '../../support/resources.ts';
import { start } from '../../support/start.ts';

const TOOL = { id: '1', name: 'shared' };

test('the second of two identical queries is no longer in flight when its client disconnects', async () => {
  const held: ServerResponse[] = [];
  const upstream = await fakeService((_, response) => void held.push(response));
  const settings = { UPSTREAM_URL: upstream.url, LOG_LEVEL: 'info' };
  const { url, logged } = await start({ settings });
  const query = 'query Shared { tool(id: "1") { id } }';
  const ask = (signal: AbortSignal | null = null) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer a-key' };
    const body = JSON.stringify({ query });
    return fetch(`${url}/graphql`, { method: 'POST', headers, body, signal });
  };
  const countInFlight = async () =>
    findSample(await scrape(url), 'avatar_graphql_operations_in_flight');
  const leader = ask();
  await expect.poll(() => held.length).toBe(1);
  const abort = new AbortController();
  const follower = ask(abort.signal);
  await expect.poll(countInFlight).toBe(2);
  abort.abort();
  await expect(follower).rejects.toThrow('abort');
  await expect.poll(countInFlight).toBe(1);
  const outcome = { operation: 'Shared', outcome: 'CLIENT_DISCONNECTED', upstreamCalls: 0 };
  await expect.poll(logged).toMatchObject([outcome]);
  for (const response of held) sendJson(response, 200, TOOL);
  expect(await (await leader).json()).toStrictEqual({ data: { tool: { id: '1' } } });
  expect(upstream.calls).toHaveLength(1);
  await expect.poll(logged).toMatchObject([outcome, { outcome: 'OK' }]);
  expect(await countInFlight()).toBe(0);
});

const JSON_TYPE = 'content-type: application/json';
const FORM_TYPE = 'content-type: multipart/form-data; boundary=b';

const DOCUMENT = '{"query":"{a{b}}"}';

const STREAM = 'accept: text/event-stream, application/json';
const CHUNKS = `12\r\n${DOCUMENT}\r\n0\r\n\r\n`;

/** Requests by their headers and body. */
const REQUESTS: readonly (readonly [name: string, headers: string[], body: string])[] = [
  ['JSON', [JSON_TYPE, 'content-length: 18'], DOCUMENT],
  ['JSON for a client of streams', [JSON_TYPE, 'content-length: 18', STREAM], DOCUMENT],
  ['JSON of unknown length', [JSON_TYPE, 'transfer-encoding: chunked'], CHUNKS],
  ['a form', [FORM_TYPE, 'content-length: 5'], '--b--'],
];

/** Starts the API with an authentication that waits until the test resolves it. */
async function startHeldApi() {
  const arrived = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const authenticated = Promise.withResolvers<void>();
  const telemetry = await createTelemetry(readConfig({ LOG_LEVEL: 'silent' }), {});
  const rest = createRestClient({ url: 'http://127.0.0.1:1' });
  onTestFinished(async () => {
    await rest.close();
    await telemetry.close();
  });
  const handler = createServer({
    rest,
    authenticate: async (authorization) => {
      arrived.resolve();
      await authenticated.promise;
      return forwardedKeyAuth(authorization);
    },
    telemetry: telemetry.plugin,
  });
  const url = await listen((request, response) => {
    if (request.url === '/metrics') return telemetry.serveMetrics(request, response, () => ({}));
    response.on('close', () => closed.resolve());
    return handler(request, response);
  });
  const code = 'CLIENT_DISCONNECTED';
  const countDisconnected = async () =>
    findSample(await scrape(url), 'avatar_graphql_operations_total', { code });
  return { url, arrived, closed, authenticated, countDisconnected };
}

test.each(
  REQUESTS.flatMap(([name, headers, body]) => [
    [name, 'before its body is read', headers, body, body.length, true] as const,
    [name, 'within its body, before it is read', headers, body, body.length - 1, true] as const,
    [name, 'within its body', headers, body, body.length - 1, false] as const,
  ]),
)(
  'a request with %s whose client disconnects %s is recorded',
  async (_, _when, headers, body, sent, isBeforeRead) => {
    const { url, arrived, closed, authenticated, countDisconnected } = await startHeldApi();
    const { host } = new URL(url);
    const socket = await openSocket(url);
    const head = ['POST /graphql HTTP/1.1', `host: ${host}`, 'authorization: Bearer a', ...headers];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, sent)}`);
    await arrived.promise;
    if (!isBeforeRead) authenticated.resolve();
    socket.destroy();
    await closed.promise;
    authenticated.resolve();
    await expect.poll(countDisconnected).toBe(1);
  },
);
