import { expect, test } from 'vitest';
import { checkReachability } from '../../src/upstream/reachability.ts';
import { startHttpProxy } from '../support/http-proxy.ts';
import { freePort } from '../support/resources.ts';
import { start } from '../support/start.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import {
  createAuthority,
  createSelfSigned,
  sendTool,
  startHttp1Upstream,
  startHttp2Upstream,
} from '../support/tls.ts';

test('the check of an http service sends nothing', async () => {
  const listener = await startTcpProxy();
  expect(await checkReachability(`http://127.0.0.1:${listener.port}`, {})).toBeUndefined();
  await expect.poll(listener.accepted).toBe(1);
  expect(listener.received()).toBe('');
});

test.each([startHttp1Upstream, startHttp2Upstream])(
  'the check of a service over TLS ends with the handshake',
  async (start) => {
    const authority = await createAuthority();
    authority.trust();
    const upstream = await start(await authority.issue(), (_, response) => sendTool(response));
    expect(await checkReachability(upstream.url, {})).toBeUndefined();
    await expect.poll(upstream.connections).toBe(1);
    expect(upstream.calls).toStrictEqual([]);
  },
);

test('the check of a service behind a proxy opens a tunnel to it', async () => {
  const authority = await createAuthority();
  authority.trust();
  const certificate = await authority.issue('service.example');
  const upstream = await startHttp2Upstream(certificate, (_, response) => sendTool(response));
  const proxy = await startHttpProxy();
  const url = `https://service.example:${upstream.port}`;
  expect(await checkReachability(url, { proxy: { url: proxy.url } })).toBeUndefined();
  expect(proxy.requests.map(({ line }) => line)).toStrictEqual([
    `CONNECT service.example:${upstream.port}`,
  ]);
  expect(upstream.calls).toStrictEqual([]);
});

test.each<[string, RegExp, () => Promise<string>]>([
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    /: its certificate is not issued by a trusted CA; set NODE_EXTRA_CA_CERTS for a private CA/,
    async () => (await startHttp2Upstream(await createSelfSigned(), () => undefined)).url,
  ],
  [
    'CONNECT_TIMEOUT',
    /: the connection timed out/,
    async () => `https://127.0.0.1:${(await startTcpProxy()).port}`,
  ],
])('a check that fails with %s explains it in a sentence', async (cause, sentence, start) => {
  const url = await start();
  const unreachable = await checkReachability(url, { connectTimeout: 200 });
  expect(unreachable).toStrictEqual({ cause, message: expect.stringMatching(sentence) });
  expect(unreachable?.message.startsWith(`The upstream ${url} cannot be reached: `)).toBe(true);
});

test.each([
  [407, /: the proxy requires a valid user name and password \(PROXY_STATUS_407\)/],
  [403, /: the proxy refused to connect to the host \(PROXY_STATUS_403\)/],
  [undefined, /: the proxy cannot be reached \(PROXY_ECONNREFUSED\)/],
])(
  'a check through a proxy that responds with %s explains it in a sentence',
  async (refuse, sentence) => {
    const url = refuse
      ? (await startHttpProxy({ refuse })).url
      : `http://user:secret@127.0.0.1:${await freePort()}`;
    const unreachable = await checkReachability('https://service.example', { proxy: { url } });
    expect(unreachable?.message).toMatch(sentence);
    expect(unreachable?.message).not.toContain('secret');
  },
);

test('the API starts while the service is unreachable', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { logged } = await start({ settings: { UPSTREAM_URL: url } });
  await expect.poll(logged).toMatchObject([
    {
      level: 'warn',
      cause: 'ECONNREFUSED',
      msg: `The upstream ${url} cannot be reached: the connection was refused (ECONNREFUSED). Requests fail until it can be reached.`,
    },
  ]);
});

test('the API does not wait for the check when it starts or stops', {
  tags: ['slow'],
}, async () => {
  const listener = await startTcpProxy();
  const settings = { UPSTREAM_URL: `https://127.0.0.1:${listener.port}` };
  const { url, close } = await start({ settings });
  await expect.poll(listener.accepted).toBe(1);
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  await close();
});
