import { beforeEach, expect, test } from 'vitest';
import { fakeService } from '../../support/fake-service.ts';
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
import { diagnoseHere, expectFinding, expectLast } from './diagnose.ts';

/** The requests that arrived at the upstream of the running test. */
let arrived = 0;

beforeEach(() => {
  arrived = 0;
});

const serve = (_: unknown, response: { end(): unknown }) => {
  arrived += 1;
  response.end();
};

/** Starts an upstream with a certificate of a trusted authority, and returns its URL. */
async function startWith(issue: (authority: Authority) => Promise<Certificate>) {
  const authority = await createAuthority();
  const { url } = await startTlsUpstream(await issue(authority), serve);
  authority.trust();
  return url;
}

test.each<[string, () => Promise<string>, string, RegExp]>([
  [
    'that refuses connections',
    async () => `http://127.0.0.1:${await freePort()}`,
    'ECONNREFUSED',
    /^Check the host and the port in the URL/,
  ],
  [
    'whose certificate has expired',
    () => startWith((authority) => authority.issue('localhost', { notAfterDate: YESTERDAY })),
    'CERT_HAS_EXPIRED',
    /^Renew its certificate/,
  ],
  [
    'whose certificate is self-signed',
    () => startWith(createSelfSigned),
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    /^Set NODE_EXTRA_CA_CERTS/,
  ],
  [
    'whose certificate is of another host',
    () => startWith((authority) => authority.issue('other.example')),
    'ERR_TLS_CERT_ALTNAME_INVALID',
    /correct the host name/,
  ],
  [
    'that speaks TLS, by an http URL',
    async () => (await startWith((authority) => authority.issue())).replace('https:', 'http:'),
    '(ECONNRESET|UND_ERR_SOCKET)',
    /uses HTTP, not HTTPS/,
  ],
  [
    'that does not speak TLS',
    async () => (await fakeService(serve)).url.replace('http:', 'https:'),
    String.raw`ERR_SSL_\w+`,
    /./,
  ],
])('an upstream %s is reported, and gets no request', async (_, startUpstream, cause, advice) => {
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: await startUpstream() });
  const finding = new RegExp(`^failed: GET /v1/personas failed: ${cause}\\.$`);
  expectFinding(diagnosis, 'upstream', finding, advice);
  expectLast(diagnosis, 'upstream');
  expect(arrived).toBe(0);
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
