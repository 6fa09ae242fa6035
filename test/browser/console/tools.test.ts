import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tools } from '../../../src/avatar-service/seed/tools.ts';
import { seedTool } from '../../support/seeds.ts';
import { launchBrowser } from '../browser.ts';
import { enterKey, openConsole, openConsoleForCallers } from './console.ts';

const PATH = `/tools/${seedTool}`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
}, 60_000);

afterAll(() => browser?.close());

test('all tools are listed and found by name', async () => {
  const { page } = await openConsole(browser, '/tools');
  await page.getByText(`${tools.length} tools`).waitFor();
  expect(await page.locator('.tool').count()).toBe(tools.length);
  await page.getByLabel('Search by name').fill('product');
  await page.getByText('1 tool', { exact: true }).waitFor();
  await page.getByRole('link', { name: /show_product_card/ }).click();
  await page.getByRole('heading', { name: 'show_product_card' }).waitFor();
});

test('where the upstream has no list of tools, a tool opens by id', async () => {
  const { page, keys } = await openConsoleForCallers(browser, '/tools');
  await enterKey(page, keys.pro);
  await page.getByText(/UPSTREAM_EXTENSIONS/).waitFor();
  await page.getByLabel('Open by id').fill(seedTool);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'show_product_card' }).waitFor();
});

test('a change is saved, survives a reload and can be undone', async () => {
  const { page } = await openConsole(browser, PATH);
  const description = page.getByLabel('Description');
  const before = await description.inputValue();
  await description.fill('Shows a card.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'show_product_card' }).waitFor();
  expect(await description.inputValue()).toBe('Shows a card.');
  await description.fill('Shows another card.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => description.inputValue()).toBe('Shows a card.');
  await page.getByText('Saved.').waitFor({ state: 'detached' });
  await page.reload();
  expect(await description.inputValue()).toBe('Shows a card.');
  expect(before).not.toBe('Shows a card.');
});

test('only changed fields are sent', async () => {
  const { page } = await openConsole(browser, PATH);
  await page.getByLabel('The user cannot interrupt').check();
  const sent = page.waitForRequest(
    (request) => request.postData()?.includes('UpdateTool') ?? false,
  );
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON().variables.input).toStrictEqual({ disableInterruptions: true });
});

test.each([
  ['{ "a": ', 'Invalid JSON'],
  ['[1]', 'The configuration must be a JSON object'],
  ['', 'Enter a configuration'],
])('the settings %j are rejected before anything is sent', async (text, message) => {
  const { page } = await openConsole(browser, PATH);
  await page.getByLabel('Configuration').fill(text);
  let sent = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes('UpdateTool')) sent += 1;
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(message).waitFor();
  expect(sent).toBe(0);
});

test('a tool that cannot be changed shows the reason', async () => {
  const system = tools.find(({ type }) => type === 'SYSTEM');
  const { page } = await openConsole(browser, `/tools/${system?.id}`);
  await page.getByLabel('Description').fill('Mine now.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The system tool end_call cannot be changed.').waitFor();
});

test('a tool is deleted after confirmation; Escape and the first button cancel', async () => {
  const { page } = await openConsole(browser, PATH);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('This cannot be undone.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'show_product_card' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete tool' }).click();
  await page.getByRole('heading', { name: 'Tools' }).waitFor();
  await page.locator('.tool').first().waitFor();
  await expect.poll(() => page.locator('.tool').count()).toBe(tools.length - 1);
  await page.goBack();
  await page.getByText(`No tool has the id ${seedTool}.`).waitFor();
});
