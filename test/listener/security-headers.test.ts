import { expect, test } from 'vitest';
import { start } from '../support/start.ts';

const ALWAYS = {
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const { url, run } = await start({ settings: {} });

test('every response has security headers', async () => {
  const fetchHeaders = async (path: string, init?: RequestInit) =>
    Object.fromEntries((await fetch(`${url}${path}`, { redirect: 'manual', ...init })).headers);
  const { headers } = await run('{ llms { totalCount } }');
  expect(Object.fromEntries(headers)).toMatchObject({
    ...ALWAYS,
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  });
  for (const path of ['/', '/nope', '/health', '/ready', '/graphql']) {
    expect(await fetchHeaders(path)).toMatchObject(ALWAYS);
  }
  const page = await fetchHeaders('/graphql', { headers: { accept: 'text/html' } });
  expect(page).toMatchObject({ ...ALWAYS, 'cache-control': 'no-cache' });
  expect(page['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(page['content-security-policy']).toContain("connect-src 'self'");
});

test('pages of any origin may embed images', async () => {
  const { data } = await run('{ personas(first: 1) { nodes { avatar { imageUrl } } } }');
  const image = await fetch(data.personas.nodes[0].avatar.imageUrl);
  expect(image.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(image.headers.get('cache-control')).toBe('private, max-age=60, must-revalidate');
  expect(image.headers.get('x-content-type-options')).toBe('nosniff');
});

test('HSTS is sent only if the public URL is https', async () => {
  const getHsts = async (base: string) =>
    (await fetch(`${base}/health`)).headers.get('strict-transport-security');
  const https = await start({ settings: { PUBLIC_URL: 'https://localhost:8443' } });
  expect(await getHsts(url)).toBeNull();
  expect(await getHsts(https.url)).toBe('max-age=31536000');
});
