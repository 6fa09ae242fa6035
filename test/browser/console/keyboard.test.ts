import { expect, test } from 'vitest';
import { hasFocus, shareConsole } from './console.ts';
import { getButton, shareSignIn, signIn } from './sign-in.ts';
import { tabTo } from './tab-to.ts';

const shared = shareConsole();
const openSignIn = shareSignIn();

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
  await getButton(page, 'Sign out').waitFor();
  await tabTo(page, page.getByLabel('Search persona'));
  await page.keyboard.type('Leo');
  await page.getByRole('radio', { name: 'Nora, museum guide' }).waitFor({ state: 'detached' });
  await tabTo(page, page.getByRole('radio', { name: 'Leo, city guide' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Create', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copy token' }).waitFor();
  expect(await hasFocus(page.getByRole('region', { name: 'The token' }))).toBe(true);
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

test('on a phone, a section is opened from the menu by keyboard alone', async () => {
  const page = await shared.open();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('heading', { name: 'Personas' }).waitFor();
  await tabTo(page, page.locator('nav button'));
  await page.keyboard.press('Enter');
  const current = page.locator('[aria-current=page]');
  await page.getByRole('menuitem', { name: 'Personas' }).and(current).waitFor();
  await page.getByRole('menuitem', { name: 'Sessions' }).waitFor();
  await page.keyboard.type('ses');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${shared.url}/sessions`);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
});
