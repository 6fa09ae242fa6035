import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { tempFolder } from '../../support/resources.ts';
import { takeTab } from '../browser.ts';
import { startConsole } from './console.ts';
import { AUDIENCE, CLIENT_ID, startOpenIdProvider } from './openid-provider.ts';
import {
  configure,
  getButton,
  getStored,
  refuseTokens,
  type SignInConsole,
  shareSignIn,
  signIn,
} from './sign-in.ts';

const openSignIn = shareSignIn();

const getViewer = (page: Page) => page.locator('.viewer').innerText();

const count = (requests: readonly string[], request: string) =>
  requests.filter((each) => each === request).length;

const MINUTE = 60_000;

const REJECTION = {
  errors: [{ message: 'The JWT has expired.', extensions: { code: 'UNAUTHENTICATED' } }],
  data: null,
};

/** What a role of a policy may do. */
const ALL = { scopes: 'all', personas: 'all', sessions: 'all' };

test('a reload keeps the sign-in in this tab, and another tab does not have it', async () => {
  const { page, url, provider } = await openSignIn();
  await signIn(page);
  await page.reload();
  await getButton(page, 'Sign out').waitFor();
  await expect.poll(() => getViewer(page)).toContain('ada');
  // Without asking the provider again. The API reads its keys when it likes.
  expect(count(provider.requests, 'GET /auth')).toBe(1);
  expect(count(provider.requests, 'POST /token')).toBe(1);
  expect(await page.evaluate(() => Object.keys(localStorage))).toStrictEqual([]);
  const other = await page.context().newPage();
  await other.goto(url);
  await getButton(other, 'Sign in').waitFor();
  // Only a tab that this one opens with `target` would have a copy of what it stores.
  await page.getByRole('link', { name: 'Nora, museum guide' }).waitFor();
  expect(await page.locator('a[target]').count()).toBe(0);
});

test('a token is renewed before it ends or when the API rejects it, once for all requests, whatever the clock', async () => {
  const { page, provider } = await openSignIn({ hasOwnTab: true });
  await page.clock.install({ time: Date.now() + 10 * MINUTE });
  await signIn(page);
  await page.getByLabel('Search by name').fill('guide');
  await page.getByText(/^[2-9] personas$/).waitFor();
  const before = await getStored(page);
  expect(count(provider.requests, 'POST /token')).toBe(1);
  await page.clock.fastForward(4.5 * MINUTE);
  await page.getByLabel('Search by name').fill('museum guide');
  await page.getByText(/^1 personas?$/).waitFor();
  expect(count(provider.requests, 'POST /token')).toBe(2);
  expect(await getStored(page)).not.toBe(before);
  await page.clock.fastForward(MINUTE);
  await page.route('**/graphql', (route) => route.fulfill({ json: REJECTION }), { times: 1 });
  await page.getByRole('link', { name: 'Voices' }).click();
  await page.locator('main li').first().waitFor();
  expect(count(provider.requests, 'POST /token')).toBe(3);
  expect(await page.getByRole('alert').count()).toBe(0);
});

/** Why the API rejects a token that the page cannot renew. */
const NOT_RENEWED: Readonly<Record<string, (opened: SignInConsole) => void>> = {
  'the provider refuses to renew': ({ provider, url }) =>
    refuseTokens(provider, url, 'invalid_grant'),
  'there is no refresh token': () => {},
};

test.each(Object.entries(NOT_RENEWED))(
  'if %s, a form that is rejected stays, and one signs in again and comes back to it',
  async (_, prepare) => {
    const opened = await openSignIn({ hasOwnTab: true, path: '/knowledge/new', mayFail: true });
    const { page, url, provider } = opened;
    provider.hasRefreshTokens = prepare === NOT_RENEWED['the provider refuses to renew'];
    await page.clock.install();
    await signIn(page);
    prepare(opened);
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('typed in');
    await page.clock.fastForward(MINUTE);
    await page.route('**/graphql', (route) => route.fulfill({ json: REJECTION }));
    await page.getByRole('button', { name: 'Create knowledge group' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Authentication required' });
    await alert.waitFor();
    expect(await name.inputValue()).toBe('typed in');
    await page.unroute('**/graphql');
    provider.intercept = () => false;
    // The provider still knows ada.
    await alert.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => count(provider.requests, 'GET /auth')).toBe(2);
    await expect.poll(() => page.url()).toBe(`${url}/knowledge/new`);
    await getButton(page, 'Sign out').waitFor();
  },
);

test('with several issuers, one chooses, and the header names the tenant and the role by the policy', async () => {
  const [first, second] = await Promise.all([startOpenIdProvider(), startOpenIdProvider()]);
  const path = join(await tempFolder(), 'policy.json');
  const issuers = [first, second].map(({ issuer }, index) => ({
    name: ['staff', 'partners'][index],
    issuer,
    jwksUrl: `${issuer}/jwks`,
    audience: AUDIENCE,
    scopesFrom: 'role',
    tenant: 'acme',
    console: { clientId: CLIENT_ID },
  }));
  const roles = [
    { name: 'partner', issuers: ['partners'], when: {}, ...ALL },
    { name: 'staff', issuers: ['staff'], when: {}, ...ALL },
  ];
  await writeFile(path, JSON.stringify({ issuers, tenants: { names: ['acme'] }, roles }));
  const url = await startConsole({ POLICY: path });
  for (const provider of [first, second]) provider.register(url);
  const page = await takeTab([url, first.issuer, second.issuer]);
  await page.goto(`${url}/voices`);
  await getButton(page, 'Sign in').click();
  await page.getByRole('button', { name: 'Sign in with staff' }).waitFor();
  await page.getByRole('button', { name: 'Sign in with partners' }).click();
  await page.getByRole('button', { name: 'Continue as ada' }).click();
  const viewer = /^Subject\s+ada\s+Tenant\s+acme\s+Role\s+partner$/;
  await expect.poll(() => getViewer(page)).toMatch(viewer);
  expect(page.url()).toBe(`${url}/voices`);
  expect(first.requests.filter((line) => line !== 'GET /jwks')).toStrictEqual([]);
});

test('who signs out or enters a key has no token here and at the provider, and may be signed in at one that cannot sign out', async () => {
  const { page, url, provider } = await openSignIn({ mayFail: true });
  await signIn(page);
  await getButton(page, 'Sign out').click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expect.poll(() => page.url()).toMatch(`${url}/sign-in`);
  expect(await getStored(page)).toBeUndefined();
  expect(provider.requests).toContain('POST /token/revocation');
  await signIn(page);
  await page.goto(`${url}/sign-in`);
  await page.getByRole('button', { name: 'Use an API key or JWT' }).click();
  await page.getByLabel('API key or JWT', { exact: true }).fill('pasted');
  await page.getByRole('button', { name: 'Apply' }).click();
  await getButton(page, 'Credentials').waitFor();
  expect(await getStored(page)).toBeUndefined();
  await page.goto(url);
  await configure(page, provider, { end_session_endpoint: undefined });
  await getButton(page, 'Sign in').click();
  await getButton(page, 'Sign out').click();
  await page.getByText('You may still be signed in at provider.').waitFor();
  expect(await getStored(page)).toBeUndefined();
});
