import { expect, test } from 'vitest';
import { startApi } from '../../support/api.ts';
import { startUpstreamAnswering } from '../../support/upstream.ts';

const APP = 'https://app.example.com';
const LOCAL = 'http://localhost:3000';

const start = async (corsOrigins: string[], explorer = true) =>
  startApi(await startUpstreamAnswering(200, { id: 't1' }), { corsOrigins, explorer });

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
  body: '{"query":"mutation { deleteTool(id: \\"t1\\") }"}',
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
    expect([answer.status, answer.data]).toStrictEqual([200, { deleteTool: 't1' }]);
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
