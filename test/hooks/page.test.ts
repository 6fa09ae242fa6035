import type { Locator, Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sessions } from '../../src/avatar-service/seed/sessions.ts';
import { createClient, StopSessionDocument } from '../../src/hooks/client-entry.ts';
import { openTab, takeTab } from '../browser/browser.ts';
import { createAvatars, startConsole } from '../browser/console/console.ts';
import { recording } from '../tools/conformance/recordings.ts';
import { bundlePage } from './bundle.ts';

let script: string;

beforeAll(async () => {
  script = await bundlePage('test/hooks/page/page.tsx');
}, 60_000);

/** Opens a section of the page, on the API's own origin. */
async function open(
  name: string,
  { search = '', isClockPaused = false } = {},
): Promise<{ page: Page; section: Locator; url: string }> {
  const url = await startConsole({ ALLOW_PRIVATE_IMAGE_URLS: 'true' });
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
  if (name === 'Avatars') await createAvatars(url, 3);
  await page.goto(`${url}/page/${search}#${name}`);
  return { page, section: page.getByRole('region', { name }), url };
}

const countItems = (section: Locator) => section.locator('li').count();

const click = (section: Locator, name: string) => section.getByRole('button', { name }).click();

/** Returns a function that counts the requests that the page sends from now on. */
function countRequests(page: Page) {
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  return () => requests;
}

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

test('an optimistic update is reverted if it fails, before queries are fetched again', async () => {
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
  await page.route(
    ({ pathname }) => pathname === '/graphql',
    () => undefined,
  );
  const requests = countRequests(page);
  await route.fulfill({ json: { errors: [{ message: 'No.', extensions: { code: 'CONFLICT' } }] } });
  await expect.poll(() => section.getByRole('status').textContent()).toBe('error');
  expect(await section.locator('h2').textContent()).toBe(name);
  expect(await section.locator('li').allTextContents()).not.toContain('Renamed');
  await expect.poll(requests).toBe(3);
});

test('an optimistic delete removes the record from the list and the connection', async () => {
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

test('two uploads with the same variables have their own signals and progress', async () => {
  const { section } = await open('Uploads');
  await click(section, 'Upload');
  await expect
    .poll(() => section.locator('li').allTextContents())
    .toStrictEqual(['AbortError false', 'ApiError true', '0 listeners']);
});

const LIVE = sessions.find(({ exitStatus }) => exitStatus === null)?.id ?? '';

/** Opens the live session with a paused clock. */
async function openSession() {
  const opened = await open('Sessions', { search: `?${LIVE}`, isClockPaused: true });
  const { page, section } = opened;
  /** Runs due timers, and returns the text of the session. */
  const show = async () => {
    await page.clock.runFor(1);
    return section.getByRole('status').textContent();
  };
  await expect.poll(show).toMatch(/^true, none/);
  return { ...opened, show, requests: countRequests(page) };
}

test('a session is polled at a growing interval until it has ended', async () => {
  const { page, url, show, requests } = await openSession();
  for (const [count, seconds] of [5, 7.5, 11.25].entries()) {
    const before = await show();
    await page.clock.runFor(seconds * 1000 - 100);
    expect(requests()).toBe(count);
    await page.clock.runFor(200);
    await expect.poll(show).not.toBe(before);
  }
  await createClient({ url: `${url}/graphql` }).request(StopSessionDocument, { id: LIVE });
  await page.clock.runFor(30_000);
  await expect.poll(show).toMatch(/^false, 4/);
  await page.clock.runFor(3_600_000);
  expect(requests()).toBe(4);
});

test('a hidden page and an unmounted hook do not poll', async () => {
  const { page, section, show, requests } = await openSession();
  const setVisibility = (visibilityState: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value });
      dispatchEvent(new Event('visibilitychange'));
    }, visibilityState);
  await setVisibility('hidden');
  await page.clock.runFor(36_000_000);
  expect(requests()).toBe(0);
  const before = await show();
  await setVisibility('visible');
  await expect.poll(show).not.toBe(before);
  expect(requests()).toBe(1);
  await click(section, 'Toggle');
  await page.clock.runFor(36_000_000);
  expect(requests()).toBe(1);
});

test('a group is polled after each upload until its documents are processed', async () => {
  const { section } = await open('Documents');
  const status = section.getByRole('status');
  // Only then does the page know to which group it uploads.
  await expect.poll(() => section.locator('li').count()).toBeGreaterThan(0);
  await expect.poll(() => status.textContent()).toBe('false 0');
  for (const count of [1, 2]) {
    await click(section, 'Upload');
    await expect.poll(() => section.getByText('otters.txt READY').count()).toBe(count);
    await expect.poll(() => status.textContent()).toBe('false 1');
  }
});

test('a long recording is sent in three steps with its progress', async () => {
  const { page, section } = await open('Recordings');
  const file = Buffer.from(await recording().bytes());
  await page.route('**/recording', (route) => route.fulfill({ body: file }));
  const { promise: held, resolve: hold } = Promise.withResolvers<Route>();
  await page.route('**/v1/voices/uploads/**', (route) => hold(route), { times: 1 });
  await click(section, 'Upload');
  const route = await held;
  await page.evaluate(() => dispatchEvent(new Event('abort-upload')));
  await expect
    .poll(() => section.locator('li').allTextContents())
    .toStrictEqual(['AbortError Ada', 'Eva 1']);
  await route.abort().catch(() => undefined);
});
