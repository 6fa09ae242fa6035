import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seedTool } from '../../support/files.ts';
import { avatars, handbook, personas, sessions, voices } from '../../support/sample/records.ts';
import { chooseAction, inviteToMeeting, navigate, selectOption, shareConsole } from './console.ts';
import { leave, shareSignIn } from './sign-in.ts';
import { tabTo } from './tab-to.ts';

const shared = shareConsole();
const openSignIn = shareSignIn();

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Paths of the pages of the console with the sample data. Of pages that differ only in their words, one. */
const PAGES: readonly string[] = [
  '/',
  `/personas/${personas[9]?.id}`,
  '/personas/new',
  '/avatars',
  `/avatars/${avatars[0]?.id}`,
  '/voices',
  '/voices/new',
  `/voices/${voices[0]?.id}`,
  '/llms',
  '/llms/new',
  '/tools',
  `/tools/${seedTool}`,
  `/knowledge/${handbook.id}`,
  '/share-links',
  `/share-links/new?persona=${personas[0]?.id}`,
  '/sessions',
  `/sessions/${sessions[0]?.session.id}`,
  '/sessions/statistics',
  '/meetings/new',
  `/tokens/new?persona=${personas[0]?.id}`,
  '/?name=nobody',
];

/** Waits until a page of the console has what it shows. */
const waitUntilLoaded = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('main h1') !== null &&
      document.querySelector('.loading, [aria-busy="true"]') === null &&
      [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );

async function show(page: Page, path: string): Promise<void> {
  await navigate(page, path);
  await waitUntilLoaded(page);
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

/** Switches to the other theme. */
async function switchTheme(page: Page): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
}

/** Finds serious issues of the colors, which are all that depends on the theme. */
const findColors = (page: Page) => runAxe(page, { runOnly: ['color-contrast'] });

async function check(page: Page): Promise<string[]> {
  const found = await runAxe(page);
  await switchTheme(page);
  return [...found, ...(await findColors(page))];
}

const expectToFit = (page: Page) =>
  // A page can be wider until its fonts and images are loaded.
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

test('on every page, axe finds no serious issues with both themes, and the last control is reached by keyboard with a visible focus', async () => {
  const page = await shared.open();
  await page.setViewportSize(PHONE);
  const invite = await inviteToMeeting(shared.url, 'Nora');
  await page.evaluate(axe);
  const menu = page.getByRole('main').getByRole('button', { name: 'More actions' });
  let isWide = false;
  // Each page is shown on a phone and wide, with one theme on each; a page begins as the one before has ended.
  for (const path of [...PAGES, `/meetings/${invite}`]) {
    await show(page, path);
    if ((await menu.count()) > 0) {
      await menu.first().click();
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
    if (!isWide) await expectToFit(page);
    const found = await runAxe(page);
    isWide = !isWide;
    await page.setViewportSize(isWide ? WIDE : PHONE);
    await switchTheme(page);
    found.push(...(await findColors(page)));
    if (!isWide) await expectToFit(page);
    expect([path, ...found]).toStrictEqual([path]);
    // Of radio buttons, only the chosen one is a stop.
    const controls = page.locator('main :is(a, button:enabled, input:not([type=radio]), summary)');
    if ((await controls.count()) === 0) continue;
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    await tabTo(page, controls.and(page.locator(':visible')).last());
  }
}, 180_000);

test('on a phone, the navigation, the actions of a page and a long issue fit', async () => {
  const page = await shared.open('/avatars');
  await page.setViewportSize(PHONE);
  await page.locator('.card').first().click();
  const actions = page.locator('.heading > .row > *');
  await actions.nth(1).waitFor();
  const centers = await actions.evaluateAll((elements) =>
    elements
      .map((element) => element.getBoundingClientRect())
      .map(({ y, height }) => y + height / 2),
  );
  expect(Math.max(...centers) - Math.min(...centers)).toBeLessThan(2);
  await show(page, '/tools/new');
  const nav = page.getByRole('navigation', { name: 'Sections' });
  const hidden = await nav.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(hidden).toBe(0);
  await selectOption(page, 'Type', 'webhook');
  const parameters = JSON.stringify({ properties: { ['long'.repeat(30)]: 1 } });
  await page.getByLabel('Parameters').fill(parameters);
  await page.getByRole('button', { name: 'Create tool' }).click();
  await page.getByRole('alert').waitFor();
  await expectToFit(page);
});

test('axe finds no serious issues in dialogs, rejected forms, what was created, uploads and passages', async () => {
  const page = await shared.open(`/tokens/new?persona=${personas[0]?.id}`);
  await page.evaluate(axe);
  const expectNoIssues = async (where: string) =>
    expect([where, await runAxe(page)]).toStrictEqual([where, []]);
  await page.getByText('Another voice or language model').click();
  await page.getByRole('radio', { name: 'Alma' }).waitFor();
  await page.locator('summary', { hasText: /^Voice$/ }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('button', { name: 'Copy token' }).waitFor();
  await expectNoIssues('token');
  await page.getByRole('button', { name: 'Credentials' }).click();
  await expectNoIssues('credentials');
  await page.keyboard.press('Escape');
  await show(page, `/tools/${seedTool}`);
  await chooseAction(page, 'Delete');
  await expectNoIssues('deletion');
  await page.keyboard.press('Escape');
  for (const [path, button] of [
    ['/avatars/new', 'Create avatar'],
    ['/tools/new', 'Create tool'],
  ] as const) {
    await show(page, path);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('alert').waitFor();
    await expectNoIssues(path);
  }
  await show(page, `/share-links/new?persona=${personas[0]?.id}`);
  await page.getByRole('button', { name: 'Create share link' }).click();
  await page.getByRole('button', { name: 'Copy token' }).waitFor();
  await expectNoIssues('share link');
  await show(page, `/knowledge/${handbook.id}`);
  const buffer = Buffer.from('not a PDF');
  const files = ['a.exe', 'b.pdf', 'c.txt'].map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer,
  }));
  await page.getByLabel('Choose files').setInputFiles(files);
  await page.getByRole('button', { name: 'Dismiss b.pdf' }).waitFor();
  await page.getByRole('button', { name: 'Delete c.txt' }).waitFor();
  await page.getByLabel('Search the documents').fill('holidays');
  await page.keyboard.press('Enter');
  await page.locator('.passage').first().waitFor();
  expect(await check(page)).toStrictEqual([]);
  await page.setViewportSize(PHONE);
  await expectToFit(page);
}, 120_000);

test('axe finds no serious issues where one signs in', async () => {
  const { page } = await openSignIn({ path: '/voices' });
  await leave(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').waitFor();
  await page.evaluate(axe);
  expect(await check(page)).toStrictEqual([]);
  await page.setViewportSize(PHONE);
  await expectToFit(page);
});
