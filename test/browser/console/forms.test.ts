import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConsole } from './console.ts';

/** Whether the focus is in an element. */
const isFocused = (page: Page, selector: string) =>
  page.evaluate(
    (wanted) => document.activeElement?.matches(`${wanted}, :has(> ${wanted})`) ?? false,
    selector,
  );

test.each([
  ['/personas/new?avatar=not-an-id', 'Create persona', 'input.avatarId', 'Search avatar'],
  ['/tools/new', 'Create tool', 'input.name', 'Name'],
  ['/llms/new', 'Create LLM', 'input.displayName', 'Name'],
])(
  'at %s, rejected fields are listed above the form with links to them',
  async (path, submit, field, label) => {
    const { page } = await openConsole(path, { viewport: { width: 360, height: 740 } });
    await page.getByRole('button', { name: submit }).click();
    const summary = page.locator('form > div:first-child [role=alert]');
    await summary.waitFor();
    expect(await isFocused(page, '[role=alert]')).toBe(true);
    const link = summary.locator(`a[href="#${field}"]`).first();
    const text = await link.textContent();
    expect(text).toContain(`${label}: `);
    const { pathname } = new URL(page.url());
    await page.keyboard.press('Tab');
    await link.focus();
    await page.keyboard.press('Enter');
    expect(await isFocused(page, `[id="${field}"]`)).toBe(true);
    expect(await page.locator(`[id="${field}-issues"]`).textContent()).toContain(
      text?.slice(label.length + 2),
    );
    expect(new URL(page.url()).pathname).toBe(pathname);
    // Neither the header nor the bar with the submit button covers the field.
    const isOnTop = await page.locator(`[id="${field}"]`).evaluate((element) => {
      const { x, y } = element.getBoundingClientRect();
      return document.elementFromPoint(x + 5, y + 5) === element;
    });
    expect(isOnTop).toBe(true);
  },
);

test('the submit button stays visible on a long form', async () => {
  const { page } = await openConsole('/personas/new');
  const button = page.getByRole('button', { name: 'Create persona' });
  await page.getByRole('radio', { name: 'Freya' }).waitFor();
  const getBottom = () => button.evaluate((element) => element.getBoundingClientRect().bottom);
  const height = await page.evaluate(() => window.innerHeight);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(
    2 * height,
  );
  expect(await getBottom()).toBeLessThanOrEqual(height);
});

test('a form with values that cannot be parsed is not sent', async () => {
  const { page } = await openConsole('/llms/new');
  await page.getByLabel('Temperature').fill('warm');
  await page.getByRole('button', { name: 'Create LLM' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Enter a number.' }).waitFor();
  expect(await isFocused(page, '[role=alert]')).toBe(true);
});
