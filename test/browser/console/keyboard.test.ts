import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { handbook } from '../../support/sample/records.ts';
import { hasFocus, navigate, openConsole } from './console.ts';
import { getButton, openSignIn, signIn } from './sign-in.ts';

/** Stops of the key Tab until the search is given up. */
const MAX_STOPS = 80;

/** Whether an element has the focus, and where the focus is if nothing shows it: an outline there, or of what is around. */
const findFocus = (target: Locator) =>
  target.evaluateAll((elements) => {
    const { activeElement, body } = document;
    const around = [activeElement, activeElement?.parentElement, activeElement?.closest('label')];
    const isShown = around.some((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    });
    return {
      isThere: elements.some((element) => element === activeElement),
      // At the end of the page, the focus leaves it for the browser.
      invisible: isShown || activeElement === body ? null : activeElement?.outerHTML.slice(0, 200),
    };
  });

/** Moves the focus to an element by the key Tab. Each stop on the way shows that it has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.first().waitFor();
  let { isThere } = await findFocus(target);
  for (let stop = 0; stop < MAX_STOPS && !isThere; stop += 1) {
    await page.keyboard.press(key);
    const focus = await findFocus(target);
    expect(focus.invisible).toBeNull();
    ({ isThere } = focus);
  }
  expect([String(target), isThere]).toStrictEqual([String(target), true]);
}

test('one signs in after an attempt that failed, mints a token and signs out by keyboard alone', async () => {
  const { page, url } = await openSignIn({ path: '/tokens/new' });
  await tabTo(page, getButton(page, 'Sign in'));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('alert').waitFor();
  await tabTo(page, page.getByRole('button', { name: /^Sign in with/ }));
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
  const { page } = await openSignIn({ path: '/voices' });
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

test('a persona is created by keyboard alone', async () => {
  const { page } = await openSignIn({ path: '/personas/new' });
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

test('one skips to the content by keyboard alone', async () => {
  const { page } = await openConsole('/?name=nora');
  await page.getByText('1 persona', { exact: true }).waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Nora, museum guide' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Nora, museum guide' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('on a phone, a section is opened from the menu by keyboard alone', async () => {
  const { page, url } = await openConsole('/', { viewport: { width: 360, height: 740 } });
  await page.getByRole('heading', { name: 'Personas' }).waitFor();
  await tabTo(page, page.locator('nav button'));
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
  const { page } = await openConsole();
  // Before the page is opened, so that Chromium reports the dialog instead of showing it.
  const chooser = page.waitForEvent('filechooser');
  await navigate(page, `/knowledge/${handbook.id}`);
  await tabTo(page, page.locator('#documents'));
  await page.keyboard.press('Enter');
  const buffer = Buffer.from('The canoe is in the cellar.');
  await (await chooser).setFiles({ name: 'canoe.txt', mimeType: 'text/plain', buffer });
  await page.locator('.document', { hasText: 'canoe.txt' }).getByText('ready').waitFor();
  await tabTo(page, page.locator('#query'));
  await page.keyboard.type('canoe');
  await page.keyboard.press('Enter');
  await page.locator('mark', { hasText: 'canoe' }).waitFor();
  await tabTo(page, page.locator('[aria-label="Delete canoe.txt"]'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.locator('[role=dialog] button.danger'));
  await page.keyboard.press('Enter');
  await page.locator('.document', { hasText: 'canoe.txt' }).waitFor({ state: 'detached' });
});

test('a tool is created by keyboard alone', async () => {
  const { page } = await openConsole('/tools/new');
  await page.getByRole('button', { name: 'Create tool' }).waitFor();
  const kind = page.locator('[id="input.kind"]');
  await tabTo(page, kind);
  await page.keyboard.press('End');
  await expect.poll(() => kind.inputValue()).toBe('system');
  await tabTo(page, page.locator('[id="input.name"]'));
  await page.keyboard.type('hang_up');
  await tabTo(page, page.locator('[id="input.description"]'));
  await page.keyboard.type('Ends the call.');
  await tabTo(page, page.locator('[id="input.config.system.action"]'));
  await tabTo(page, page.locator('button[type=submit]'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'hang_up' }).waitFor();
});
