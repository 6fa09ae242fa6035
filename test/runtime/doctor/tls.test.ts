import { expect, test } from 'vitest';
import { diagnoseHere, expectLaterSkipped, PAGE } from '../../support/doctor.ts';
import { startHttpProxy } from '../../support/http-proxy.ts';
import { freePort } from '../../support/resources.ts';
import {
  type Authority,
  type Certificate,
  createAuthority,
  createSelfSigned,
  startHttp1Upstream,
  startHttp2Upstream,
  YESTERDAY,
} from '../../support/tls.ts';
import { startUpstreamWithResponse } from '../../support/upstream.ts';

test('the checks that depend on a refused connection are skipped', async () => {
  const port = await freePort();
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: `https://127.0.0.1:${port}` });
  expect(diagnosis.find('tls')).toBe(
    `failed: No TLS connection to 127.0.0.1:${port}: the connection was refused (ECONNREFUSED).`,
  );
  expect(diagnosis.getAdvice('tls')).toMatch(/^Check the port in UPSTREAM_URL/);
  expectLaterSkipped(diagnosis, 'tls');
  expect(diagnosis.code).toBe(1);
});

test('without TLS, a refused connection is reported by the first request', async () => {
  const port = await freePort();
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: `http://127.0.0.1:${port}` });
  expect(diagnosis.find('http')).toBe(
    'failed: GET /v1/personas failed: the connection was refused (ECONNREFUSED).',
  );
  expect(diagnosis.getAdvice('http')).toMatch(/^Check the port in UPSTREAM_URL/);
  expectLaterSkipped(diagnosis, 'http');
});

test('the checks that depend on a host name that does not resolve are skipped', async () => {
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: 'https://no-such-host.invalid' });
  expect(diagnosis.find('tls')).toMatch(
    /^failed: No TLS connection to no-such-host\.invalid: .+ \((ENOTFOUND|EAI_AGAIN)\)\.$/,
  );
  expect(diagnosis.getAdvice('tls')).toMatch(/^Check the host name in UPSTREAM_URL/);
  expectLaterSkipped(diagnosis, 'tls');
  expect(diagnosis.code).toBe(1);
});

const HOUR = 3_600_000;

const INVALID_CERTIFICATES: [
  string,
  (authority: Authority) => Promise<Certificate>,
  RegExp,
  RegExp,
][] = [
  [
    'that has expired',
    (a) => a.issue('localhost', { notAfterDate: YESTERDAY }),
    /certificate has expired \(CERT_HAS_EXPIRED\)\. .*issued by Authority \S+, expired yesterday\.$/,
    /^Renew the certificate/,
  ],
  [
    'that is self-signed',
    createSelfSigned,
    /\(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*issued by localhost, expires in \d+ days\.$/,
    /^Set NODE_EXTRA_CA_CERTS/,
  ],
  [
    'of another host',
    (a) => a.issue('other.example'),
    /different host \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    /^Correct the host name/,
  ],
];

test.each(INVALID_CERTIFICATES)(
  'a certificate %s is reported with its issuer and expiry',
  async (_, issue, message, advice) => {
    const authority = await createAuthority();
    const upstream = await startHttp2Upstream(await issue(authority), (_, response) =>
      response.end(),
    );
    authority.trust();
    const diagnosis = await diagnoseHere({ UPSTREAM_URL: upstream.url });
    expect(diagnosis.find('tls')).toMatch(/^failed: /);
    expect(diagnosis.find('tls')).toMatch(message);
    expect(diagnosis.getAdvice('tls')).toMatch(advice);
    expectLaterSkipped(diagnosis, 'tls');
    expect(upstream.calls).toStrictEqual([]);
    expect(diagnosis.code).toBe(1);
  },
);

test('a port that does not speak TLS is reported', async () => {
  const upstream = await startUpstreamWithResponse(200, PAGE);
  const { find } = await diagnoseHere({ UPSTREAM_URL: upstream.url.replace('http:', 'https:') });
  expect(find('tls')).toMatch(/^failed: .*it does not speak TLS \(ERR_SSL_\w+\)\.$/);
});

test.each([
  ['HTTP/1.1', startHttp1Upstream],
  ['HTTP/2', startHttp2Upstream],
] as const)('with %s, a certificate that expires soon is a warning', async (version, start) => {
  const authority = await createAuthority();
  const notAfterDate = new Date(Date.now() + 6 * 24 * HOUR + HOUR);
  const certificate = await authority.issue('localhost', { notAfterDate });
  const upstream = await start(certificate, (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(PAGE));
  });
  authority.trust();
  const { find, getAdvice, code } = await diagnoseHere({ UPSTREAM_URL: upstream.url });
  expect(find('tls')).toMatch(
    /^warning: TLSv1\.\d\. Its certificate, issued by Authority \S+, expires in 6 days\.$/,
  );
  expect(getAdvice('tls')).toBe('Renew the certificate of the upstream.');
  expect(find('http')).toContain(`ok: ${version}. GET /v1/personas returned 200 in `);
  expect(code).toBe(0);
});

test('an upstream behind a proxy is checked through a tunnel', async () => {
  const authority = await createAuthority();
  const certificate = await authority.issue('service.example');
  const upstream = await startHttp1Upstream(certificate, (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(PAGE));
  });
  const proxy = await startHttpProxy();
  authority.trust();
  const diagnosis = await diagnoseHere({
    UPSTREAM_URL: `https://service.example:${upstream.port}`,
    HTTPS_PROXY: proxy.url,
  });
  expect(diagnosis.find('tls')).toMatch(/^ok: TLSv1/);
  expect(diagnosis.find('http')).toContain('ok: HTTP/1.1. GET /v1/personas returned 200 in ');
  expect(diagnosis.code).toBe(0);
});
