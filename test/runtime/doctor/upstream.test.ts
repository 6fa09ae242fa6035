import type { RequestListener, ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { CheckRunner } from '../../../src/runtime/doctor/check.ts';
import { httpCheck } from '../../../src/runtime/doctor/upstream.ts';
import { dnsCheck, tcpCheck, tlsCheck } from '../../../src/runtime/doctor/upstream-connection.ts';
import { findExtensions } from '../../conformance/extensions.ts';
import { startAvatarService } from '../../support/avatar-service.ts';
import {
  type Authority,
  type Certificate,
  createAuthority,
  createSelfSigned,
  YESTERDAY,
} from '../../support/certificates.ts';
import { type Diagnosis, diagnose, diagnoseHere } from '../../support/doctor.ts';
import { freePort } from '../../support/free-port.ts';
import { startHttpProxy } from '../../support/http-proxy.ts';
import { LIVE_KEY, startLiveUpstream } from '../../support/live-upstream.ts';
import { answer, startRawUpstream } from '../../support/raw-upstream.ts';
import { startHttp1Upstream, startHttp2Upstream } from '../../support/tls-upstream.ts';
import { sendJson, startUpstream, startUpstreamAnswering } from '../../support/upstream.ts';

const PAGE = { data: [{ id: 'p1', name: 'Ada' }], meta: { total: 1 } };
const LIST = '/v1/personas?page=1&perPage=1';
const KEY = 'sk-of-the-operator-0123456789';

/** The chain of checks of the upstream, in order. */
const CHAIN = ['dns', 'tcp', 'tls', 'http', 'latency', 'api key', 'extensions', 'clock'];

/** Expects that every check after `name` was skipped because of it. */
function expectRestSkipped({ find }: Diagnosis, name: string) {
  for (const later of CHAIN.slice(CHAIN.indexOf(name) + 1)) {
    expect([later, find(later)]).toStrictEqual([later, `skipped: The check of ${name} failed.`]);
  }
}

test('before a service that is well, every check passes, only GET requests are sent, and the exit code is 0', async () => {
  const service = await startAvatarService({ seeded: true });
  const diagnosis = await diagnose({
    UPSTREAM_URL: service.url,
    UPSTREAM_API_KEY: service.keys.pro,
    UPSTREAM_EXTENSIONS: 'all',
  });
  expect(
    diagnosis.lines.map((line) => line.replace(/\b\d+(?= ms|(?<=port \d+))/g, 'N')),
  ).toStrictEqual([
    'settings ok: Valid. Set: PORT, UPSTREAM_URL, UPSTREAM_API_KEY, UPSTREAM_EXTENSIONS, DATA_DIR.',
    'store skipped: UPSTREAM_URL is set, so the built-in avatar service is not used.',
    'redis skipped: REDIS_URL is not set, so processes do not share state.',
    'port ok: A free port of 127.0.0.1 is used.',
    'jwks skipped: JWT authentication is off.',
    'traces skipped: OTEL_EXPORTER_OTLP_ENDPOINT is not set, so tracing is off.',
    'dns skipped: 127.0.0.1 is an address.',
    `tcp ok: Connected to 127.0.0.1 port N in N ms.`,
    'tls skipped: UPSTREAM_URL is http on this machine.',
    'http ok: HTTP/1.1. GET /v1/personas returned 200.',
    'latency ok: N ms, the median of three calls.',
    'api key ok: Accepted. The upstream does not show the plan of a key; createAvatar needs pro or enterprise. It shows no rate limit.',
    'extensions ok: The upstream has personas, avatars, tools, voices, llms, share-links, meetings, sessions, knowledge.',
    'clock ok: The clocks of this machine and of the upstream agree.',
  ]);
  expect(diagnosis.code).toBe(0);
});

test('only GET requests are sent', async () => {
  const upstream = await startUpstream((_, response) => sendJson(response, 200, PAGE));
  await diagnoseHere({ UPSTREAM_URL: upstream.url, UPSTREAM_API_KEY: KEY });
  expect(upstream.calls.length).toBeGreaterThan(5);
  expect(upstream.calls.filter((call) => !call.startsWith('GET /v1/'))).toStrictEqual([]);
});

test('a refused port is told, and what depends on it is skipped', async () => {
  const port = await freePort();
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: `http://127.0.0.1:${port}` });
  expect(diagnosis.find('tcp')).toBe(
    `failed: No connection to 127.0.0.1 port ${port}: the connection was refused (ECONNREFUSED).`,
  );
  expect(diagnosis.adviceOf('tcp')).toMatch(/^Check the port in UPSTREAM_URL/);
  expectRestSkipped(diagnosis, 'tcp');
  expect(diagnosis.code).toBe(1);
});

test('a host name that does not exist is told, and what depends on it is skipped', async () => {
  const diagnosis = await diagnose({ UPSTREAM_URL: 'https://no-such-host.invalid' });
  expect(diagnosis.find('dns')).toMatch(
    /^failed: no-such-host\.invalid cannot be resolved: .+ \((ENOTFOUND|EAI_AGAIN)\)\.$/,
  );
  expectRestSkipped(diagnosis, 'dns');
  expect(diagnosis.code).toBe(1);
});

const HOUR = 3_600_000;

const WRONG: [string, (authority: Authority) => Promise<Certificate>, RegExp, RegExp][] = [
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

test.each(WRONG)(
  'a certificate %s is told with its issuer and expiry, and no request is sent',
  async (_, issue, message, advice) => {
    const authority = await createAuthority();
    const upstream = await startHttp2Upstream(await issue(authority), (_, response) =>
      response.end(),
    );
    const diagnosis = await diagnose({
      UPSTREAM_URL: upstream.url,
      NODE_EXTRA_CA_CERTS: await authority.file(),
    });
    expect(diagnosis.find('tls')).toMatch(/^failed: /);
    expect(diagnosis.find('tls')).toMatch(message);
    expect(diagnosis.adviceOf('tls')).toMatch(advice);
    expectRestSkipped(diagnosis, 'tls');
    expect(upstream.calls).toStrictEqual([]);
    expect(diagnosis.code).toBe(1);
  },
);

test('a port that does not speak TLS is told', async () => {
  const upstream = await startUpstreamAnswering(200, PAGE);
  const { find } = await diagnoseHere({ UPSTREAM_URL: upstream.url.replace('http:', 'https:') });
  expect(find('tls')).toMatch(/^failed: .*it does not speak TLS \(ERR_SSL_\w+\)\.$/);
});

test.each([
  ['HTTP/1.1', startHttp1Upstream],
  ['HTTP/2', startHttp2Upstream],
] as const)(
  '%s is told, with the certificate that expires soon as a warning',
  async (version, start) => {
    const authority = await createAuthority();
    const notAfterDate = new Date(Date.now() + 6 * 24 * HOUR + HOUR);
    const certificate = await authority.issue('localhost', { notAfterDate });
    const upstream = await start(certificate, (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(PAGE));
    });
    const { find, adviceOf, code } = await diagnose({
      UPSTREAM_URL: upstream.url,
      NODE_EXTRA_CA_CERTS: await authority.file(),
    });
    expect(find('dns')).toMatch(/^ok: localhost is (127\.0\.0\.1|::1)/);
    expect(find('tls')).toMatch(
      /^warning: TLSv1\.\d\. Its certificate, issued by Authority \S+, expires in 6 days\.$/,
    );
    expect(adviceOf('tls')).toBe('Renew the certificate of the upstream.');
    expect(find('http')).toBe(`ok: ${version}. GET /v1/personas returned 200.`);
    expect(code).toBe(0);
  },
);

test('an upstream behind a proxy is examined through its tunnel', async () => {
  const authority = await createAuthority();
  const certificate = await authority.issue('service.example');
  const upstream = await startHttp1Upstream(certificate, (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(PAGE));
  });
  const proxy = await startHttpProxy();
  const diagnosis = await diagnose({
    UPSTREAM_URL: `https://service.example:${upstream.port}`,
    HTTPS_PROXY: proxy.url,
    NODE_EXTRA_CA_CERTS: await authority.file(),
  });
  expect(diagnosis.find('tcp')).toMatch(/^skipped: A proxy is configured/);
  expect(diagnosis.find('tls')).toMatch(/^ok: TLSv1/);
  expect(diagnosis.find('http')).toBe('ok: HTTP/1.1. GET /v1/personas returned 200.');
  expect(diagnosis.code).toBe(0);
});

test('a key that is rejected is told, and the extensions are skipped', async () => {
  const service = await startAvatarService({ seeded: true });
  const diagnosis = await diagnoseHere({
    UPSTREAM_URL: service.url,
    UPSTREAM_API_KEY: 'wrong-key',
  });
  expect(diagnosis.find('api key')).toBe('failed: Rejected with 401.');
  expect(diagnosis.adviceOf('api key')).toBe('Set UPSTREAM_API_KEY to a valid API key.');
  expect(diagnosis.find('extensions')).toBe('skipped: The check of api key failed.');
  expect(diagnosis.find('clock')).toMatch(/^ok/);
  expect(diagnosis.code).toBe(1);
});

test('without a key, a 401 is as it should be', async () => {
  const service = await startAvatarService({ seeded: true });
  const { find, code } = await diagnoseHere({ UPSTREAM_URL: service.url });
  expect(find('api key')).toBe(
    'skipped: UPSTREAM_API_KEY is not set: clients send their own keys.',
  );
  expect(code).toBe(0);
});

test.each([
  [
    403,
    { error: 'No' },
    {},
    'failed: Accepted, but its plan or permissions do not allow GET /v1/personas (403).',
  ],
  [429, { error: 'No' }, {}, 'failed: The rate limit of the API key is exceeded (429).'],
  [
    200,
    { hello: 'world' },
    {},
    'failed: Not checked: GET /v1/personas returned an invalid response: data: invalid_type.',
  ],
  [418, { error: 'No' }, {}, 'failed: Not checked: GET /v1/personas returned 418.'],
  [
    200,
    PAGE,
    { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599' },
    'ok: Accepted. The upstream does not show the plan of a key; createAvatar needs pro or enterprise. Its rate limit is 600 requests, 599 of them left.',
  ],
])(
  'the answer %i %j with the headers %j is told on the line of the key',
  async (status, body, headers, expected) => {
    const upstream = await startUpstreamAnswering(status, body, headers);
    const { find } = await diagnoseHere({ UPSTREAM_URL: upstream.url, UPSTREAM_API_KEY: KEY });
    expect(find('api key')).toBe(expected);
  },
);

test('a web page instead of an answer is told, and no part of it is printed', async () => {
  const { url } = await startRawUpstream(() =>
    answer('200 OK', '<!doctype html><p>Sign in', { 'content-type': 'text/html' }),
  );
  const { find, adviceOf, code, lines } = await diagnoseHere({
    UPSTREAM_URL: url,
    UPSTREAM_API_KEY: KEY,
  });
  expect(find('api key')).toBe(
    'failed: Not checked: GET /v1/personas returned an invalid response: it is not JSON.',
  );
  expect(adviceOf('api key')).toContain('without /v1');
  expect(lines.join()).not.toContain('Sign in');
  expect(code).toBe(1);
});

test.each([
  ['speaks no HTTP', () => 'SSH-2.0-server\r\n\r\n', /failed: GET \/v1\/personas failed: .*\)\.$/],
  [
    'redirects to another host',
    () => answer('302 Found', {}, { location: 'https://elsewhere.example/sign-in?token=x' }),
    /^failed: HTTP\/1\.1\. GET \/v1\/personas returned 302, a redirect to https:\/\/elsewhere\.example\.$/,
  ],
  [
    'redirects to a page of its own',
    () => answer('301 Moved Permanently', {}, { location: '/sign-in' }),
    /^failed: HTTP\/1\.1\. GET \/v1\/personas returned 301, a redirect to http:\/\/127\.0\.0\.1:\d+\.$/,
  ],
  [
    'redirects to nowhere',
    () => answer('302 Found', {}),
    /^failed: HTTP\/1\.1\. GET \/v1\/personas returned 302\.$/,
  ],
  [
    'answers too much',
    () => answer('200 OK', 'x'.repeat(8 * 1024 * 1024 + 1)),
    /^failed: GET \/v1\/personas failed: the response is too large \(RESPONSE_TOO_LARGE\)\.$/,
  ],
  [
    'fails',
    () => answer('503 Service Unavailable', {}),
    /^failed: HTTP\/1\.1\. GET \/v1\/personas returned 503\.$/,
  ],
])('an upstream that %s is told, and what depends on it is skipped', async (_, reply, message) => {
  const { url } = await startRawUpstream(reply);
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: url });
  expect(diagnosis.find('http')).toMatch(message);
  expectRestSkipped(diagnosis, 'http');
  expect(diagnosis.code).toBe(1);
});

test('an upstream that never answers ends the check at its deadline', async () => {
  const { url } = await startRawUpstream(() => undefined);
  const checks = new CheckRunner(() => undefined);
  const config = readConfig({ UPSTREAM_URL: url });
  const dns = await checks.run({ value: config, obstacle: '' }, dnsCheck);
  const tls = await checks.run(await checks.run(dns, tcpCheck), tlsCheck);
  const http = await checks.run(tls, { ...httpCheck, deadline: 50 });
  expect(http.value).toBeUndefined();
  expect(checks.findings.at(-1)).toMatchObject({
    name: 'http',
    status: 'failed',
    message: 'No result within 0.05 s.',
    advice: 'Check the log and the load of the upstream.',
  });
});

test('a port that speaks TLS is told if the URL is http', async () => {
  const authority = await createAuthority();
  const upstream = await startHttp1Upstream(await authority.issue('localhost'), (_, response) =>
    response.end(),
  );
  const { find, adviceOf, code } = await diagnoseHere({
    UPSTREAM_URL: upstream.url.replace('https:', 'http:'),
  });
  expect(find('http')).toMatch(
    /^failed: GET \/v1\/personas failed: the connection was \w+ \(\w+\)\.$/,
  );
  expect(adviceOf('http')).toContain('speaks HTTP, not HTTPS');
  expect(code).toBe(1);
});

test('an upstream that is slow is a warning', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const upstream = await startUpstream((_, response) => {
    vi.advanceTimersByTime(1_050);
    sendJson(response, 200, PAGE);
  });
  const { find, code } = await diagnoseHere({ UPSTREAM_URL: upstream.url, UPSTREAM_API_KEY: KEY });
  expect(find('latency')).toMatch(/^warning: 1050 ms, the median of three calls\.$/);
  expect(code).toBe(0);
});

const answerAt = (seconds: number) => (_: unknown, response: ServerResponse) =>
  sendJson(response, 200, PAGE, { date: new Date(Date.now() + seconds * 1000).toUTCString() });

test.each([
  [
    30,
    /^warning: The clock of this machine is (29|30|31) s behind the clock of the upstream\.$/,
    0,
  ],
  [
    -600,
    /^failed: The clock of this machine is (599|600|601) s ahead of the clock of the upstream\.$/,
    1,
  ],
])('a clock of the upstream that differs by %i s is told', async (seconds, message, code) => {
  const upstream = await startUpstream(answerAt(seconds));
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: upstream.url, UPSTREAM_API_KEY: KEY });
  expect(diagnosis.find('clock')).toMatch(message);
  expect(diagnosis.adviceOf('clock')).toContain('NTP');
  expect(diagnosis.code).toBe(code);
});

test('extensions that the setting does not name are a warning, with the setting to use', async () => {
  const upstream = await startLiveUpstream();
  const { find, adviceOf, code } = await diagnoseHere({
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: LIVE_KEY,
    UPSTREAM_EXTENSIONS: 'voices',
  });
  expect(find('extensions')).toBe(
    'warning: The upstream has personas, avatars, tools, voices, llms, sessions. Not known: share-links, meetings, knowledge, because the list is empty or does not exist. UPSTREAM_EXTENSIONS does not name personas, avatars, tools, llms, sessions.',
  );
  expect(adviceOf('extensions')).toBe(
    'Set UPSTREAM_EXTENSIONS=personas,avatars,tools,voices,llms,sessions to use them.',
  );
  expect(code).toBe(0);
});

test('extensions that the upstream does not have fail, and a list that may be empty is not known', async () => {
  const upstream = await startUpstream(({ url }, response) => {
    if (url?.startsWith('/v1/personas?')) return sendJson(response, 200, PAGE);
    return sendJson(response, url === '/v1/tools' ? 404 : 405, { error: 'No' });
  });
  const { find, adviceOf, code } = await diagnoseHere({
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: KEY,
    UPSTREAM_EXTENSIONS: 'tools,voices',
  });
  expect(find('extensions')).toBe(
    'failed: The upstream has none. Not known: tools, because the list is empty or does not exist. UPSTREAM_EXTENSIONS names voices, which it does not have.',
  );
  expect(adviceOf('extensions')).toBe('Set UPSTREAM_EXTENSIONS=tools.');
  expect(code).toBe(1);
});

test.each<[string, RequestListener]>([
  ['has all', (_, response) => sendJson(response, 200, PAGE)],
  ['has none', ({ url }, response) => sendJson(response, url === LIST ? 200 : 405, PAGE)],
  [
    'has some',
    ({ url }, response) =>
      sendJson(response, /voices|llms|personas\?/.test(url ?? '') ? 200 : 405, PAGE),
  ],
])(
  'the doctor and the conformance checks find the same extensions of an upstream that %s',
  async (_, listener) => {
    const upstream = await startUpstream(listener);
    const found = await findExtensions({ url: upstream.url, key: KEY, personaId: 'p1' });
    const { find } = await diagnoseHere({ UPSTREAM_URL: upstream.url, UPSTREAM_API_KEY: KEY });
    expect(find('extensions')).toContain(`The upstream has ${found.join(', ') || 'none'}.`);
  },
);
