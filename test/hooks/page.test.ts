import type { Browser, Locator, Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { avatars } from '../../src/avatar-service/seed/avatars.ts';
import { launchBrowser, openTab } from '../browser/browser.ts';
import { createCopies } from '../browser/console/console.ts';
import { startRunning } from '../support/running.ts';
import { bundlePage } from './bundle.ts';

let browser: Browser;
let script: string;

beforeAll(async () => {
  [browser, script] = await Promise.all([launchBrowser(), bundlePage('test/hooks/page/page.tsx')]);
}, 60_000);

/** Opens a section of the page, on the API's own origin. */
async function open(
  name: string,
  { settings = {}, search = '' } = {},
): Promise<{ page: Page; section: Locator; url: string }> {
  const { url } = await startRunning({ ALLOW_PRIVATE_IMAGE_URLS: 'true', ...settings });
  const page = await openTab(browser, [url]);
  await page.route(/\/page\/(?:\?|$)/, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<link rel="icon" href="data:,"><div id="root"></div><script type="module" src="page.js"></script>',
    }),
  );
  await page.route('**/page.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  if (name === 'Avatars') await createCopies(url, avatars[0]?.id ?? '', 3);
  await page.goto(`${url}/page/${search}#${name}`);
  return { page, section: page.getByRole('region', { name }), url };
}

const countItems = (section: Locator) => section.locator('li').count();

const click = (section: Locator, name: string) => section.getByRole('button', { name }).click();

/** Holds the next request of an operation, and returns it. */
const hold = (page: Page, operation: string) =>
  new Promise<Route>((resolve) => {
    void page.route(
      ({ pathname }) => pathname === '/graphql',
      async (route) => {
        if (route.request().postData()?.includes(`mutation ${operation}`)) return resolve(route);
        await route.fallback();
      },
    );
  });

test.each([
  ['Personas', 10, 20, 28],
  ['Voices', 5, 8],
])('the infinite hook of %s finds its next pages by itself', async (name, first, ...others) => {
  const { section } = await open(name);
  await expect.poll(() => countItems(section)).toBe(first);
  for (const count of others) {
    await click(section, 'More');
    await expect.poll(() => countItems(section)).toBe(count);
  }
  expect(await section.getByRole('button').count()).toBe(0);
});

test('an optimistic update shows in the record, the list and the connection, and is undone if it fails', async () => {
  const { page, section } = await open('Avatars');
  await expect.poll(() => countItems(section)).toBe(6);
  const name = (await section.locator('li').first().textContent()) ?? '';
  await click(section, 'Choose');
  await expect.poll(() => section.locator('h2').textContent()).toBe(name);
  const held = hold(page, 'UpdateAvatar');
  await click(section, 'Rename');
  const route = await held;
  await expect.poll(() => section.locator('h2').textContent()).toBe('Renamed');
  for (const list of ['ul', 'ol'])
    expect(await section.locator(`${list} li`).allTextContents()).toContain('Renamed');
  const errors = [{ message: 'No.', extensions: { code: 'CONFLICT' } }];
  await route.fulfill({ json: { errors } });
  await expect.poll(() => section.getByRole('status').textContent()).toBe('error');
  expect(await section.locator('h2').textContent()).toBe(name);
  expect(await section.locator('li').allTextContents()).not.toContain('Renamed');
});

test('an optimistic delete takes the record from the list and the connection, and both are fetched again', async () => {
  const { page, section } = await open('Avatars');
  await expect.poll(() => countItems(section)).toBe(6);
  const name = (await section.locator('li').first().textContent()) ?? '';
  await click(section, 'Choose');
  await expect.poll(() => section.locator('h2').textContent()).toBe(name);
  const held = hold(page, 'DeleteAvatar');
  await click(section, 'Delete');
  const route = await held;
  await expect.poll(() => countItems(section)).toBe(4);
  expect(await section.locator('li').allTextContents()).not.toContain(name);
  await route.continue();
  await expect.poll(() => countItems(section)).toBe(6);
});

test('two uploads of the same variables have each their own signal and progress, and leave no listener', async () => {
  const { section } = await open('Uploads');
  await click(section, 'Upload');
  await expect
    .poll(() => section.locator('li').allTextContents())
    .toStrictEqual(['AbortError false', 'ApiError true', '0 listeners']);
});

test('hooks that send hashes work while the API runs bundled operations only', async () => {
  const settings = { PERSISTED_OPERATIONS: 'bundled' };
  const { page, section } = await open('Personas', { settings, search: '?documents=hash' });
  await expect.poll(() => countItems(section)).toBe(10);
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST'),
    click(section, 'More'),
  ]);
  await expect.poll(() => countItems(section)).toBe(20);
  expect(Object.keys(request.postDataJSON())).toStrictEqual(['extensions', 'variables']);
});
