import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { findConnectionCause } from '../../src/upstream/failure-cause.ts';
import { createLookup, getError, startClient } from '../support/client.ts';
import { startHttpProxy } from '../support/http-proxy.ts';
import { freePort, listen } from '../support/resources.ts';
import { createAuthority, sendTool, startTlsUpstream } from '../support/tls.ts';

const T1 = { params: { id: 't1' } };
const KEY = 'sk-for-the-upstream';

/** Replaces the host by service.example, which only the proxy resolves. */
const withServiceName = (url: string) => url.replace(/localhost|127\.0\.0\.1/, 'service.example');

async function startTlsService() {
  const authority = await createAuthority();
  authority.trust();
  const keys: unknown[] = [];
  const certificate = await authority.issue('service.example');
  const upstream = await startTlsUpstream(certificate, (request, response) => {
    keys.push(request.headers.authorization);
    request.resume();
    sendTool(response);
  });
  return { ...upstream, url: withServiceName(upstream.url), keys };
}

/** Starts the service over http. */
async function startService() {
  const keys: unknown[] = [];
  const url = await listen((request, response) => {
    keys.push(request.headers.authorization);
    request.resume();
    sendTool(response);
  });
  return { url: withServiceName(url), keys, port: new URL(url).port };
}

test('a service over TLS is called with HTTP/1.1 through a tunnel', async () => {
  const service = await startTlsService();
  const proxy = await startHttpProxy({ credentials: 'us er:pass/word' });
  const url = proxy.url.replace('//', '//us%20er:pass%2Fword@');
  const rest = startClient(service.url, { proxy: { url } }, KEY);
  await rest.tool(T1);
  await rest.updateTool({ ...T1, body: { name: 'new' } });
  expect(service.calls).toStrictEqual(['1.1 GET /v1/tools/t1', '1.1 PUT /v1/tools/t1']);
  expect(service.keys).toStrictEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
  const host = new URL(service.url).host;
  for (const { line, headers } of proxy.requests) {
    expect(line).toBe(`CONNECT ${host}`);
    expect(headers).not.toHaveProperty('authorization');
    expect(inspect(headers)).not.toContain(KEY);
  }
});

test('only the proxy receives the proxy credentials of an http service', async () => {
  const service = await startService();
  const proxy = await startHttpProxy({ credentials: 'user:password' });
  const url = proxy.url.replace('//', '//user:password@');
  const rest = startClient(service.url, { proxy: { url } }, KEY);
  expect(await rest.tool(T1)).toMatchObject({ id: 't1' });
  expect(proxy.requests.map(({ line }) => line)).toStrictEqual([`GET ${service.url}/v1/tools/t1`]);
  expect(service.keys).toStrictEqual([`Bearer ${KEY}`]);
});

test('a proxy over TLS forwards to services over TLS and http', async () => {
  const authority = await createAuthority();
  const secure = await startTlsService();
  authority.trust();
  const plain = await startService();
  const proxy = await startHttpProxy({ certificate: await authority.issue() });
  for (const { url } of [secure, plain]) {
    const rest = startClient(url, { proxy: { url: proxy.url } }, KEY);
    expect(await rest.tool(T1)).toMatchObject({ id: 't1' });
  }
  expect(proxy.requests.map(({ line }) => line.split(' ')[0])).toStrictEqual(['CONNECT', 'GET']);
  expect([...secure.keys, ...plain.keys]).toStrictEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
});

test.each([
  ['service.example', true],
  ['other.example, service.example:PORT', true],
  ['.example', true],
  ['*.example', true],
  ['*', true],
  ['other.example', false],
  ['service.example:1', false],
  ['', false],
])('NO_PROXY %j: a direct connection is %s', async (noProxy, isDirect) => {
  const service = await startService();
  const proxy = await startHttpProxy();
  const except = noProxy.replace('PORT', service.port);
  const rest = startClient(service.url, {
    proxy: { url: proxy.url, except },
    lookup: createLookup(() => '127.0.0.1'),
  });
  await rest.tool(T1);
  expect(service.keys).toHaveLength(1);
  expect(proxy.requests).toHaveLength(isDirect ? 0 : 1);
});

/** Calls a service through a proxy, which must cause a connection error. */
async function failThrough(proxyUrl: string, url: string) {
  const rest = startClient(url, { proxy: { url: proxyUrl }, retries: 0 }, KEY);
  const error = await getError(rest.tool(T1));
  expect(error).toMatchObject({ kind: 'connection' });
  return {
    cause: findConnectionCause(error),
    text: inspect(error, { depth: 9, showHidden: true }),
  };
}

test.each([407, 502])(
  'a proxy that rejects a tunnel with %i causes a connection error',
  async (refuse) => {
    const service = await startTlsService();
    const proxy = await startHttpProxy({ refuse });
    expect((await failThrough(proxy.url, service.url)).cause).toBe(`PROXY_STATUS_${refuse}`);
    expect(service.calls).toStrictEqual([]);
  },
);

test('a proxy that rejects the credentials causes a connection error for an http service', async () => {
  const service = await startService();
  const proxy = await startHttpProxy({ credentials: 'user:password' });
  expect((await failThrough(proxy.url, service.url)).cause).toBe('PROXY_STATUS_407');
  expect(service.keys).toStrictEqual([]);
});

test.each(['https://service.example', 'http://service.example'])(
  'for %s, an unreachable proxy causes a connection error without its password',
  async (url) => {
    const port = await freePort();
    const { cause, text } = await failThrough(`http://user:p4ssword@127.0.0.1:${port}`, url);
    expect(cause).toBe('PROXY_ECONNREFUSED');
    for (const secret of ['p4ssword', Buffer.from('user:p4ssword').toString('base64'), KEY])
      expect(text).not.toContain(secret);
  },
);

test('a proxy that never responds causes a connect timeout', { tags: ['slow'] }, async () => {
  const proxy = await startHttpProxy({ refuse: 0 });
  const options = { proxy: { url: proxy.url }, connectTimeout: 50, retries: 0 };
  const rest = startClient('https://service.example', options);
  const calls = ['t1', 't2', 't3'].map((id) => getError(rest.tool({ params: { id } })));
  for (const error of await Promise.all(calls))
    expect(error).toMatchObject({ kind: 'timeout', phase: 'CONNECT' });
});
