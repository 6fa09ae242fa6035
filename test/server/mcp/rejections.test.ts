import { expect, test } from 'vitest';
import { forwardedKeyAuth } from '../../../src/server/authentication/authenticate.ts';
import {
  connectAgent,
  createCall,
  HEADERS,
  LIST,
  startMcp,
  startMcpOverJson,
} from '../../support/agent.ts';
import { fakeService, reply } from '../../support/fake-service.ts';
import { startIssuer } from '../../support/issuer.ts';
import { post } from '../../support/raw-http.ts';
import { start } from '../../support/start.ts';

const getChallenge = ({ headers }: { headers: Headers }) => headers.get('www-authenticate');

test.each(['legacy', '2026-07-28'] as const)(
  'without a valid token, every message of revision %s is rejected with 401, as at /graphql',
  async (revision) => {
    const issuer = await startIssuer();
    const { mcpUrl, sendMessage, upstream, run } = await startMcpOverJson({
      authenticate: issuer.authenticate(),
    });
    const authorization = `Bearer ${await issuer.sign({ expires: -300 })}`;
    await expect(connectAgent(mcpUrl, {}, revision)).rejects.toThrow(/bearer token|401/);
    for (const body of [LIST, createCall('Tools')]) {
      const anonymous = await sendMessage(body);
      expect([anonymous.status, getChallenge(anonymous)]).toStrictEqual([401, 'Bearer']);
      const expired = await sendMessage(body, { authorization });
      const graph = await run('{ llms { totalCount } }', {}, { authorization });
      expect([expired.status, getChallenge(expired)]).toStrictEqual([401, getChallenge(graph)]);
      expect(getChallenge(expired)).toContain('invalid_token');
      expect(await expired.json()).toMatchObject({
        errors: graph.errors?.map(({ extensions: { code }, message }) => ({
          message,
          extensions: { code },
        })),
      });
    }
    expect(upstream.calls).toStrictEqual([]);
  },
);

test('with forwarded keys, a missing key is 401, and one that the upstream rejects a tool error', async () => {
  const upstream = await fakeService(reply(401, { error: 'no' }));
  const { mcpUrl, sendMessage } = await startMcp(upstream, { authenticate: forwardedKeyAuth });
  expect((await sendMessage(LIST)).status).toBe(401);
  const { call } = await connectAgent(mcpUrl, { authorization: 'Bearer wrong' });
  expect(await call('Tools')).toMatchObject({
    isError: true,
    structuredContent: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
  });
});

const shared = await startMcpOverJson();

const oversized = createCall('Tools', { search: 'x'.repeat(1024 * 1024) });

const UNSUPPORTED = [415, 'UNSUPPORTED_MEDIA_TYPE'] as const;

test.each<[string, string, Record<string, string>, number, string]>([
  ['A body over 1 MiB', oversized, {}, 413, 'PAYLOAD_TOO_LARGE'],
  ['A batch', `[${LIST},${LIST}]`, {}, 400, 'BAD_REQUEST'],
  ['Text that is not JSON', '{', {}, 400, 'BAD_REQUEST'],
  ['A form', 'x', { 'content-type': 'multipart/form-data; boundary=x' }, ...UNSUPPORTED],
  ['A compressed body', LIST, { 'content-encoding': 'gzip' }, ...UNSUPPORTED],
  ['A request of another origin', LIST, { origin: 'https://evil.example' }, 403, 'FORBIDDEN'],
])('%s is rejected', async (_, body, headers, status, code) => {
  const { sendMessage, upstream } = shared;
  const response = await sendMessage(body, headers);
  expect([response.status, await response.json()]).toMatchObject([
    status,
    { errors: [{ extensions: { code } }] },
  ]);
  const isType = status === 415 && 'content-type' in headers;
  expect(response.headers.get('accept-post')).toBe(isType ? 'application/json' : null);
  expect(response.headers.get('x-request-id')).toMatch(/./);
  expect(upstream.calls).toStrictEqual([]);
});

test('a body over 1 MiB without Content-Length, or for the host name of another, is rejected', async () => {
  const { mcpUrl } = await startMcpOverJson({ isOwnHost: (name) => name === '127.0.0.1' });
  expect((await post(mcpUrl, oversized, HEADERS, true)).status).toBe(413);
  expect((await post(mcpUrl, LIST, HEADERS, true)).status).toBe(200);
  expect((await post(mcpUrl, LIST, { ...HEADERS, host: 'evil.example' })).status).toBe(421);
});

test('pages of allowed origins may send the headers of MCP', async () => {
  const origin = 'https://app.example.com';
  const isAllowedOrigin = (name: string) => name === origin;
  const { mcpUrl, sendMessage } = await startMcpOverJson({ isAllowedOrigin });
  const preflight = await fetch(mcpUrl, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
  const response = await sendMessage(LIST, { origin, 'sec-fetch-site': 'cross-site' });
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-origin')).toBe(origin);
});

test.each(['GET', 'HEAD', 'DELETE'])(
  '%s is rejected with 405, because there are no streams and no sessions',
  async (method) => {
    const { mcpUrl } = shared;
    const response = await fetch(mcpUrl, { method, headers: { accept: 'text/event-stream' } });
    expect([response.status, response.headers.get('allow')]).toStrictEqual([405, 'POST, OPTIONS']);
    if (method === 'HEAD') return;
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'BAD_REQUEST' } }],
    });
  },
);

test.each([
  ['initialize', undefined],
  ['initialize', { protocolVersion: 7 }],
  ['tools/list', { cursor: {} }],
  ['tools/call', { name: {} }],
  ['tools/call', { name: 'Tool', arguments: [] }],
  ['tools/call', { name: 'Tool', arguments: null }],
  ['tools/call', { name: null }],
  ['tools/call', undefined],
])('%s with the parameters %j is rejected as invalid', async (method, params) => {
  const { sendMessage, upstream } = shared;
  const response = await sendMessage(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const { error } = await response.json();
  expect(response.status).toBe(200);
  // The SDK reports only invalid calls of tools as invalid parameters.
  expect(error).toMatchObject(
    method === 'tools/call'
      ? { code: -32602, message: expect.stringMatching(/^Invalid tools\/call request/) }
      : { code: -32603 },
  );
  expect(upstream.calls).toStrictEqual([]);
});

test('a subscription is rejected', async () => {
  const { mcpUrl } = await startMcpOverJson();
  const { client } = await connectAgent(mcpUrl, {}, '2026-07-28');
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow('limit reached');
});

test('if MCP is off, /mcp is 404', async () => {
  const upstream = await fakeService(reply(200, {}));
  const { url } = await start({ upstream });
  const target = url.replace('/graphql', '/mcp');
  for (const init of [{ method: 'POST', body: LIST, headers: HEADERS }, {}]) {
    expect((await fetch(target, init)).status).toBe(404);
  }
});

test('a client that disconnects while its message arrives is no fault', async () => {
  const faults: unknown[] = [];
  const { fetch, mcpUrl } = await startMcpOverJson({ onFault: (fault) => faults.push(fault) });
  const client = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
  });
  const init = { method: 'POST', headers: HEADERS, body, duplex: 'half' } as const;
  const response = fetch(new Request(mcpUrl, { ...init, signal: client.signal }));
  client.abort();
  await response;
  expect(faults).toStrictEqual([]);
});
