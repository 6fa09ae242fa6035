import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { tools } from '../../../src/avatar-service/seed/seed-data.ts';
import { seedTool } from '../../support/files.ts';
import { openConsole, selectOption, submit } from './console.ts';

const _PATH = `/tools/${seedTool}`;

const create = (page: Page) => page.getByRole('button', { name: 'Create tool' }).click();

test('a client tool is created with parameters and listed', async () => {
  const { page } = await openConsole('/tools');
  await page.getByText(`${tools.length} tools`).waitFor();
  await page.getByRole('link', { name: 'New tool' }).click();
  await page.getByLabel('Name', { exact: true }).fill('show_map');
  await page.getByLabel('Description').fill('Shows a map.');
  await page.getByRole('button', { name: 'Insert an example' }).click();
  await page.getByLabel('The LLM waits for the result').check();
  expect(await submit(page, 'Create tool', 'CreateTool')).toStrictEqual({
    type: 'CLIENT',
    name: 'show_map',
    description: 'Shows a map.',
    config: {
      parameters: {
        type: 'object',
        properties: { city: { type: 'string', description: 'Name of the city.' } },
        required: ['city'],
      },
      awaitResult: true,
    },
  });
  await page.getByRole('heading', { name: 'show_map' }).waitFor();
  await page.getByRole('link', { name: 'Tools', exact: true }).last().click();
  await page.getByText(`${tools.length + 1} tools`).waitFor();
  await page.getByRole('link', { name: /show_map/ }).waitFor();
});

test.each<[string, Record<string, string>, object]>([
  [
    'SERVER_WEBHOOK',
    { URL: 'https://hook.example/a', Headers: 'Accept: text/plain\n\nX-A: b: c' },
    {
      url: 'https://hook.example/a',
      method: 'POST',
      headers: { Accept: 'text/plain', 'X-A': 'b: c' },
    },
  ],
  ['SYSTEM', {}, { action: 'end_call' }],
])('a tool of the type %s is created with the fields of its type', async (type, fields, config) => {
  const { page } = await openConsole('/tools/new');
  await selectOption(page, 'Type', type.replace('_', ' '));
  await page.getByLabel('Name', { exact: true }).fill('another_tool');
  await page.getByLabel('Description').fill('Does something.');
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
  expect(await submit(page, 'Create tool', 'CreateTool')).toMatchObject({ type, config });
  await page.getByRole('heading', { name: 'another_tool' }).waitFor();
  await page.getByText('Raw JSON').click();
  const record = JSON.parse((await page.locator('details[open] pre').textContent()) ?? '');
  expect(record.type).toBe(type);
  expect(Object.keys(record.config)).toStrictEqual(Object.keys(config));
});

test('errors in the configuration of a new tool appear at their fields', async () => {
  const { page } = await openConsole('/tools/new');
  await selectOption(page, 'Type', 'Server webhook');
  await page.getByLabel('Name', { exact: true }).fill('hook');
  await page.getByLabel('Description').fill('Calls.');
  await page.getByLabel('URL', { exact: true }).fill('ftp://hook.example');
  await page.getByLabel('Headers').fill('not a header');
  await create(page);
  await page.locator('.issue', { hasText: 'Line 1 is not “Name: value”.' }).waitFor();
  await page.getByLabel('Headers').fill('');
  await create(page);
  await page.locator('[id="input.config.url-issues"]').waitFor();
  expect(await page.getByLabel('URL', { exact: true }).getAttribute('aria-invalid')).toBe('true');
});
