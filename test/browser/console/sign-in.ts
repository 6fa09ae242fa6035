import type { Locator, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { openTab, takeTab } from '../browser.ts';
import { startConsole } from './console.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';

/** The console of an API whose people sign in at a provider. */
export interface SignInConsole {
  readonly page: Page;
  readonly url: string;
  readonly provider: OpenIdProvider;
}

interface Options {
  readonly mayFail?: boolean;
  readonly path?: string;
  /** Whether the test sets the clock of its page, or adds scripts to it. Default false. */
  readonly hasOwnTab?: boolean;
}

/** Starts a provider and a console that the tests of a file share. Returns a function that opens it, signed out. */
export function shareSignIn() {
  let provider: OpenIdProvider;
  let url: string;
  beforeAll(async () => {
    provider = await startOpenIdProvider();
    url = await startConsole(provider.settings);
  }, 60_000);
  return async (options: Options = {}): Promise<SignInConsole> => {
    const { path = '/', hasOwnTab = false, mayFail = false } = options;
    provider.reset();
    provider.register(url);
    const page = await (hasOwnTab ? openTab : takeTab)([url, provider.issuer], { mayFail });
    await page.goto(`${url}${path}`);
    return { page, url, provider };
  };
}

/** The button of the header, such as Sign in. */
export const getButton = (page: Page, name: string): Locator =>
  page.getByRole('banner').getByRole('button', { name });

/** Goes to the page of the provider. */
export async function leave(page: Page): Promise<void> {
  await getButton(page, 'Sign in').click();
  await page.getByRole('heading', { name: 'Provider' }).waitFor();
}

/** Signs in as ada, who is not known to the provider yet. */
export async function signIn(page: Page): Promise<void> {
  await leave(page);
  await page.getByRole('button', { name: 'Continue as ada' }).click();
  await getButton(page, 'Sign out').waitFor();
}

/** Replaces members of the provider's configuration, as the browser sees it. */
export const configure = (page: Page, { issuer }: OpenIdProvider, members: object) =>
  page.route(`${issuer}/.well-known/openid-configuration`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...members } });
  });

/** Lets the token endpoint refuse each request of a console. */
export function refuseTokens(provider: OpenIdProvider, url: string, error: string): void {
  provider.intercept = (request, response) => {
    if (request.method !== 'POST' || request.url !== '/token') return false;
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': url };
    response.writeHead(400, headers).end(JSON.stringify({ error }));
    return true;
  };
}

/** What the page says of a sign-in that failed. */
export const getFailure = (page: Page): Promise<string> =>
  page.getByRole('alert').filter({ hasText: 'You are not signed in' }).locator('p').innerText();

/** The tokens that this tab keeps; undefined if it keeps none. */
export const getStored = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => sessionStorage.getItem('session') ?? undefined);
