import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { handbook, personas } from '../../../src/avatar-service/seed/seed-data.ts';
import { seedTool } from '../../support/files.ts';
import { recording } from '../../tools/conformance/recordings.ts';
import { launchBrowser } from '../browser.ts';
import { chooseAction, inviteToMeeting, navigate, openConsole, selectOption } from './console.ts';
import { PAGES } from './pages.ts';
import { getButton, leave, openSignIn } from './sign-in.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
}, 60_000);

/** Navigates within the app, and waits until the page is loaded. */
async function show(page: Page, path: string): Promise<void> {
  await navigate(page, path);
  await page.waitForFunction(
    () =>
      document.querySelector('main h1') !== null &&
      document.querySelector('.loading, [aria-busy="true"]') === null &&
      [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
}

/** Runs axe, which the page has loaded, and returns the serious issues. Passed checks are left out of the results. */
const runAxe = async (page: Page, options: RunOptions = {}): Promise<string[]> => {
  const argument = JSON.stringify({ resultTypes: ['violations'], ...options });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${argument})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};

const WIDE = { width: 1400, height: 900 };
const PHONE = { width: 360, height: 740 };

test('axe finds no serious issues on any page with the light or dark theme, and none logs an error', async () => {
  // Without transitions, the colors of the other theme apply immediately.
  const { page, url } = await openConsole(browser, '/', {
    reducedMotion: 'reduce',
    viewport: WIDE,
  });
  const invite = await inviteToMeeting(url, 'Nora');
  await page.evaluate(axe);
  const menu = page.getByRole('button', { name: 'More actions' });
  for (const path of [...PAGES, `/meetings/${invite}`]) {
    await show(page, path);
    if ((await menu.count()) > 0) {
      await menu.click();
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
    const light = await runAxe(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    // Only this rule depends on the theme.
    const dark = await runAxe(page, { runOnly: ['color-contrast'] });
    await page.emulateMedia({ colorScheme: 'light' });
    expect({ path, light, dark }).toStrictEqual({ path, light: [], dark: [] });
    await page.setViewportSize(PHONE);
    // A page can be wider until its fonts and images are loaded.
    await expect
      .poll(async () => [path, await page.evaluate(() => document.documentElement.scrollWidth)])
      .toStrictEqual([path, PHONE.width]);
    await page.setViewportSize(WIDE);
  }
});

test('the navigation and a long issue fit on a phone', async () => {
  const { page } = await openConsole(browser, '/tools/new', { viewport: PHONE });
  const nav = page.getByRole('navigation', { name: 'Sections' });
  const hidden = await nav.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(hidden).toBe(0);
  await selectOption(page, 'Type', 'Server webhook');
  await page
    .getByLabel('Parameters')
    .fill(JSON.stringify({ properties: { ['long'.repeat(30)]: 1 } }));
  await page.getByRole('button', { name: 'Create tool' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

test('axe finds no serious issues in the dialogs, a minted token and rejected forms', async () => {
  const { page } = await openConsole(browser, `/tokens/new?persona=${personas[0]?.id}`);
  await page.evaluate(axe);
  const check = () => runAxe(page);
  await page.getByText('Another voice or language model').click();
  await page.getByRole('radio', { name: 'Alma' }).waitFor();
  await page.getByRole('radio', { name: 'A Llama 3.3 70B model.' }).waitFor();
  expect(await check()).toStrictEqual([]);
  await page.locator('summary', { hasText: /^Voice$/ }).click();
  await page.getByRole('checkbox', { name: 'Speed' }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('timer').waitFor();
  expect(await check()).toStrictEqual([]);
  await page.getByRole('button', { name: 'Credentials' }).click();
  expect(await check()).toStrictEqual([]);
  await page.keyboard.press('Escape');
  await show(page, `/tools/${seedTool}`);
  await chooseAction(page, 'Delete');
  expect(await check()).toStrictEqual([]);
  await page.keyboard.press('Escape');
  await show(page, '/avatars/new');
  await page.getByRole('button', { name: 'Create avatar' }).click();
  await page.getByRole('alert').waitFor();
  expect(await check()).toStrictEqual([]);
  for (const [path, button] of [
    ['/voices/new', 'Create voice'],
    ['/llms/new', 'Create LLM'],
    ['/tools/new', 'Create tool'],
  ] as const) {
    await show(page, path);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('alert').waitFor();
    expect([path, await check()]).toStrictEqual([path, []]);
  }
  await selectOption(page, 'Type', 'Server webhook');
  await page.getByLabel('Parameters').fill('{');
  await page.getByRole('button', { name: 'Create tool' }).click();
  await page.getByRole('alert').waitFor();
  expect(await check()).toStrictEqual([]);
  await show(page, '/llms/new');
  await page.getByRole('button', { name: 'Add a URL' }).click();
  expect(await check()).toStrictEqual([]);
  await page.getByRole('button', { name: 'Remove URL 2' }).click();
  await page.getByLabel('Name', { exact: true }).fill('House model');
  await page.getByLabel('URL', { exact: true }).fill('https://llm.example/v1');
  await page.getByLabel('Model', { exact: true }).fill('house-1');
  await page.getByLabel('API key', { exact: true }).fill('a-key-of-the-house');
  await page.getByRole('button', { name: 'Create LLM' }).click();
  await page.getByRole('heading', { name: 'House model' }).waitFor();
  expect(await check()).toStrictEqual([]);
}, 60_000);

test('axe finds no serious issues in a new share link, uploads, documents and passages', async () => {
  const { page } = await openConsole(browser, `/share-links/new?persona=${personas[0]?.id}`);
  await page.evaluate(axe);
  const check = () => runAxe(page);
  await page.getByRole('button', { name: 'Create share link' }).click();
  await page.getByRole('button', { name: 'Copy token' }).waitFor();
  expect(await check()).toStrictEqual([]);
  await page.getByRole('link', { name: "Open the link's page" }).click();
  await chooseAction(page, 'Revoke');
  expect(await check()).toStrictEqual([]);
  await page.keyboard.press('Escape');
  await show(page, `/knowledge/${handbook.id}`);
  const file = (name: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from('not a PDF'),
  });
  await page
    .getByLabel('Choose files')
    .setInputFiles([file('a.exe'), file('b.pdf'), file('c.txt')]);
  await page.getByRole('button', { name: 'Dismiss b.pdf' }).waitFor();
  await page.getByRole('button', { name: 'Delete c.txt' }).waitFor();
  await page.getByLabel('Search the documents').fill('holidays');
  await page.keyboard.press('Enter');
  await page.locator('mark').first().waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect([colorScheme, await check()]).toStrictEqual([colorScheme, []]);
  }
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

test('skipping to the content, opening a persona and minting a token work by keyboard alone', async () => {
  const { page, url } = await openConsole(browser, '/?name=nora');
  await page.getByText('1 persona', { exact: true }).waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('a, button')?.textContent ?? '');
  const tabTo = async (text: string) => {
    for (let step = 0; step < 30 && !(await focused()).includes(text); step += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  };
  await tabTo('Nora, museum guide');
  await page.getByRole('heading', { name: 'Nora, museum guide' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  await tabTo('Create session token');
  await page.waitForURL(`${url}/tokens/new?persona=${personas[0]?.id}`);
  await tabTo('Create');
  await page.getByRole('timer').waitFor();
});

/** Moves the focus to an element by the key Tab. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isFocused = () =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  for (let step = 0; step < 60 && !(await isFocused()); step += 1) await page.keyboard.press('Tab');
  expect([selector, await isFocused()]).toStrictEqual([selector, true]);
}

test('on a phone, a section is opened from the menu by keyboard alone', async () => {
  const { page, url } = await openConsole(browser, '/', { viewport: PHONE });
  await page.getByRole('heading', { name: 'Personas' }).waitFor();
  await tabTo(page, 'nav button');
  await page.keyboard.press('Enter');
  await page
    .getByRole('menuitem', { name: 'Personas' })
    .and(page.locator('[aria-current=page]'))
    .waitFor();
  await page.getByRole('menuitem', { name: 'Sessions' }).waitFor();
  await page.keyboard.type('ses');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}/sessions`);
  await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('documents are uploaded, searched and deleted by keyboard alone', async () => {
  const { page } = await openConsole(browser);
  // Before the page is opened, so that Chromium reports the dialog instead of showing it.
  const chooser = page.waitForEvent('filechooser');
  await show(page, `/knowledge/${handbook.id}`);
  await tabTo(page, '#documents');
  await page.keyboard.press('Enter');
  const buffer = Buffer.from('The canoe is in the cellar.');
  await (await chooser).setFiles({ name: 'canoe.txt', mimeType: 'text/plain', buffer });
  await page.locator('.document', { hasText: 'canoe.txt' }).getByText('ready').waitFor();
  await tabTo(page, '#query');
  await page.keyboard.type('canoe');
  await page.keyboard.press('Enter');
  await page.locator('mark', { hasText: 'canoe' }).waitFor();
  await tabTo(page, '[aria-label="Delete canoe.txt"]');
  await page.keyboard.press('Enter');
  await tabTo(page, '[role=dialog] button.danger');
  await page.keyboard.press('Enter');
  await page.locator('.document', { hasText: 'canoe.txt' }).waitFor({ state: 'detached' });
});

test('a tool and a voice are created by keyboard alone', async () => {
  const { page, url } = await openConsole(browser, '/tools/new');
  await page.getByRole('button', { name: 'Create tool' }).waitFor();
  await tabTo(page, '[id="input.type"]');
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await tabTo(page, '[id="input.name"]');
  await page.keyboard.type('hang_up');
  await tabTo(page, '[id="input.description"]');
  await page.keyboard.type('Ends the call.');
  await tabTo(page, '[id="input.config.action"]');
  await tabTo(page, 'button[type=submit]');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'hang_up' }).waitFor();
  // Before the page is opened, so that Chromium reports the dialog instead of showing it.
  const chooser = page.waitForEvent('filechooser');
  await page.goto(`${url}/voices/new`);
  await page.getByRole('button', { name: 'Create voice' }).waitFor();
  await tabTo(page, '[id="input.displayName"]');
  await page.keyboard.type('Ada');
  await tabTo(page, '[id="input.audio.file"]');
  await page.keyboard.press('Enter');
  const buffer = Buffer.from(await recording().arrayBuffer());
  await (await chooser).setFiles({ name: 'ada.wav', mimeType: 'audio/wav', buffer });
  await tabTo(page, 'button[type=submit]');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ada' }).waitFor();
});

test('axe finds no serious issues where one signs in, and in the notice that it ends', async () => {
  const { page, provider } = await openSignIn(browser, {
    path: '/voices',
    reducedMotion: 'reduce',
  });
  provider.hasRefreshTokens = false;
  provider.lifetime = 60;
  const check = async () => {
    await page.evaluate(axe);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await runAxe(page)]).toStrictEqual([colorScheme, []]);
    }
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await page.setViewportSize(WIDE);
  };
  await leave(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').waitFor();
  await check();
  await page.getByRole('button', { name: /^Sign in with/ }).click();
  await page.getByRole('button', { name: 'Continue as ada' }).click();
  await page.getByText(/^Your sign-in ends at/).waitFor();
  await getButton(page, 'Sign out').waitFor();
  await check();
});
