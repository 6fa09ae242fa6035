import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ConnectionError, TimeoutError } from '../../src/upstream/errors.ts';
import { createLookup, startClient } from '../support/client.ts';
import { startProgram } from '../support/program.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import {
  type Authority,
  createAuthority,
  createSelfSigned,
  sendTool,
  startHttp1Upstream,
  startHttp2Upstream,
  YESTERDAY,
} from '../support/tls.ts';

const T1 = { params: { id: 't1' } };

test.each([
  ['1.1', startHttp1Upstream],
  ['2.0', startHttp2Upstream],
] as const)(
  'an upstream that offers HTTP/%s over TLS is called with it',
  async (version, start) => {
    const authority = await createAuthority();
    authority.trust();
    const upstream = await start(await authority.issue(), (request, response) => {
      request.resume();
      sendTool(response);
    });
    const rest = startClient(upstream.url);
    expect(await rest.tool(T1)).toMatchObject({ id: 't1', name: 'a tool' });
    await rest.updateTool({ ...T1, body: { name: 'new' } });
    expect(upstream.calls).toStrictEqual([
      `${version} GET /v1/tools/t1`,
      `${version} PUT /v1/tools/t1`,
    ]);
  },
);

const WRONG: [string, string, (authority: Authority) => Promise<{ cert: string; key: string }>][] =
  [
    ['of another host', 'ERR_TLS_CERT_ALTNAME_INVALID', (a) => a.issue('other.example')],
    [
      'that has expired',
      'CERT_HAS_EXPIRED',
      (a) => a.issue('localhost', { notAfterDate: YESTERDAY }),
    ],
    [
      'of an unknown issuer',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      async () => (await createAuthority()).issue(),
    ],
    ['that is self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT', createSelfSigned],
  ];

test.each(WRONG)(
  'a service with a certificate %s receives no request',
  async (_, code, certificate) => {
    const authority = await createAuthority();
    authority.trust();
    const upstream = await startHttp2Upstream(await certificate(authority), (_, response) =>
      sendTool(response),
    );
    const rest = startClient(upstream.url, { retries: 0 });
    const error = await rest.tool(T1).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toHaveProperty('message', 'The upstream could not be reached.');
    expect(error).toHaveProperty('cause.code', code);
    expect(upstream.calls).toStrictEqual([]);
  },
);

test('the program trusts the certificate authorities in NODE_EXTRA_CA_CERTS', async () => {
  const authority = await createAuthority();
  const upstream = await startHttp2Upstream(await authority.issue(), (_, response) =>
    sendTool(response),
  );
  const { run } = await startProgram({
    UPSTREAM_URL: upstream.url,
    NODE_EXTRA_CA_CERTS: await authority.file(),
  });
  expect(await run('{ tool(id: "t1") { name } }')).toMatchObject({
    data: { tool: { name: 'a tool' } },
  });
});

test('a hanging TLS handshake ends all waiting calls after one connect timeout', async () => {
  const proxy = await startTcpProxy();
  const rest = startClient(`https://localhost:${proxy.port}`, {
    connectTimeout: 100,
    retries: 0,
  });
  const ids = Array.from({ length: 50 }, (_, index) => `t${index}`);
  const errors = await Promise.all(
    ids.map((id) => rest.tool({ params: { id } }).catch((caught: unknown) => caught)),
  );
  for (const error of errors) {
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toHaveProperty('cause.code', 'UND_ERR_CONNECT_TIMEOUT');
  }
  expect(proxy.accepted()).toBe(1);
});

test('the next call after a connect timeout connects again', async () => {
  const authority = await createAuthority();
  authority.trust();
  const proxy = await startTcpProxy();
  const upstream = await startHttp2Upstream(
    await authority.issue('service.example'),
    (_, response) => sendTool(response),
  );
  const rest = startClient(`https://service.example:${proxy.port}`, {
    connectTimeout: 1_000,
    retries: 0,
    lookup: createLookup(() => '127.0.0.1'),
  });
  await expect(rest.tool(T1)).rejects.toBeInstanceOf(TimeoutError);
  proxy.setTarget(upstream.port);
  // Calls in the same turn of the event loop share the failure.
  await setImmediate();
  expect(await rest.tool(T1)).toMatchObject({ id: 't1' });
});
