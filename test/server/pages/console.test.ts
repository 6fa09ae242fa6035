import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createConsole, type SignInProvider } from '../../../src/server/pages/console.ts';
import { AUTH } from '../../support/issuer.ts';
import { tempFolder } from '../../support/resources.ts';
import { start } from '../../support/start.ts';

const request = new Request('http://localhost/');

/** Serves the files of a console that is built. */
async function serveBuilt(options: Partial<Parameters<typeof createConsole>[0]> = {}) {
  const folder = await tempFolder();
  await mkdir(join(folder, 'console'));
  await writeFile(join(folder, 'index.html'), '<html>');
  await writeFile(join(folder, 'console', 'index-1.js'), 'export {};');
  return createConsole({ folder, endpoint: '/graphql', hasExplorer: true, ...options });
}

test('the console is served as soon as it is built', async () => {
  const folder = await tempFolder();
  const serve = createConsole({ folder, endpoint: '/api/graphql', hasExplorer: true });
  expect(await serve(request, '/')).toBeUndefined();
  await writeFile(join(folder, 'index.html'), '<html>built</html>');
  expect(await (await serve(request, '/'))?.text()).toBe(
    '<html data-endpoint="/api/graphql">built</html>',
  );
});

test('the page knows whether there is an explorer and whether the avatar service is built in', async () => {
  const serve = await serveBuilt({ hasExplorer: false, isBuiltInService: true });
  const page = await serve(request, '/');
  expect(await page?.text()).toBe(
    '<html data-endpoint="/graphql" data-explorer="off" data-service="built-in">',
  );
});

test('only the files of the page are cached without revalidation', async () => {
  const serve = await serveBuilt();
  const page = await serve(request, '/personas/1');
  expect(page?.headers.get('cache-control')).toBe('no-cache');
  const file = await serve(request, '/console/index-1.js');
  expect(file?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(file?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test.each([
  '/',
  '/personas',
  '/personas/new',
  '/avatars/1',
  '/voices/new',
  '/llms/1',
  '/tools',
  '/tokens/new',
])('%s is a page of the console', async (path) => {
  const page = await (await serveBuilt())(request, path);
  const policy = page?.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
});

test.each(['/index.html', '/nope', '/personas/a/b', '/console/', '/console/../index.html'])(
  '%s is not a page of the console',
  async (path) => {
    expect(await (await serveBuilt())(request, path)).toBeUndefined();
  },
);

test.each(['/', '/personas', '/personas/1/edit', '/console/index-1.js'])(
  'with CONSOLE=false and EXPLORER=false, %s does not exist',
  async (path) => {
    const { url, summary, run } = await start({
      settings: { CONSOLE: 'false', EXPLORER: 'false' },
    });
    const response = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(404);
    expect(summary[0]).toBe('Console   disabled by CONSOLE');
    expect((await run('{ __typename }')).data).toStrictEqual({ __typename: 'Query' });
  },
);

test('with CONSOLE=false, the start page is the explorer', async () => {
  const { url } = await start({ settings: { CONSOLE: 'false' } });
  const headers = { accept: 'text/html' };
  const page = await fetch(url, { headers, redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toStrictEqual([302, '/graphql']);
  expect((await fetch(`${url}/personas`, { headers })).status).toBe(404);
});

const HTML = { headers: { accept: 'text/html' } };

const getPolicy = (response: Response | undefined) =>
  response?.headers.get('content-security-policy')?.match(/connect-src [^;]*/)?.[0];

test('only where people sign in, the page may call their provider, and nothing else', async () => {
  const without = await start({ settings: AUTH });
  expect(getPolicy(await fetch(without.url, HTML))).toBe("connect-src 'self'");
  expect((await fetch(`${without.url}/sign-in`, HTML)).status).toBe(404);
  const client = { CONSOLE_CLIENT_ID: 'console', CONSOLE_SCOPES: 'offline_access' };
  const { url } = await start({ settings: { ...AUTH, ...client } });
  const page = await fetch(`${url}/sign-in?code=x&state=y`, HTML);
  expect([page.status, getPolicy(page)]).toStrictEqual([
    200,
    "connect-src 'self' https://issuer.example",
  ]);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await page.text()).toContain(
    'data-sign-in="[{&quot;clientId&quot;:&quot;console&quot;,&quot;scopes&quot;:[&quot;offline_access&quot;],&quot;issuer&quot;:&quot;https://issuer.example/&quot;,&quot;name&quot;:&quot;issuer.example&quot;}]"',
  );
});

test('the page may also call a token endpoint elsewhere', async () => {
  const tokens = 'https://acme.auth.eu-west-1.amazoncognito.com';
  const client = { CONSOLE_CLIENT_ID: 'console', CONSOLE_TOKEN_ORIGIN: tokens };
  const { url } = await start({ settings: { ...AUTH, ...client } });
  expect(getPolicy(await fetch(url, HTML))).toBe(
    `connect-src 'self' https://issuer.example ${tokens}`,
  );
});

test('with CONSOLE=false, there is no page to come back to', async () => {
  const { url } = await start({
    settings: { ...AUTH, CONSOLE_CLIENT_ID: 'console', CONSOLE: 'false' },
  });
  expect((await fetch(`${url}/sign-in?code=x&state=y`, HTML)).status).toBe(404);
});

test('the page follows where people sign in, whatever characters that has', async () => {
  const name = `"><script>$&'&quot;`;
  const issuer = 'https://id.example/';
  let providers: readonly SignInProvider[] = [{ name, issuer, clientId: `$1` }];
  const serve = await serveBuilt({ getSignInProviders: () => providers });
  const read = async (path: string) => (await serve(request, path))?.text();
  const page = await read('/');
  const attribute = /data-sign-in="([^"]*)">$/.exec(page ?? '')?.[1] ?? '';
  expect(JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toStrictEqual(
    providers,
  );
  providers = [];
  expect(await read('/')).toBe('<html data-endpoint="/graphql">');
  expect(await read('/sign-in')).toBeUndefined();
});
