import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { observeCalls } from '../../../src/runtime/telemetry/calls.ts';
import { createMetrics } from '../../../src/runtime/telemetry/metrics.ts';
import type { UpstreamError } from '../../../src/upstream/errors.ts';
import { findCause } from '../../../src/upstream/failure-cause.ts';
import { startClient } from '../../support/client.ts';
import { fakeService, reply } from '../../support/fake-service.ts';
import { startHttpProxy } from '../../support/http-proxy.ts';
import { formatResponse, startRawUpstream } from '../../support/raw-upstream.ts';
import { freePort } from '../../support/resources.ts';
import { type SettledApi, start } from '../../support/start.ts';
import { sendTool } from '../../support/tls.ts';

const TOOL = 'query Tool { tool(id: "secret-id") { name } }';
const CALL = 'GET /v1/tools/{id}';

/** Returns the log lines of operations. */
const readOperations = ({ logged }: SettledApi) =>
  logged().filter(({ msg }) => msg === 'operation');

/** Runs one operation and returns its log line. */
async function runAndReadLine(settings: Record<string, string>, query = TOOL) {
  const program = await start({ settings });
  const { errors } = await program.run(query, {}, { authorization: 'Bearer secret-key' });
  await expect.poll(() => readOperations(program)).toHaveLength(1);
  expect(JSON.stringify(program.logged())).not.toContain('secret');
  return { line: readOperations(program)[0] ?? {}, errors };
}

const startBroken = async () => (await startRawUpstream((_, socket) => void socket.destroy())).url;

const startFailing = (status: string) => async () =>
  (await startRawUpstream(() => formatResponse(status, { error: 'secret' }))).url;

test('a field that needs an extension has its endpoint and the setting in the log line, at the level info', async () => {
  const settings = {
    UPSTREAM_URL: (await fakeService(reply(200, {}))).url,
    UPSTREAM_EXTENSIONS: 'none',
    LOG_LEVEL: 'info',
  };
  const { line } = await runAndReadLine(
    settings,
    'mutation { stopSession(id: "secret-id") { stoppedId } }',
  );
  expect(line).toMatchObject({
    level: 'info',
    cause: 'NOT_ENABLED',
    call: 'POST /v1/sessions/{id}/stop',
    problem: 'add sessions to UPSTREAM_EXTENSIONS if the upstream has this endpoint',
  });
});

test.each<[string, string, () => Promise<string>]>([
  ['ECONNREFUSED', 'UPSTREAM_UNAVAILABLE', async () => `http://127.0.0.1:${await freePort()}`],
  ['ECONNREFUSED', 'UPSTREAM_UNAVAILABLE', async () => `http://localhost:${await freePort()}`],
  // The label exceeds the maximum length in DNS, so that no name server is queried.
  ['ENOTFOUND', 'UPSTREAM_UNAVAILABLE', async () => `https://${'a'.repeat(64)}.invalid`],
  ['UND_ERR_SOCKET', 'UPSTREAM_UNAVAILABLE', startBroken],
  ['STATUS_503', 'UPSTREAM_UNAVAILABLE', startFailing('503 Down')],
  ['STATUS_418', 'UPSTREAM_INVALID_RESPONSE', startFailing('418 Teapot')],
])('the cause %s of %s is in the log line', async (cause, outcome, fakeService) => {
  const { line, errors } = await runAndReadLine({ UPSTREAM_URL: await fakeService() });
  expect(line).toMatchObject({ level: 'warn', operation: 'Tool', outcome, cause, call: CALL });
  expect(line).not.toHaveProperty('problem');
  expect(JSON.stringify(errors)).not.toContain(cause);
});

test('operations that share one failed call all log its cause', async () => {
  const failures: (() => void)[] = [];
  const { url } = await fakeService((request, response) => {
    request.resume();
    failures.push(() => response.writeHead(503).end());
  });
  const program = await start({ settings: { UPSTREAM_URL: url } });
  const headers = { authorization: 'Bearer secret-key' };
  const write = 'mutation { updateTool(id: "t1", input: { name: "n" }) { tool { name } } }';
  const documents = ['{ tool(id: "t1") { name } }', write, '{ tool(id: "t1") { id } }'];
  const responses = documents.map((query) => program.run(query, {}, headers));
  const failAll = () => {
    for (const fail of failures.splice(0)) fail();
    return readOperations(program).length;
  };
  await expect.poll(failAll).toBe(3);
  await Promise.all(responses);
  for (const line of readOperations(program)) expect(line).toMatchObject({ cause: 'STATUS_503' });
});

test('an invalid response is logged with its problem and without its content', async () => {
  const { url } = await fakeService(reply(200, { name: 'secret' }));
  const { line } = await runAndReadLine({ UPSTREAM_URL: url });
  const cause = { cause: 'INVALID_RESPONSE', call: CALL, problem: 'id: invalid_type' };
  expect(line).toMatchObject({ outcome: 'UPSTREAM_INVALID_RESPONSE', ...cause });
});

test('the circuit breaker logs once when it opens and once when it closes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const port = await freePort();
  const lines: object[] = [];
  const warn = (fields: object, msg: string) => void lines.push({ ...fields, msg });
  const log = { warn, info: warn, error: warn, isLevelEnabled: () => true };
  const metrics = createMetrics('1.0.0', {});
  const unsubscribes = observeCalls(`http://127.0.0.1:${port}`, metrics, log);
  for (const unsubscribe of [...unsubscribes, ...metrics.subscriptions])
    onTestFinished(unsubscribe);
  const rest = startClient(`http://127.0.0.1:${port}`, { retries: 0 });
  const call = async () => (await rest.tool({ params: { id: 't1' } })) && 'responded';
  const ask = () => call().catch((error: UpstreamError) => findCause(error));
  const msg = 'circuit breaker opened: all calls to the upstream fail immediately';
  const opened = { cause: 'ECONNREFUSED', call: CALL, msg };
  const askUntil = async (outcome: string) => {
    while ((await ask()) !== outcome) vi.advanceTimersByTime(200);
  };
  await askUntil('CIRCUIT_OPEN');
  // Failed probes are not logged.
  for (const _ of [1, 2]) {
    await askUntil('ECONNREFUSED');
    expect(await ask()).toBe('CIRCUIT_OPEN');
  }
  expect(lines).toStrictEqual([opened]);
  const server = createServer((_, response) => sendTool(response)).listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  await askUntil('responded');
  expect(lines).toStrictEqual([
    opened,
    { msg: 'circuit breaker closed: all calls to the upstream are made again' },
  ]);
});

test('the rejection of a proxy is logged without its password', async () => {
  const proxy = await startHttpProxy({ credentials: 'user:right' });
  const https_proxy = proxy.url.replace('//', '//user:secret-password@');
  const settings = { UPSTREAM_URL: 'https://service.example', https_proxy };
  const program = await start({ settings });
  const { errors } = await program.run(TOOL, {}, { authorization: 'Bearer secret-key' });
  expect(errors?.[0]?.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
  await expect.poll(program.logged).toMatchObject([{ cause: 'PROXY_STATUS_407' }]);
  const printed = JSON.stringify([program.logged(), program.summary]);
  expect(printed).not.toMatch(/secret|right/);
  expect(printed).not.toContain(Buffer.from('user:secret').toString('base64url').slice(0, 10));
});

test('a rejected key of this server is logged as an error once a minute, without the key', async () => {
  const { url } = await fakeService(reply(401, { error: 'secret-key is not valid' }));
  const program = await start({ settings: { UPSTREAM_URL: url, UPSTREAM_API_KEY: 'secret-key' } });
  for (const id of ['t1', 't2']) {
    expect(await program.run(`{ tool(id: "${id}") { id } }`)).toMatchObject({
      errors: [{ extensions: { code: 'UPSTREAM_UNAVAILABLE', reason: 'server_key_rejected' } }],
    });
  }
  const cause = { cause: 'SERVER_KEY_REJECTED', call: CALL };
  await expect.poll(program.logged).toMatchObject([
    { level: 'error', msg: expect.stringContaining('UPSTREAM_API_KEY'), ...cause },
    { level: 'warn', outcome: 'UPSTREAM_UNAVAILABLE', ...cause },
    { level: 'warn', outcome: 'UPSTREAM_UNAVAILABLE', ...cause },
  ]);
  expect(JSON.stringify(program.logged())).not.toContain('secret-key');
});
