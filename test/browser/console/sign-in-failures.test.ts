import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freePort } from '../../support/resources.ts';
import { takeTab } from '../browser.ts';
import { startConsole } from './console.ts';
import { createSettings } from './openid-provider.ts';
import {
  configure,
  getButton,
  getFailure,
  getStored,
  leave,
  refuseTokens,
  type SignInConsole,
  shareSignIn,
} from './sign-in.ts';

const openSignIn = shareSignIn();

const PATH = '/voices';

/** Expects that the page says why nobody is signed in, and that a link leads back to the page before. */
async function expectFailure(page: Page, message: string | RegExp): Promise<void> {
  expect(await getFailure(page)).toMatch(message);
  expect(await getStored(page)).toBeUndefined();
  await page.getByRole('link', { name: 'Back to the console' }).click();
  expect(new URL(page.url()).pathname).toBe(PATH);
  await getButton(page, 'Sign in').waitFor();
}

test('an issuer that cannot be reached', async () => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const url = await startConsole(await createSettings(issuer));
  const page = await takeTab([url, issuer], { mayFail: true });
  await page.goto(`${url}${PATH}`);
  await getButton(page, 'Sign in').click();
  const message = `${issuer} cannot be reached, or does not allow requests of this page (CORS).`;
  await expectFailure(page, message);
});

test('a person who cancels, with the description of the provider as plain text', async () => {
  const { page } = await openSignIn({ path: PATH });
  await leave(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').locator('b').count()).toBe(0);
  await expectFailure(
    page,
    `provider refused the sign-in. The person <b>pressed</b> Cancel (access_denied)`,
  );
});

/** What is wrong with the provider, and what the page says when one signs in, with its issuer. */
const BEFORE_LEAVING: readonly [
  string,
  (opened: SignInConsole) => unknown,
  (issuer: string) => string,
][] = [
  [
    'an issuer that is no OpenID provider',
    ({ provider }) => {
      provider.intercept = (_, response) => {
        response.writeHead(404, { 'access-control-allow-origin': '*' }).end();
        return true;
      };
    },
    (issuer) => `${issuer} does not answer as an OpenID provider.`,
  ],
  [
    'a configuration that names another issuer',
    ({ page, provider }) => configure(page, provider, { issuer: 'https://other.example' }),
    (issuer) => `The configuration at ${issuer} names another issuer.`,
  ],
  [
    'a token endpoint on an origin that the page may not call',
    ({ page, provider }) =>
      configure(page, provider, { token_endpoint: 'https://tokens.example/token' }),
    () => 'is at https://tokens.example, which this page may not call. Set tokenOrigin',
  ],
  [
    'a page of the provider that is a script',
    ({ page, provider }) =>
      configure(page, provider, { authorization_endpoint: 'javascript:alert(1)' }),
    () => 'has no valid authorization endpoint.',
  ],
];

const AFTER_LEAVING: typeof BEFORE_LEAVING = [
  [
    'a token endpoint that does not answer within ten seconds',
    async ({ page, provider }) => {
      await page.addInitScript(() => {
        // The deadline is over when the request has arrived.
        AbortSignal.timeout = () => {
          const controller = new AbortController();
          const expire = () => controller.abort(new DOMException('Too late.', 'TimeoutError'));
          addEventListener('expire', expire);
          return controller.signal;
        };
      });
      provider.intercept = ({ method, url }) => {
        const isToken = method === 'POST' && url === '/token';
        if (isToken) void page.evaluate(() => dispatchEvent(new Event('expire')));
        return isToken;
      };
    },
    () => `provider did not answer within 10 seconds.`,
  ],
  [
    'an access token that the API cannot verify, because it is opaque',
    ({ provider }) => {
      provider.isOpaque = true;
    },
    () => 'is not a JWT, so the API cannot verify it. Ask for a token of the API: set audience',
  ],
  [
    'clocks that differ by hours',
    ({ page }) => page.clock.setSystemTime(Date.now() + 120 * 60_000),
    () =>
      `The clock of this device and that of provider differ. Correct the clock, and sign in again.`,
  ],
  [
    'a code that the provider refuses',
    ({ url, provider }) => refuseTokens(provider, url, 'invalid_client'),
    () => `provider refused the sign-in. (invalid_client)`,
  ],
];

test.each([
  ...BEFORE_LEAVING.map((row) => [...row, false] as const),
  ...AFTER_LEAVING.map((row) => [...row, true] as const),
])('%s', async (_, prepare, getMessage, leaves) => {
  const opened = await openSignIn({ path: PATH, mayFail: true, hasOwnTab: leaves });
  const { page, provider } = opened;
  await prepare(opened);
  if (leaves) {
    await leave(page);
    await page.getByRole('button', { name: 'Continue as ada' }).click();
  } else await getButton(page, 'Sign in').click();
  await expectFailure(page, getMessage(provider.issuer));
});

test('the way back from the provider in the browser leaves a button that works', async () => {
  const { page } = await openSignIn({ path: PATH });
  await leave(page);
  await page.goBack();
  // As a browser that restores the page as it was.
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await leave(page);
});
