import { expect, test } from 'vitest';
import { start } from '../support/start.ts';

const { url } = await start({ settings: {} });

/** Requests the explorer. */
const get = (headers: Record<string, string>) =>
  fetch(`${url}/graphql`, { headers: { accept: 'text/html', ...headers } });

test.each([
  ['br, gzip', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['*', null],
  ['identity', null],
  ['gzip;q=0', null],
])('with Accept-Encoding %j, the page has the Content-Encoding %j', async (accepted, sent) => {
  const page = await get({ 'accept-encoding': accepted });
  expect(page.headers.get('content-encoding')).toBe(sent);
  expect(page.headers.get('vary')).toContain('accept-encoding');
  const text = await page.text();
  expect(text.startsWith('<!doctype html>')).toBe(true);
  expect(text.endsWith('</html>')).toBe(true);
});

test('only a client with the current page gets 304', async () => {
  const etag = (await get({})).headers.get('etag') ?? '';
  const opaque = etag.replace('W/', '');
  for (const known of [etag, opaque, `"other", ${etag}`, '*']) {
    expect((await get({ 'if-none-match': known })).status).toBe(304);
  }
  expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
});

test('the page can connect to its own origin only', async () => {
  const { headers } = await get({});
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self' blob:;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});
