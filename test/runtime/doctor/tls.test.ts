import { expect, test } from 'vitest';
import { diagnoseHere, expectFinding, expectLaterSkipped, PAGE } from '../../support/doctor.ts';
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
  const address = `127.0.0.1:${await freePort()}`;
  const advice = /^Check the port in UPSTREAM_URL/;
  const refused = 'the connection was refused (ECONNREFUSED).';
  const secure = await diagnoseHere({ UPSTREAM_URL: `https://${address}` });
  expectFinding(secure, 'tls', `failed: No TLS connection to ${address}: ${refused}`, advice);
  expectLaterSkipped(secure, 'tls');
  // Without TLS, the first request reports it.
  const plain = await diagnoseHere({ UPSTREAM_URL: `http://${address}` });
  expectFinding(plain, 'http', `failed: GET /v1/personas failed: ${refused}`, advice);
  expectLaterSkipped(plain, 'http');
});

test('the checks that depend on a host name that does not resolve are skipped', async () => {
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: 'https://no-such-host.invalid' });
  const finding =
    /^failed: No TLS connection to no-such-host\.invalid: .+ \((ENOTFOUND|EAI_AGAIN)\)\.$/;
  expectFinding(diagnosis, 'tls', finding, /^Check the host name in UPSTREAM_URL/);
  expectLaterSkipped(diagnosis, 'tls');
});

const HOUR = 3_600_000;

/** A response of HTTP/1.1 or HTTP/2. */
interface AnyResponse {
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

const servePage = (_: unknown, response: AnyResponse) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(PAGE));
};

test.each<[string, (authority: Authority) => Promise<Certificate>, RegExp, RegExp]>([
  [
    'that has expired',
    (a) => a.issue('localhost', { notAfterDate: YESTERDAY }),
    /^failed: .*has expired \(CERT_HAS_EXPIRED\)\. .*issued by Authority \S+, expired yesterday\.$/,
    /^Renew the certificate/,
  ],
  [
    'that is self-signed',
    createSelfSigned,
    /^failed: .*\(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*issued by localhost, expires in \d+ days\.$/,
    /^Set NODE_EXTRA_CA_CERTS/,
  ],
  [
    'of another host',
    (a) => a.issue('other.example'),
    /^failed: .*different host \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    /^Correct the host name/,
  ],
])('a certificate %s is reported with its issuer and expiry', async (_, issue, finding, advice) => {
  const authority = await createAuthority();
  const { url, calls } = await startHttp2Upstream(await issue(authority), servePage);
  authority.trust();
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: url });
  expectFinding(diagnosis, 'tls', finding, advice);
  expectLaterSkipped(diagnosis, 'tls');
  expect(calls).toStrictEqual([]);
});

test('a port that does not speak TLS is reported', async () => {
  const upstream = await startUpstreamWithResponse(200, PAGE);
  const { find } = await diagnoseHere({ UPSTREAM_URL: upstream.url.replace('http:', 'https:') });
  expect(find('tls')).toMatch(/^failed: .*it does not speak TLS \(ERR_SSL_\w+\)\.$/);
});

test('a certificate that expires soon is a warning', async () => {
  const authority = await createAuthority();
  const notAfterDate = new Date(Date.now() + 6 * 24 * HOUR + HOUR);
  const certificate = await authority.issue('localhost', { notAfterDate });
  const upstream = await startHttp2Upstream(certificate, servePage);
  authority.trust();
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: upstream.url });
  const finding =
    /^warning: TLSv1\.\d\. Its certificate, issued by Authority \S+, expires in 6 days\.$/;
  expectFinding(diagnosis, 'tls', finding, /^Renew the certificate of the upstream\.$/);
  expect(diagnosis.find('http')).toContain('ok: HTTP/1.1. GET /v1/personas returned 200 in ');
});

test('an upstream behind a proxy is checked through a tunnel', async () => {
  const authority = await createAuthority();
  const certificate = await authority.issue('service.example');
  const upstream = await startHttp1Upstream(certificate, servePage);
  const proxy = await startHttpProxy();
  authority.trust();
  const diagnosis = await diagnoseHere({
    UPSTREAM_URL: `https://service.example:${upstream.port}`,
    HTTPS_PROXY: proxy.url,
  });
  expectFinding(diagnosis, 'tls', /^ok: TLSv1/);
  expectFinding(diagnosis, 'http', /^ok: HTTP\/1\.1\. GET \/v1\/personas returned 200 in /);
});
