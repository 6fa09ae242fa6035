import { expect, test } from 'vitest';
import { createOriginRule } from '../../../src/runtime/config/exposure.ts';
import { createLog } from '../../../src/runtime/telemetry/log.ts';
import { createOriginLogger } from '../../../src/runtime/telemetry/rejected-origins.ts';
import { startApi } from '../../support/api.ts';
import { startRunning } from '../../support/running.ts';
import { startUpstreamAnswering } from '../../support/upstream.ts';

const APP = 'https://app.example.com';
const LOCAL = 'http://localhost:3000';

const start = async (corsOrigins: string[], explorer = true) =>
  startApi(await startUpstreamAnswering(200, { id: 't1' }), {
    isAllowedOrigin: createOriginRule(corsOrigins),
    explorer,
  });

const UPSTREAM = { UPSTREAM_URL: 'http://127.0.0.1:9' };
const JWT = {
  AUTH_SECRET: 'shared-secret-0123456789abcdef-0123456789',
  AUTH_ISSUER: 'https://issuer.example/',
  AUTH_AUDIENCE: 'avatars',
};

const granted = ({ headers }: { headers: Headers }) =>
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

const write = (origin: string): RequestInit => ({
  body: '{"query":"mutation { deleteTool(id: \\"t1\\") { deletedId } }"}',
  headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'cross-site' },
});

test.each([[APP], [APP, LOCAL]])(
  'a page of a listed origin may ask, write and read the answer: %s',
  async (...origins) => {
    const { url, send } = await start(origins);
    const asked = await preflight(url, APP);
    expect(asked.status).toBe(204);
    expect(Object.fromEntries(granted(asked))).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type, x-request-id',
    });
    const answer = await send(write(APP));
    expect([answer.status, answer.data]).toStrictEqual([200, { deleteTool: { deletedId: 't1' } }]);
    expect(Object.fromEntries(granted(answer))).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-expose-headers': 'retry-after, www-authenticate, x-request-id',
    });
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
  },
);

test.each([
  ['another origin', [APP], 'https://evil.example'],
  ['another origin, where several are listed', [APP, LOCAL], 'https://evil.example'],
  ['a sandboxed page', [APP, LOCAL], 'null'],
  ['an origin that begins like a listed one', [APP], `${APP}.evil.example`],
  ['a listed name by another scheme', [APP], 'http://app.example.com'],
  ['any origin, where none is listed', [], APP],
])('a page of %s gets no CORS headers and cannot write', async (_, origins, origin) => {
  const { url, send } = await start(origins);
  expect(granted(await preflight(url, origin))).toStrictEqual([]);
  const answer = await send(write(origin));
  expect([answer.status, granted(answer)]).toStrictEqual([403, []]);
});

const DEVELOPMENT_PAGES = ['http://localhost:5173', 'http://127.0.0.1:3000', 'https://[::1]:8080'];

test('in development, pages of this machine may call the API, whatever their port', async () => {
  const { url } = await startRunning();
  for (const origin of DEVELOPMENT_PAGES) {
    const headers = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-site' };
    expect(
      (await preflight(`${url}/graphql`, origin)).headers.get('access-control-allow-origin'),
    ).toBe(origin);
    const body = '{"query":"{ llms { total } }"}';
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([200, { data: { llms: {} } }]);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  }
  for (const origin of [
    'https://evil.example',
    'http://localhost.evil.example:5173',
    'http://app.localhost:5173',
    'chrome-extension://localhost',
    'null',
  ]) {
    expect([origin, granted(await preflight(`${url}/graphql`, origin))]).toStrictEqual([
      origin,
      [],
    ]);
  }
});

test.each<[string, Record<string, string>, boolean]>([
  ['production', { NODE_ENV: 'production' }, false],
  ['an API that others can reach', { PUBLIC_URL: 'https://api.example' }, false],
  ['an API with a key of the upstream', { ...UPSTREAM, UPSTREAM_API_KEY: 'key' }, false],
  ['an API with listed origins', { CORS_ORIGINS: APP }, false],
  ['an API that forwards keys', UPSTREAM, true],
  [
    'an API with a key of the upstream and JWTs',
    { ...UPSTREAM, UPSTREAM_API_KEY: 'key', ...JWT },
    true,
  ],
  [
    'an API with a key, if it is set',
    { ...UPSTREAM, UPSTREAM_API_KEY: 'key', CORS_ORIGINS: 'loopback' },
    true,
  ],
])('pages of this machine and %s', async (_, settings, isAllowed) => {
  const { url } = await startRunning(settings);
  const asked = await preflight(`${url}/graphql`, LOCAL);
  expect(granted(asked).length > 0).toBe(isAllowed);
});

test('a rejected page is named in the response and once in the log', async () => {
  const rejected: string[] = [];
  const { url, send } = await startApi(await startUpstreamAnswering(200, { id: 't1' }), {
    onRejectedOrigin: (origin) => rejected.push(origin),
  });
  await preflight(url, LOCAL);
  const answer = await send(write(LOCAL));
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

test('a form post of another origin, which needs no preflight, is rejected', async () => {
  const { url } = await start([]);
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
  ]) {
    const headers = { 'content-type': type, origin: 'https://evil.example' };
    const response = await fetch(url, { method: 'POST', body: 'query={llms{total}}', headers });
    expect([type, response.status]).toStrictEqual([type, 403]);
  }
});

test('the explorer can be turned off without the API', async () => {
  const page = async (explorer: boolean) => {
    const { url, run } = await start([], explorer);
    expect((await run('{ llms { total } }')).errors).toBeUndefined();
    const response = await fetch(url, { headers: { accept: 'text/html' } });
    return [response.status, (await response.text()).includes('<html')];
  };
  expect(await page(true)).toStrictEqual([200, true]);
  const [status, isPage] = await page(false);
  expect(isPage).toBe(false);
  expect(status).toBeGreaterThanOrEqual(400);
});
