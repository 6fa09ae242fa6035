import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConsole } from './console.ts';

const getContent = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element, '::after').content);

test('a persona needs a name, in a new one and in a saved one', async () => {
  const { page, url } = await openConsole('/personas/new');
  const name = page.getByLabel('Name', { exact: true });
  await name.waitFor();
  expect(await name.getAttribute('aria-required')).toBe('true');
  await page.getByRole('button', { name: 'Create persona' }).click();
  await page.getByRole('link', { name: 'Name: The name is required.' }).waitFor();
  await page.goto(`${url}/?name=ines`);
  await page.getByRole('link', { name: 'Ines, Spanish tutor' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await name.fill(' ');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Name: The name is required.' }).waitFor();
});

test('required fields are marked, and the mark is no part of their names', async () => {
  const { page } = await openConsole('/tools/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  expect(await getContent(page, '[for="input.name"]')).toContain('*');
  await page.goto(page.url().replace('tools', 'llms'));
  await page.getByRole('textbox', { name: 'Description', exact: true }).waitFor();
  expect(await getContent(page, '[for="input.description"]')).toBe('none');
});

test('a hint has only what its label does not say', async () => {
  const { page } = await openConsole('/knowledge/new');
  await page.getByText('1 to 100 characters.', { exact: true }).waitFor();
  await page.goto(page.url().replace('knowledge', 'llms'));
  await page.getByText('For example default, low, medium or high.', { exact: true }).waitFor();
});

test('after a submit by keyboard, the new page says what succeeded, once, without a frame around it', async () => {
  const { page, url } = await openConsole('/knowledge/new');
  await page.getByLabel('Name', { exact: true }).fill('Prices');
  await page.keyboard.press('Enter');
  await page.waitForURL(/knowledge\/(?!new)/);
  const notice = page.getByText('The knowledge group was created.');
  await notice.waitFor();
  const main = page.locator('main');
  expect(await main.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await main.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none');
  await page.reload();
  await page.getByRole('heading', { name: 'Prices' }).waitFor();
  expect(await notice.count()).toBe(0);
  expect(page.url()).toContain(url);
});

test('with the built-in avatar service, credentials are not needed, and meetings are not joined', async () => {
  const { page } = await openConsole('/meetings/new');
  await page.getByText('The built-in avatar service cannot join a meeting').waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Credentials' }).click();
  await page.getByText('None are needed here').waitFor();
});

test('a filter is not marked as required', async () => {
  const { page } = await openConsole('/sessions/statistics');
  await page.getByLabel('Time range').waitFor();
  expect(await page.locator('[data-required]').count()).toBe(0);
});

test('statistics of a persona have its name', async () => {
  const { page } = await openConsole('/?name=leo');
  await page.getByRole('link', { name: 'Leo, city guide' }).click();
  const id = page.url().split('/').at(-1);
  await page.goto(new URL(`/sessions/statistics?personaId=${id}`, page.url()).href);
  await page.getByText('How fast Leo, city guide answered.').waitFor();
});

test('until a picture is loaded, the first letter of the name is in its place', async () => {
  const { page } = await openConsole('/knowledge');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/v1\/avatars\/.*image/, async (route) => {
    await held;
    await route.fallback();
  });
  await page.getByRole('link', { name: 'Avatars' }).first().click();
  const letters = page.locator('.card .letter');
  await expect.poll(() => letters.first().isVisible()).toBe(true);
  release();
  await page.locator('.card img').first().waitFor();
  await expect.poll(() => page.locator('.card').first().locator('.letter').count()).toBe(0);
});

test('on a phone, the actions of a page are in one row', async () => {
  const { page } = await openConsole('/avatars');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.card').first().click();
  const actions = page.locator('.heading > .row > *');
  await actions.nth(1).waitFor();
  const boxes = await Promise.all((await actions.all()).map((action) => action.boundingBox()));
  const [first, second] = boxes;
  expect(
    Math.abs(
      (first?.y ?? 0) + (first?.height ?? 0) / 2 - (second?.y ?? 0) - (second?.height ?? 0) / 2,
    ),
  ).toBeLessThan(2);
});
