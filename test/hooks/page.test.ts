import type { Locator, Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openTab, takeTab } from '../browser/browser.ts';
import { createAvatars, startConsole } from '../browser/console/console.ts';
import { seedImageBytes } from '../support/files.ts';
import { bundlePage } from './bundle.ts';

/** The page's script, and the API of all tests, which share its records. */
let script: string;
let url: string;

beforeAll(async () => {
  script = await bundlePage('test/hooks/page/page.tsx');
  url = await startConsole({ ALLOW_PRIVATE_IMAGE_URLS: 'true' });
  await createAvatars(url, 3);
}, 60_000);

/** Opens a section of the page, on the API's own origin. */
async function open(
  name: string,
  { isClockPaused = false, respond = (route: Route) => route.fallback() } = {},
): Promise<{ page: Page; section: Locator }> {
  const page = await (isClockPaused ? openTab : takeTab)([url]);
  if (isClockPaused) {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
  }
  await page.route(/\/page\/(?:\?|$)/, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<link rel="icon" href="data:,"><div id="root"></div><script type="module" src="page.js"></script>',
    }),
  );
  await page.route('**/page.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await page.route(({ pathname }) => pathname === '/graphql', respond);
  await page.goto(`${url}/page/#${name}`);
  return { page, section: page.getByRole('region', { name }) };
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
])(
  'the infinite hook of %s fetches the next pages without page parameters of the app',
  async (name, first, ...others) => {
    const { section } = await open(name);
    await expect.poll(() => countItems(section)).toBe(first);
    for (const count of others) {
      await click(section, 'More');
      await expect.poll(() => countItems(section)).toBe(count);
    }
    expect(await section.getByRole('button').count()).toBe(0);
  },
);

test('a component shows the variables of its mutation until it fails or its data is fetched again', async () => {
  const { page, section } = await open('Avatars');
  await expect.poll(() => section.getByRole('button').count()).toBe(3);
  const button = section.getByRole('button').first();
  const name = await button.textContent();
  const failed = hold(page, 'UpdateAvatar');
  await button.click();
  const route = await failed;
  await expect.poll(() => button.textContent()).toBe('Renamed');
  await route.fulfill({ json: { errors: [{ message: 'No.', extensions: { code: 'CONFLICT' } }] } });
  await expect.poll(() => button.textContent()).toBe(name);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await button.click();
  await expect.poll(() => section.getByRole('button', { name: 'Renamed' }).count()).toBe(1);
  await expect.poll(() => section.getByRole('status').textContent()).toMatch(/^pending idle/);
});

test('two uploads with the same variables have their own signals and progress', async () => {
  const { section } = await open('Uploads');
  await click(section, 'Upload');
  await expect
    .poll(() => section.locator('li').allTextContents())
    .toStrictEqual(['AbortError false', 'ApiError true', '0 listeners']);
});

test('a document is polled until it is processed', async () => {
  const statuses = ['UPLOADED', 'PROCESSING', 'READY'];
  let requests = 0;
  const respond = (route: Route) => {
    const status = statuses[requests] ?? 'READY';
    requests += 1;
    return route.fulfill({ json: { data: { knowledgeDocument: { id: 'd', status } } } });
  };
  const { page, section } = await open('Documents', { isClockPaused: true, respond });
  for (const status of statuses) {
    await expect
      .poll(async () => {
        await page.clock.runFor(1);
        return section.getByRole('status').textContent();
      })
      .toBe(status);
    await page.clock.runFor(2000);
  }
  await page.clock.runFor(60_000);
  expect(requests).toBe(3);
});

test('a file is uploaded with its progress', async () => {
  const { page, section } = await open('Files');
  const held = hold(page, 'CreateAvatar');
  await section.locator('input').setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from(seedImageBytes('png')),
  });
  const route = await held;
  await expect.poll(() => section.getByRole('progressbar').count()).toBe(1);
  await route.continue();
  await expect.poll(() => section.getByRole('progressbar').count()).toBe(0);
  expect(await section.getByRole('alert').count()).toBe(0);
});
