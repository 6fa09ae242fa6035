import { expect, test } from 'vitest';
import { fakeService, reply } from '../../support/fake-service.ts';
import { startHttpProxy } from '../../support/http-proxy.ts';
import { freePort } from '../../support/resources.ts';
import {
  type Authority,
  type Certificate,
  createAuthority,
  createSelfSigned,
  startTlsUpstream,
  YESTERDAY,
} from '../../support/tls.ts';
import { diagnoseHere, expectFinding, expectLast, PAGE } from './diagnose.ts';

test('a refused connection is reported', async () => {
  const diagnosis = await diagnoseHere({
    UPSTREAM_URL: `http://127.0.0.1:${await freePort()}`,
  });
  const finding = 'failed: GET /v1/personas failed: ECONNREFUSED.';
  expectFinding(diagnosis, 'upstream', finding, /^Check the host and the port in the URL/);
  expectLast(diagnosis, 'upstream');
});

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
    /^failed: .*: CERT_HAS_EXPIRED\.$/,
    /^Renew its certificate/,
  ],
  [
    'that is self-signed',
    createSelfSigned,
    /^failed: .*: DEPTH_ZERO_SELF_SIGNED_CERT\.$/,
    /^Set NODE_EXTRA_CA_CERTS/,
  ],
  [
    'of another host',
    (a) => a.issue('other.example'),
    /^failed: .*: ERR_TLS_CERT_ALTNAME_INVALID\.$/,
    /correct the host name/,
  ],
])('a certificate %s is reported', async (_, issue, finding, advice) => {
  const authority = await createAuthority();
  const { url, calls } = await startTlsUpstream(await issue(authority), servePage);
  authority.trust();
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: url });
  expectFinding(diagnosis, 'upstream', finding, advice);
  expectLast(diagnosis, 'upstream');
  expect(calls).toStrictEqual([]);
});

test('a port that does not speak TLS is reported', async () => {
  const upstream = await fakeService(reply(200, PAGE));
  const { find } = await diagnoseHere({ UPSTREAM_URL: upstream.url.replace('http:', 'https:') });
  expect(find('upstream')).toMatch(/^failed: .*: ERR_SSL_\w+\.$/);
});

test.each([
  [407, /: PROXY_STATUS_407\.$/],
  [403, /: PROXY_STATUS_403\.$/],
  [undefined, /: PROXY_ECONNREFUSED\.$/],
])('a proxy that responds with %s is reported, without its password', async (refuse, sentence) => {
  const url = refuse
    ? (await startHttpProxy({ refuse })).url
    : `http://user:secret@127.0.0.1:${await freePort()}`;
  const settings = { UPSTREAM_URL: 'https://service.example', HTTPS_PROXY: url };
  const diagnosis = await diagnoseHere(settings);
  expectFinding(diagnosis, 'upstream', sentence, /^Check HTTP_PROXY and HTTPS_PROXY/);
  expect(diagnosis.lines.join()).not.toContain('secret');
});
