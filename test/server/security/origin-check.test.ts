import { expect, test } from 'vitest';
import { createLog, createOriginLogger } from '../../../src/runtime/telemetry/log.ts';
import { createOriginRule } from '../../../src/server/security/origin-check.ts';
import { reply } from '../../support/fake-service.ts';
import { AUTH } from '../../support/issuer.ts';
import { type Calls, start } from '../../support/start.ts';

const APP = 'https://app.example.com';
const LOCAL = 'http://localhost:3000';

const startOwn = async (corsOrigins: string[]) =>
  start({
    upstream: reply(200, { id: 't1' }),
    isAllowedOrigin: createOriginRule(corsOrigins),
  });

const UPSTREAM = { UPSTREAM_URL: 'http://127.0.0.1:9' };
const WITH_KEY = { ...UPSTREAM, UPSTREAM_API_KEY: 'key' };

const getCorsHeaders = ({ headers }: { headers: Headers }) =>
  [...headers].filter(([name]) => name.startsWith('access-control-')).sort();

const preflight = (url: string, origin: string) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });

const write = ({ post }: Calls, origin: string) =>
  post(
    { query: 'mutation { deleteTool(id: "t1") { deletedId } }' },
    { origin, 'sec-fetch-site': 'cross-site' },
  );

test.each([[APP], [APP, LOCAL]])(
  'a page of an allowed origin may use the API: %s',
  async (...origins) => {
    const api = await startOwn(origins);
    const response = await preflight(api.url, APP);
    expect(response.status).toBe(204);
    expect(Object.fromEntries(getCorsHeaders(response))).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers':
        'authorization, content-type, x-request-id, traceparent, tracestate, baggage, sentry-trace, apollographql-client-name, apollographql-client-version',
    });
    const answer = await write(api, APP);
    expect([answer.status, answer.data]).toStrictEqual([200, { deleteTool: { deletedId: 't1' } }]);
    expect(Object.fromEntries(getCorsHeaders(answer))).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-expose-headers': 'retry-after, www-authenticate, x-request-id',
    });
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
  },
);

test('pages of the origins in CORS_ORIGINS, which may be subdomains, apps and extensions, may call the API', async () => {
  const extension = 'moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc';
  const exact = ['capacitor://localhost', 'tauri://localhost', extension];
  const patterns = ['*.example.com', '*.example.com:8443'].map((host) => `https://${host}`);
  const CORS_ORIGINS = [...patterns, 'http://*.localhost:3000', ...exact].join();
  const { url, post } = await start({ settings: { CORS_ORIGINS } });
  for (const origin of [
    'https://app.example.com',
    'https://a.b.example.com',
    'https://app.example.com:8443',
    'http://tenant.localhost:3000',
    ...exact,
  ]) {
    const { headers } = await preflight(`${url}/graphql`, origin);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    const own = { origin, 'sec-fetch-site': 'cross-site' };
    expect((await post({ query: '{ __typename }' }, own)).status).toBe(200);
  }
});

test('a page behind a proxy that changes the Host header may call the API at its own PUBLIC_URL', async () => {
  const { post } = await start({
    settings: { PUBLIC_URL: 'https://Avatars.example.com:443/', CORS_ORIGINS: APP },
  });
  const ask = async (origin: string) =>
    (await post({ query: '{ __typename }' }, { origin })).status;
  expect(await ask('https://avatars.example.com')).toBe(200);
  expect(await ask(APP)).toBe(200);
  expect(await ask('http://avatars.example.com')).toBe(403);
});

test.each([
  ['the parent of the subdomains', ['https://*.example.com'], 'https://example.com'],
  ['a host that ends alike', ['https://*.example.com'], 'https://evilexample.com'],
  ['a host that goes on', ['https://*.example.com'], 'https://a.example.com.evil.example'],
  ['a subdomain with another scheme', ['https://*.example.com'], 'http://a.example.com'],
  ['a subdomain with another port', ['https://*.example.com'], 'https://a.example.com:8443'],
  ['no host', ['https://*.example.com'], 'https://.example.com'],
  ['a user', ['https://*.example.com'], 'https://evil.example#@a.example.com'],
  ['a path', ['https://*.example.com'], 'https://evil.example/.example.com'],
  ['the pattern itself', ['https://*.example.com'], 'https://*.example.com'],
  ['another app', ['capacitor://localhost'], 'tauri://localhost'],
  ['another origin', [APP], 'https://evil.example'],
  ['another origin, if several are allowed', [APP, LOCAL], 'https://evil.example'],
  ['a sandboxed page', [APP, LOCAL], 'null'],
  ['an origin that starts with an allowed one', [APP], `${APP}.evil.example`],
  ['an allowed host with another scheme', [APP], 'http://app.example.com'],
  ['any origin, if none is allowed', [], APP],
])('a page of %s may not use the API', async (_, origins, origin) => {
  const api = await startOwn(origins);
  const read = await api.get({ query: '{ llms { totalCount } }' }, { origin });
  for (const response of [read, await preflight(api.url, origin)])
    expect(getCorsHeaders(response)).toStrictEqual([]);
  const answer = await write(api, origin);
  expect([answer.status, getCorsHeaders(answer)]).toStrictEqual([403, []]);
});

const LOOPBACK_ORIGINS = ['http://localhost:5173', 'http://127.0.0.1:3000', 'https://[::1]:8080'];

test('in development, pages of loopback origins may call the API from any port', async () => {
  const { url, run } = await start({ settings: {} });
  for (const origin of LOOPBACK_ORIGINS) {
    const headers = { origin, 'sec-fetch-site': 'same-site' };
    const response = await run('{ llms { totalCount } }', {}, headers);
    expect([response.status, response.data]).toMatchObject([200, { llms: {} }]);
    for (const { headers } of [response, await preflight(`${url}/graphql`, origin)])
      expect(headers.get('access-control-allow-origin')).toBe(origin);
  }
  for (const origin of [
    'https://evil.example',
    'http://localhost.evil.example:5173',
    'http://app.localhost:5173',
    'chrome-extension://localhost',
    'null',
  ]) {
    expect([origin, getCorsHeaders(await preflight(`${url}/graphql`, origin))]).toStrictEqual([
      origin,
      [],
    ]);
  }
});

test.each<[string, boolean, Record<string, string>]>([
  ['an API in production', false, { NODE_ENV: 'production' }],
  ['an API with a public URL', false, { PUBLIC_URL: 'https://api.example' }],
  ['an API with an upstream key', false, WITH_KEY],
  ['an API with allowed origins', false, { CORS_ORIGINS: APP }],
  ['an API that forwards keys', true, UPSTREAM],
  ['an API with an upstream key and JWTs', true, { ...WITH_KEY, ...AUTH }],
  ['an API that allows them', true, { ...WITH_KEY, CORS_ORIGINS: 'loopback' }],
])('whether pages of loopback origins may call %s: %j', async (_, isAllowed, settings) => {
  const { url } = await start({ settings: settings });
  const response = await preflight(`${url}/graphql`, LOCAL);
  expect(getCorsHeaders(response).length > 0).toBe(isAllowed);
});

test('the origin of a rejected page is named once in the log', async () => {
  const rejected: string[] = [];
  const api = await start({
    upstream: reply(200, { id: 't1' }),
    onRejectedOrigin: (origin) => rejected.push(origin),
  });
  await preflight(api.url, LOCAL);
  const answer = await write(api, LOCAL);
  expect(answer.errors?.[0]?.message).toBe(
    `Pages of ${LOCAL} may not call this API. Set CORS_ORIGINS to allow them.`,
  );
  expect(rejected).toStrictEqual([LOCAL, LOCAL]);
  const warnings: object[] = [];
  const log = createOriginLogger({
    ...createLog('silent'),
    warn: (fields) => warnings.push(fields),
  });
  for (const origin of [...rejected, APP]) log(origin);
  for (let index = 0; index < 100; index += 1) log(`https://${index}.example`);
  expect(warnings.slice(0, 2)).toStrictEqual([{ origin: LOCAL }, { origin: APP }]);
  expect(warnings).toHaveLength(20);
});

test('a form of another origin, which browsers send without a preflight, is rejected', async () => {
  const { post } = await startOwn([]);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const headers = { 'content-type': type, origin: 'https://evil.example' };
    const { status } = await post('query={llms{totalCount}}', headers);
    expect([type, status]).toStrictEqual([type, 403]);
  }
});
