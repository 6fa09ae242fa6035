import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { CheckRunner } from '../../../src/runtime/doctor/check.ts';
import { tlsCheck } from '../../../src/runtime/doctor/tls.ts';
import { httpCheck } from '../../../src/runtime/doctor/upstream.ts';
import { startAvatarService } from '../../support/avatar-service.ts';
import { diagnoseHere, expectLaterSkipped, KEY, PAGE } from '../../support/doctor.ts';
import { formatResponse, startRawUpstream } from '../../support/raw-upstream.ts';
import { createAuthority, startHttp1Upstream } from '../../support/tls.ts';
import { sendJson, startUpstream, startUpstreamWithResponse } from '../../support/upstream.ts';

test('with a healthy service, every check passes', async () => {
  const service = await startAvatarService({ seeded: true });
  const diagnosis = await diagnoseHere({
    UPSTREAM_URL: service.url,
    UPSTREAM_API_KEY: service.keys.pro,
    UPSTREAM_EXTENSIONS: 'all',
  });
  expect(diagnosis.lines.map((line) => line.replace(/\b\d+(?= ms)/g, 'N'))).toStrictEqual([
    'settings ok: Valid. Set: UPSTREAM_URL, UPSTREAM_API_KEY, UPSTREAM_EXTENSIONS, DATA_DIR.',
    'store skipped: UPSTREAM_URL is set, so the built-in avatar service is not used.',
    'redis skipped: REDIS_URL is not set, so processes do not share state.',
    'jwks skipped: JWT authentication is off.',
    'sign-in skipped: CONSOLE_CLIENT_ID is not set, so people paste a key or token.',
    'policy skipped: POLICY is not set, so only the scopes of a JWT decide.',
    'traces skipped: OTEL_EXPORTER_OTLP_ENDPOINT is not set, so tracing is off.',
    'tls skipped: UPSTREAM_URL is http on this machine.',
    'http ok: HTTP/1.1. GET /v1/personas returned 200 in N ms.',
    'api key ok: Accepted.',
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

test('the check of extensions is skipped for a rejected key', async () => {
  const service = await startAvatarService({ seeded: true });
  const diagnosis = await diagnoseHere({
    UPSTREAM_URL: service.url,
    UPSTREAM_API_KEY: 'wrong-key',
  });
  expect(diagnosis.find('api key')).toBe('failed: Rejected with 401.');
  expect(diagnosis.getAdvice('api key')).toBe(
    'Set UPSTREAM_API_KEY, or the file of UPSTREAM_API_KEY_FILE, to a valid API key.',
  );
  expect(diagnosis.find('extensions')).toBe('skipped: The check "api key" failed.');
  expect(diagnosis.find('clock')).toMatch(/^ok/);
  expect(diagnosis.code).toBe(1);
});

test('a URL without the endpoints of the specification fails, as under a wrong path', async () => {
  const service = await startAvatarService({ seeded: true });
  const diagnosis = await diagnoseHere({
    UPSTREAM_URL: `${service.url}/api`,
    UPSTREAM_API_KEY: service.keys.pro,
  });
  expect(diagnosis.find('http')).toBe('failed: HTTP/1.1. GET /v1/personas returned 404.');
  expect(diagnosis.getAdvice('http')).toMatch(/^Check that UPSTREAM_URL is the base URL/);
  expect(diagnosis.code).toBe(1);
});

test('an upstream that returns 404 because it has no personas passes', async () => {
  const upstream = await startUpstreamWithResponse(404, { error: 'No personas found' });
  const { find, code } = await diagnoseHere({ UPSTREAM_URL: upstream.url, UPSTREAM_API_KEY: KEY });
  expect(find('http')).toMatch(/^ok: HTTP\/1\.1\. GET \/v1\/personas returned 404 in \d+ ms\.$/);
  expect(find('api key')).toMatch(/^ok: Accepted\./);
  expect(code).toBe(0);
});

test('without a key, a 401 is expected', async () => {
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
    'failed: Accepted, but its plan or permissions do not allow GET /v1/personas (403).',
  ],
  [429, { error: 'No' }, 'failed: The rate limit of the API key is exceeded (429).'],
  [
    200,
    { hello: 'world' },
    'failed: Not checked: GET /v1/personas returned an invalid response: data: invalid_type.',
  ],
  [418, { error: 'No' }, 'failed: Not checked: GET /v1/personas returned 418.'],
])('the response %i %j is reported by the check of the key', async (status, body, expected) => {
  const upstream = await startUpstreamWithResponse(status, body);
  const { find } = await diagnoseHere({ UPSTREAM_URL: upstream.url, UPSTREAM_API_KEY: KEY });
  expect(find('api key')).toBe(expected);
});

test('a web page instead of JSON is reported without its content', async () => {
  const { url } = await startRawUpstream(() =>
    formatResponse('200 OK', '<!doctype html><p>Sign in', { 'content-type': 'text/html' }),
  );
  const { find, getAdvice, code, lines } = await diagnoseHere({
    UPSTREAM_URL: url,
    UPSTREAM_API_KEY: KEY,
  });
  expect(find('api key')).toBe(
    'failed: Not checked: GET /v1/personas returned an invalid response: it is not JSON.',
  );
  expect(getAdvice('api key')).toContain('without /v1');
  expect(lines.join()).not.toContain('Sign in');
  expect(code).toBe(1);
});

test.each([
  [
    'does not speak HTTP',
    () => 'SSH-2.0-server\r\n\r\n',
    /failed: GET \/v1\/personas failed: .*\)\.$/,
  ],
  [
    'redirects to another host',
    () =>
      formatResponse('302 Found', {}, { location: 'https://elsewhere.example/sign-in?token=x' }),
    /^failed: HTTP\/1\.1\. GET \/v1\/personas returned 302, a redirect to https:\/\/elsewhere\.example\.$/,
  ],
  [
    'redirects to its own page',
    () => formatResponse('301 Moved Permanently', {}, { location: '/sign-in' }),
    /^failed: HTTP\/1\.1\. GET \/v1\/personas returned 301, a redirect to http:\/\/127\.0\.0\.1:\d+\.$/,
  ],
  [
    'redirects without a location',
    () => formatResponse('302 Found', {}),
    /^failed: HTTP\/1\.1\. GET \/v1\/personas returned 302\.$/,
  ],
  [
    'sends a response that is too large',
    () => formatResponse('200 OK', 'x'.repeat(8 * 1024 * 1024 + 1)),
    /^failed: GET \/v1\/personas failed: the response is too large \(RESPONSE_TOO_LARGE\)\.$/,
  ],
  [
    'responds with 503',
    () => formatResponse('503 Service Unavailable', {}),
    /^failed: HTTP\/1\.1\. GET \/v1\/personas returned 503\.$/,
  ],
])('the checks that depend on an upstream that %s are skipped', async (_, reply, message) => {
  const { url } = await startRawUpstream(reply);
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: url });
  expect(diagnosis.find('http')).toMatch(message);
  expectLaterSkipped(diagnosis, 'http');
  expect(diagnosis.code).toBe(1);
});

test('the check of an upstream that never responds ends at its deadline', async () => {
  const { url } = await startRawUpstream(() => undefined);
  const checks = new CheckRunner(() => undefined);
  const config = readConfig({ UPSTREAM_URL: url });
  const tls = await checks.run({ value: config, obstacle: '' }, tlsCheck);
  const http = await checks.run(tls, { ...httpCheck, deadline: 50 });
  expect(http.value).toBeUndefined();
  expect(checks.findings.at(-1)).toMatchObject({
    name: 'http',
    status: 'failed',
    message: 'No result within 0.05 s.',
    advice: 'Check the log and the load of the upstream.',
  });
});

test('a port that speaks TLS is reported if the URL is http', async () => {
  const authority = await createAuthority();
  const upstream = await startHttp1Upstream(await authority.issue('localhost'), (_, response) =>
    response.end(),
  );
  const { find, getAdvice, code } = await diagnoseHere({
    UPSTREAM_URL: upstream.url.replace('https:', 'http:'),
  });
  expect(find('http')).toMatch(
    /^failed: GET \/v1\/personas failed: the connection was \w+ \(\w+\)\.$/,
  );
  expect(getAdvice('http')).toContain('uses HTTP, not HTTPS');
  expect(code).toBe(1);
});

test('a slow upstream is a warning', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const upstream = await startUpstream((_, response) => {
    vi.advanceTimersByTime(2_050);
    sendJson(response, 200, PAGE);
  });
  const { find, code } = await diagnoseHere({ UPSTREAM_URL: upstream.url, UPSTREAM_API_KEY: KEY });
  expect(find('http')).toBe('warning: HTTP/1.1. GET /v1/personas returned 200 in 2050 ms.');
  expect(code).toBe(0);
});

const respondWithClock = (seconds: number) => (_: unknown, response: ServerResponse) =>
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
])('an upstream clock that differs by %i s is reported', async (seconds, message, code) => {
  const upstream = await startUpstream(respondWithClock(seconds));
  const diagnosis = await diagnoseHere({ UPSTREAM_URL: upstream.url, UPSTREAM_API_KEY: KEY });
  expect(diagnosis.find('clock')).toMatch(message);
  expect(diagnosis.getAdvice('clock')).toContain('NTP');
  expect(diagnosis.code).toBe(code);
});
