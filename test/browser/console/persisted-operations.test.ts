import { expect, test } from 'vitest';
import { seedImageBytes } from '../../support/files.ts';
import { navigate, openPage, startConsole } from './console.ts';

test('the console lists, uploads, mints and shows raw JSON with an API that accepts bundled operations only', async () => {
  const url = await startConsole({ PERSISTED_OPERATIONS: 'bundled' });
  const page = await openPage(url, '/avatars/new');
  await page.getByLabel('Name').fill('Ada Lovelace');
  const buffer = Buffer.from(seedImageBytes('png'));
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Create avatar' }).click();
  await page.getByRole('link', { name: 'Create a persona with this avatar' }).click();
  expect(await page.getByRole('radio', { name: 'Ada Lovelace' }).isChecked()).toBe(true);
  await navigate(page, '/');
  await page.getByText('Nora, museum guide').click();
  await page.getByText('Raw JSON').click();
  await page.getByText('"systemPrompt"').waitFor();
  await page.getByRole('link', { name: 'Create session token' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  expect(await page.getByLabel('Give the client only this value').inputValue()).toMatch(/^ey/);
  expect(await page.getByRole('link', { name: /explorer/i }).count()).toBe(0);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query: '{ llms { totalCount } }' });
  const { status } = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
  expect(status).toBe(400);
});
