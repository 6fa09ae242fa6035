import { expect, test } from 'vitest';
import { personas } from '../../support/sample/records.ts';
import { signJwt } from '../../support/issuer.ts';
import { enterKey, openWithout, submit } from './console.ts';

const [INES] = personas.filter(({ name }) => name.startsWith('Ines'));

test('without the scope prompts:read, the page of a persona shows its face, and says what is hidden', async () => {
  const page = await openWithout('prompts:read', `/personas/${INES?.id}`);
  await page.getByText('your credentials do not have the scope prompts:read').waitFor();
  await page.getByRole('heading', { name: INES?.name ?? '' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.content()).not.toContain(INES?.systemPrompt ?? '');
  await enterKey(page, await signJwt());
  await page.getByText(INES?.systemPrompt ?? '').waitFor();
});

test('without the scope prompts:read, a persona is edited without its prompts, which are kept', async () => {
  const page = await openWithout('prompts:read', `/personas/${INES?.id}/edit`);
  await page.getByText('your credentials do not have the scope prompts:read').waitFor();
  expect(await page.getByLabel('System prompt').count()).toBe(0);
  expect(await page.getByLabel('First message').count()).toBe(0);
  await page.getByLabel('Name', { exact: true }).fill('Ines, guide');
  expect(await submit(page, 'Save', 'UpdatePersona')).toStrictEqual({ name: 'Ines, guide' });
  await page.getByRole('heading', { name: 'Ines, guide' }).waitFor();
  await enterKey(page, await signJwt());
  await page.getByText(INES?.systemPrompt ?? '').waitFor();
});

test('without the scope prompts:read, tools are listed, and the page of one says why it cannot be edited', async () => {
  const page = await openWithout('prompts:read', '/tools');
  await page.locator('.entry').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.locator('.entry').first().click();
  await page.getByRole('alert').filter({ hasText: 'the scope prompts:read' }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
});
