import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { freePort } from '../../support/resources.ts';
import { start } from '../../support/start.ts';
import { launchBrowser, openTab } from '../browser.ts';
import { configure, getButton, getFailure, getStored, leave, openSignIn } from './sign-in.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
}, 60_000);

const open = (path = '/voices') => openSignIn(browser, { path, mayFail: true });

const proceed = async (page: Page) => {
  await leave(page);
  await page.getByRole('button', { name: 'Continue as ada' }).click();
};

/** Expects that nobody is signed in, and that a link leads back to the page before. */
async function expectWayBack(page: Page, path = '/voices'): Promise<void> {
  expect(await getStored(page)).toBeUndefined();
  await page.getByRole('link', { name: 'Back to the console' }).click();
  expect(new URL(page.url()).pathname).toBe(path);
  await getButton(page, 'Sign in').waitFor();
}

test('an issuer that cannot be reached', async () => {
  const { provider } = await open();
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const { url } = await start({ settings: { ...provider.settings, AUTH_ISSUER: issuer } });
  const page = await openTab(browser, [url, issuer], { mayFail: true });
  await page.goto(`${url}/voices`);
  await getButton(page, 'Sign in').click();
  expect(await getFailure(page)).toBe(
    `${issuer} cannot be reached, or does not allow requests of this page (CORS).`,
  );
  await expectWayBack(page);
});

test('an issuer that is no OpenID provider', async () => {
  const { page, provider } = await open();
  provider.intercept = (_, response) => {
    response.writeHead(404, { 'access-control-allow-origin': '*' }).end();
    return true;
  };
  await getButton(page, 'Sign in').click();
  expect(await getFailure(page)).toBe(`${provider.issuer} does not answer as an OpenID provider.`);
  await expectWayBack(page);
});

test('a person who cancels, with the description of the provider as plain text', async () => {
  const { page, provider } = await open();
  await leave(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const { host } = new URL(provider.issuer);
  expect(await getFailure(page)).toBe(
    `${host} did not let you in. The person <b>pressed</b> Cancel (access_denied)`,
  );
  expect(await page.getByRole('alert').locator('b').count()).toBe(0);
  await expectWayBack(page);
});

test('a configuration that names another issuer', async () => {
  const { page, provider } = await open();
  await configure(page, provider, { issuer: 'https://other.example' });
  await getButton(page, 'Sign in').click();
  expect(await getFailure(page)).toBe(
    `The configuration at ${provider.issuer} names another issuer, https://other.example.`,
  );
  await expectWayBack(page);
});

test('a token endpoint on an origin that the page may not call', async () => {
  const { page, provider } = await open();
  await configure(page, provider, { token_endpoint: 'https://tokens.example/token' });
  await getButton(page, 'Sign in').click();
  expect(await getFailure(page)).toMatch(
    /is at https:\/\/tokens\.example, which this page may not call\. Set CONSOLE_TOKEN_ORIGIN/,
  );
  await expectWayBack(page);
});

test('a page of the provider that is a script', async () => {
  const { page, provider } = await open();
  await configure(page, provider, { authorization_endpoint: 'javascript:alert(1)' });
  await getButton(page, 'Sign in').click();
  expect(await getFailure(page)).toMatch(/has no valid authorization endpoint\.$/);
  await expectWayBack(page);
});

test('a token endpoint that does not answer within ten seconds', async () => {
  const { page, provider } = await open();
  await page.addInitScript(() => {
    const start = AbortSignal.timeout;
    // The deadline of ten seconds, a hundred times faster.
    AbortSignal.timeout = (milliseconds) => start.call(AbortSignal, milliseconds / 100);
  });
  provider.intercept = ({ method, url }) => method === 'POST' && url === '/token';
  await proceed(page);
  const { host } = new URL(provider.issuer);
  expect(await getFailure(page)).toBe(`${host} did not answer within 10 seconds.`);
  await expectWayBack(page);
});

test('an access token that the API cannot verify, because it is opaque', async () => {
  const { page, provider } = await open();
  provider.isOpaque = true;
  await proceed(page);
  expect(await getFailure(page)).toMatch(
    /is not a JWT, so the API cannot verify it\. Ask for a token of the API: set CONSOLE_AUDIENCE/,
  );
  await expectWayBack(page);
});

test('clocks that differ by hours', async () => {
  const { page, provider } = await open();
  await page.clock.setSystemTime(Date.now() + 120 * 60_000);
  await proceed(page);
  const { host } = new URL(provider.issuer);
  expect(await getFailure(page)).toBe(
    `The clock of this device and that of ${host} differ by 120 minutes. Correct the clock, and sign in again.`,
  );
  await expectWayBack(page);
});

test('a code that the provider refuses', async () => {
  const { page, url, provider } = await open();
  provider.intercept = (request, response) => {
    if (request.method !== 'POST' || request.url !== '/token') return false;
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': url };
    response.writeHead(400, headers).end('{"error":"invalid_client"}');
    return true;
  };
  await proceed(page);
  const { host } = new URL(provider.issuer);
  expect(await getFailure(page)).toBe(`${host} refused the sign-in. (invalid_client)`);
  await expectWayBack(page);
});

test('after a failure, one can try again at once', async () => {
  const { page, url } = await open();
  await leave(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Sign in with/ }).click();
  await page.getByRole('button', { name: 'Continue as ada' }).click();
  await getButton(page, 'Sign out').waitFor();
  expect(page.url()).toBe(`${url}/voices`);
});

test('the way back from the provider in the browser leaves a button that works', async () => {
  const { page } = await open();
  await leave(page);
  await page.goBack();
  // As a browser that restores the page as it was.
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await getButton(page, 'Sign in').click();
  await page.getByRole('heading', { name: 'Provider' }).waitFor();
});
