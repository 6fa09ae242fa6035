import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BUILT_IN_LLMS } from '../../../src/contract/llm.ts';
import { openConsole, submit } from './console.ts';

const SECRET = 'sk-console-secret-1234567890';

/** Fills in the required fields of a new LLM and submits it. */
async function createLlm(page: Page, displayName: string) {
  await page.getByLabel('Name', { exact: true }).fill(displayName);
  await page.getByLabel('API URL', { exact: true }).fill('https://llm.example/v1');
  await page.getByLabel('Model', { exact: true }).fill('house-1');
  await page.getByLabel('API key', { exact: true }).fill(SECRET);
  await page.getByRole('button', { name: 'Create LLM' }).click();
}

test('a persona can use a new custom LLM', async () => {
  const { page } = await openConsole('/llms');
  await page.getByRole('link', { name: 'New LLM' }).click();
  await page.getByLabel('Temperature').fill('0.3');
  await page
    .getByLabel('API URL', { exact: true })
    .fill('https://llm.example/v1\nhttps://eu.llm.example/v1 eu\n');
  await page.getByLabel('Name', { exact: true }).fill('House model');
  await page.getByLabel('Model', { exact: true }).fill('house-1');
  await page.getByLabel('API key', { exact: true }).fill(SECRET);
  expect(await submit(page, 'Create LLM', 'CreateLlm')).toStrictEqual({
    displayName: 'House model',
    llmFormat: 'openai',
    urls: [{ url: 'https://llm.example/v1' }, { url: 'https://eu.llm.example/v1', region: 'eu' }],
    modelName: 'house-1',
    temperature: 0.3,
    secret: SECRET,
  });
  await page.getByRole('heading', { name: 'House model' }).waitFor();
  await page.getByRole('link', { name: 'LLMs' }).first().click();
  await page.getByText(`${BUILT_IN_LLMS.length + 1} LLMs`).waitFor();
  await page.getByRole('link', { name: /House model custom/ }).click();
  await page.getByRole('link', { name: 'Create a persona with this LLM' }).click();
  expect(await page.getByRole('radio', { name: 'House model' }).isChecked()).toBe(true);
});

test('the page neither shows nor stores an API key, and sends another one alone', async () => {
  const { page } = await openConsole('/llms/new');
  const key = page.getByLabel('API key', { exact: true });
  expect(await key.getAttribute('type')).toBe('password');
  await key.fill(SECRET);
  expect(await page.content()).not.toContain(SECRET);
  await createLlm(page, 'House model');
  await page.getByRole('heading', { name: 'House model' }).waitFor();
  expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe('');
  await page.getByText('Raw JSON').click();
  await page.getByText('"displayName": "House model"').waitFor();
  expect(await page.content()).not.toContain(SECRET);
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
  expect(stored).not.toContain(SECRET);
  await key.fill('another-key-0987654321');
  expect(await submit(page, 'Save', 'UpdateLlm')).toStrictEqual({
    secret: 'another-key-0987654321',
  });
  await expect.poll(() => key.inputValue()).toBe('');
});
