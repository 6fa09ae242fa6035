import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { getButton, openSignIn, signIn } from './sign-in.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
}, 60_000);

/** Stops of the key Tab until the search is given up. */
const MAX_STOPS = 80;

const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

/** What shows that an element has the focus: an outline, or that of the part that stands for it. */
const showsFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { activeElement } = document;
    const around = [activeElement, activeElement?.parentElement, activeElement?.closest('label')];
    return around.some((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    });
  });

/** Moves the focus to an element by the key Tab. Each stop on the way shows that it has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let stop = 0; stop < MAX_STOPS && !(await hasFocus(target)); stop += 1) {
    await page.keyboard.press(key);
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    // At the end of the page, the focus leaves it for the browser.
    if (!focused?.startsWith('<body')) expect([focused, await showsFocus(page)]).toContain(true);
  }
  expect([String(target), await hasFocus(target)]).toStrictEqual([String(target), true]);
}

test('one signs in, mints a token and signs out by keyboard alone', async () => {
  const { page, url } = await openSignIn(browser, { path: '/tokens/new' });
  await tabTo(page, getButton(page, 'Sign in'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Provider' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Create session token' }).waitFor();
  await getButton(page, 'Sign out').waitFor();
  await tabTo(page, page.getByLabel('Search persona'));
  await page.keyboard.type('Leo');
  await page.getByRole('radio', { name: 'Nora, museum guide' }).waitFor({ state: 'detached' });
  await tabTo(page, page.getByRole('radio', { name: 'Leo, city guide' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Create', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('timer').waitFor();
  expect(await hasFocus(page.getByRole('region', { name: 'The token' }))).toBe(true);
  await tabTo(page, page.getByRole('button', { name: 'Copy token' }));
  await tabTo(page, getButton(page, 'Sign out'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Yes' }).press('Enter');
  await page.waitForURL(`${url}/sign-in**`);
});

test('what opens over the page closes with Escape, and the focus is where it was', async () => {
  const { page } = await openSignIn(browser, { path: '/voices' });
  const credentials = page.getByRole('main').getByRole('button', { name: 'Set credentials' });
  await tabTo(page, credentials);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => hasFocus(page.getByLabel('API key or JWT', { exact: true }))).toBe(true);
  // The focus stays in the dialog.
  for (let stop = 0; stop < 5; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main'))).toBeNull();
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(credentials)).toBe(true);
  await signIn(page);
  const menu = page.getByRole('button', { name: 'More actions' }).first();
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(menu)).toBe(true);
});

test('after a sign-in that failed, one tries again by keyboard alone', async () => {
  const { page } = await openSignIn(browser, { path: '/voices' });
  await tabTo(page, getButton(page, 'Sign in'));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('alert').waitFor();
  await tabTo(page, page.getByRole('button', { name: /^Sign in with/ }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue as ada' }).press('Enter');
  await getButton(page, 'Sign out').waitFor();
});

test('a persona is created by keyboard alone', async () => {
  const { page } = await openSignIn(browser, { path: '/personas/new' });
  await signIn(page);
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.type('Ada, tutor');
  for (const group of ['Avatar', 'Voice', 'Language model']) {
    const radios = page.getByRole('group', { name: group, exact: true }).getByRole('radio');
    await tabTo(page, radios);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    expect(await hasFocus(radios)).toBe(true);
  }
  await tabTo(page, page.getByLabel('System prompt'));
  await page.keyboard.type('You teach numbers.');
  await tabTo(page, page.getByRole('button', { name: 'Create persona' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ada, tutor' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});
