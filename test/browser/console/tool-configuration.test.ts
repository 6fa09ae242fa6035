import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { tools } from '../../support/sample/records.ts';
import { openConsole, selectOption, submit } from './console.ts';

const create = (page: Page) => page.getByRole('button', { name: 'Create tool' }).click();

const EXAMPLE = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Name of the city.' } },
  required: ['city'],
};

test.each<[string, Record<string, string>, object]>([
  ['client', {}, { parameters: EXAMPLE, awaitResult: true }],
  [
    'webhook',
    { URL: 'https://hook.example/a', Headers: 'Accept: text/plain\n\nX-A: b: c' },
    {
      url: 'https://hook.example/a',
      method: 'POST',
      headers: { Accept: 'text/plain', 'X-A': 'b: c' },
    },
  ],
  ['system', {}, { action: 'END_CALL' }],
])('a %s tool is created with the fields of its kind, and listed', async (kind, fields, config) => {
  const { page } = await openConsole('/tools');
  await page.getByRole('link', { name: 'New tool' }).click();
  if (kind === 'client') {
    await page.getByLabel('Parameters').fill(JSON.stringify(EXAMPLE));
    await page.getByLabel('The LLM waits for the result').check();
  } else await selectOption(page, 'Type', kind);
  await page.getByLabel('Name', { exact: true }).fill('another_tool');
  await page.getByLabel('Description').fill('Does something.');
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
  const input = {
    name: 'another_tool',
    description: 'Does something.',
    config: { [kind]: config },
  };
  expect(await submit(page, 'Create tool', 'CreateTool')).toStrictEqual(input);
  await page.getByRole('heading', { name: 'another_tool' }).waitFor();
  await page.getByRole('link', { name: 'Tools', exact: true }).last().click();
  await page.getByText(`${tools.length + 1} tools`).waitFor();
  await page.getByRole('link', { name: /another_tool/ }).waitFor();
});

test('errors in the configuration of a new tool appear at their fields', async () => {
  const { page } = await openConsole('/tools/new');
  await selectOption(page, 'Type', 'webhook');
  await page.getByLabel('Name', { exact: true }).fill('hook');
  await page.getByLabel('Description').fill('Calls.');
  await page.getByLabel('URL', { exact: true }).fill('ftp://hook.example');
  await page.getByLabel('Headers').fill('not a header');
  await create(page);
  await page.locator('.issue', { hasText: 'Line 1 is not “Name: value”.' }).waitFor();
  await page.getByLabel('Headers').fill('');
  await create(page);
  await page.locator('[id="input.config.webhook.url-issues"]').waitFor();
  expect(await page.getByLabel('URL', { exact: true }).getAttribute('aria-invalid')).toBe('true');
});
