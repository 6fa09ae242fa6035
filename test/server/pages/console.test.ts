import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createConsole, type SignInProvider } from '../../../src/server/pages/console.ts';
import { AUTH } from '../../support/issuer.ts';
import { tempFolder } from '../../support/resources.ts';
import { start } from '../../support/start.ts';

const request = new Request('http://localhost/');
const HTML = { headers: { accept: 'text/html' } };

const getHeader = (response: Response | undefined, name: string) => response?.headers.get(name);

/** Serves the files of a console that is built. */
async function serveBuilt(options: Partial<Parameters<typeof createConsole>[0]> = {}) {
  const folder = await tempFolder();
  await mkdir(join(folder, 'console'));
  await writeFile(join(folder, 'index.html'), '<html>');
  await writeFile(join(folder, 'console', 'index-1.js'), 'export {};');
  return createConsole({ folder, graphqlEndpoint: '/graphql', explorer: true, ...options });
}

test('the console is served as soon as it is built', async () => {
  const folder = await tempFolder();
  const serve = createConsole({ folder, graphqlEndpoint: '/api/graphql', explorer: true });
  expect(await serve(request, '/')).toBeUndefined();
  await writeFile(join(folder, 'index.html'), '<html>built</html>');
  expect(await (await serve(request, '/'))?.text()).toBe(
    '<html data-endpoint="/api/graphql">built</html>',
  );
});

test('the page knows whether there is an explorer and whether the avatar service is built in', async () => {
  const serve = await serveBuilt({ explorer: false, isBuiltInService: true });
  expect(await (await serve(request, '/'))?.text()).toBe(
    '<html data-endpoint="/graphql" data-explorer="off" data-service="built-in">',
  );
});

test('only the files of the page are cached without revalidation', async () => {
  const serve = await serveBuilt();
  expect(getHeader(await serve(request, '/personas/1'), 'cache-control')).toBe('no-cache');
  const file = await serve(request, '/console/index-1.js');
  expect(getHeader(file, 'cache-control')).toBe('public, max-age=31536000, immutable');
  expect(getHeader(file, 'content-type')).toBe('text/javascript; charset=utf-8');
});

test.each(['/', '/personas', '/voices/new', '/llms/1', '/tokens/new'])(
  '%s is a page of the console',
  async (path) => {
    const page = await (await serveBuilt())(request, path);
    const policy = getHeader(page, 'content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
  },
);

test.each(['/index.html', '/nope', '/personas/a/b', '/console/', '/console/../index.html'])(
  '%s is not a page of the console',
  async (path) => {
    expect(await (await serveBuilt())(request, path)).toBeUndefined();
  },
);

test('with CONSOLE=false, the start page is the explorer, which EXPLORER=false disables as well', async () => {
  const { url, summary } = await start({ settings: { CONSOLE: 'false' } });
  expect(summary[0]).toBe('Console   disabled by CONSOLE');
  const page = await fetch(url, { ...HTML, redirect: 'manual' });
  expect([page.status, getHeader(page, 'location')]).toStrictEqual([302, '/graphql']);
  const neither = await start({ settings: { CONSOLE: 'false', EXPLORER: 'false' } });
  expect((await fetch(neither.url, HTML)).status).toBe(404);
  expect((await neither.run('{ __typename }')).data).toStrictEqual({ __typename: 'Query' });
  for (const path of ['/personas', '/personas/1/edit', '/console/index-1.js', '/sign-in?code=x'])
    for (const base of [url, neither.url])
      expect([path, (await fetch(`${base}${path}`, HTML)).status]).toStrictEqual([path, 404]);
});

const getPolicy = (response: Response | undefined) =>
  getHeader(response, 'content-security-policy')?.match(/connect-src [^;]*/)?.[0];

/** Returns the settings of a console whose issuer is in a policy. */
async function signInAt(client: object) {
  const path = join(await tempFolder(), 'policy.json');
  const [issuer, audience, secrets] = [AUTH.AUTH_ISSUER, AUTH.AUTH_AUDIENCE, [AUTH.AUTH_SECRET]];
  const own = { issuer, audience, secrets, console: { clientId: 'console', ...client } };
  const policy = { issuers: [{ name: 'main', ...own }], roles: [{ name: 'user', when: {} }] };
  await writeFile(path, JSON.stringify(policy));
  return { POLICY: path };
}

test('only where people sign in, the page may call their provider, and nothing else', async () => {
  const without = await start({ settings: AUTH });
  expect(getPolicy(await fetch(without.url, HTML))).toBe("connect-src 'self'");
  expect((await fetch(`${without.url}/sign-in`, HTML)).status).toBe(404);
  const { url } = await start({ settings: await signInAt({ scopes: ['offline_access'] }) });
  const page = await fetch(`${url}/sign-in?code=x&state=y`, HTML);
  expect([page.status, getPolicy(page)]).toStrictEqual([
    200,
    "connect-src 'self' https://issuer.example",
  ]);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await page.text()).toContain(
    'data-sign-in="[{&quot;clientId&quot;:&quot;console&quot;,&quot;scopes&quot;:[&quot;offline_access&quot;],&quot;issuer&quot;:&quot;https://issuer.example/&quot;,&quot;name&quot;:&quot;main&quot;}]"',
  );
});

test('the page may also call a token endpoint elsewhere', async () => {
  const tokens = 'https://acme.auth.eu-west-1.amazoncognito.com';
  const { url } = await start({ settings: await signInAt({ tokenOrigin: tokens }) });
  expect(getPolicy(await fetch(url, HTML))).toBe(
    `connect-src 'self' https://issuer.example ${tokens}`,
  );
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
