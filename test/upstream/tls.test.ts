import { expect, test } from 'vitest';
import { createLookup, getError, startClient } from '../support/client.ts';
import { startProgram } from '../support/program.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import {
  type Authority,
  type Certificate,
  createAuthority,
  createSelfSigned,
  sendTool,
  startTlsUpstream,
  YESTERDAY,
} from '../support/tls.ts';

const T1 = { params: { id: 't1' } };

const issueElsewhere = async () => (await createAuthority()).issue();
const issueExpired = (authority: Authority) =>
  authority.issue('localhost', { notAfterDate: YESTERDAY });

test.each<[string, string, (authority: Authority) => Promise<Certificate>]>([
  ['of another host', 'ERR_TLS_CERT_ALTNAME_INVALID', (a) => a.issue('other.example')],
  ['that has expired', 'CERT_HAS_EXPIRED', issueExpired],
  ['of an unknown issuer', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', issueElsewhere],
  ['that is self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT', createSelfSigned],
])('a service with a certificate %s receives no request', async (_, code, issue) => {
  const authority = await createAuthority();
  authority.trust();
  const certificate = await issue(authority);
  const upstream = await startTlsUpstream(certificate, (_, response) => sendTool(response));
  const rest = startClient(upstream.url, { retries: 0 });
  expect(await getError(rest.tool(T1))).toMatchObject({
    kind: 'connection',
    message: 'The upstream could not be reached.',
    cause: { code },
  });
  expect(upstream.calls).toStrictEqual([]);
});

test('the program trusts the certificate authorities in NODE_EXTRA_CA_CERTS', async () => {
  const authority = await createAuthority();
  const upstream = await startTlsUpstream(await authority.issue(), (_, response) =>
    sendTool(response),
  );
  const { run } = await startProgram({
    UPSTREAM_URL: upstream.url,
    NODE_EXTRA_CA_CERTS: await authority.file(),
  });
  expect((await run('{ tool(id: "t1") { name } }')).data.tool.name).toBe('a tool');
});

test('a hanging TLS handshake ends all waiting calls after one connect timeout, and the next call connects again', async () => {
  const authority = await createAuthority();
  authority.trust();
  const proxy = await startTcpProxy();
  const certificate = await authority.issue('service.example');
  const upstream = await startTlsUpstream(certificate, (_, response) => sendTool(response));
  const rest = startClient(`https://service.example:${proxy.port}`, {
    connectTimeout: 2_000,
    retries: 0,
    circuitBreaker: false,
    lookup: createLookup(() => '127.0.0.1'),
  });
  const calls = Array.from({ length: 50 }, (_, id) => rest.tool({ params: { id: `t${id}` } }));
  const cause = { code: 'UND_ERR_CONNECT_TIMEOUT' };
  for (const error of await Promise.all(calls.map(getError)))
    expect(error).toMatchObject({ kind: 'timeout', cause });
  proxy.setTarget(upstream.port);
  expect(await rest.tool(T1)).toMatchObject({ id: 't1' });
});
