import { beforeAll, expect, test } from 'vitest';
import { personas } from '../../../src/avatar-service/seed/seed-data.ts';
import { ALL_SCOPES } from '../../../src/policy/scopes.ts';
import { AUTH, signJwt } from '../../support/issuer.ts';
import { start } from '../../support/start.ts';
import { takeTab } from '../browser.ts';
import { enterKey } from './console.ts';

const [INES] = personas.filter(({ name }) => name.startsWith('Ines'));

const WITHOUT_PROMPTS = ALL_SCOPES.filter((scope) => scope !== 'prompts:read');

let url: string;

beforeAll(async () => {
  url = (await start({ settings: { ...AUTH } })).url;
}, 60_000);

/** Opens a page of the console with a JWT that has all scopes but that of prompts. */
async function open(path: string) {
  const page = await takeTab([url]);
  await page.goto(`${url}${path}`);
  await enterKey(page, await signJwt(WITHOUT_PROMPTS));
  return page;
}

test('without the scope prompts:read, the page of a persona shows its face, and says what is hidden', async () => {
  const page = await open(`/personas/${INES?.id}`);
  await page.getByText('your credentials do not have the scope prompts:read').waitFor();
  await page.getByRole('heading', { name: INES?.name ?? '' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.content()).not.toContain(INES?.systemPrompt ?? '');
  await enterKey(page, await signJwt());
  await page.getByText(INES?.systemPrompt ?? '').waitFor();
});

test('without the scope prompts:read, a persona is edited without its prompts, which are kept', async () => {
  const page = await open(`/personas/${INES?.id}/edit`);
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
  const page = await open('/tools');
  await page.locator('.entry').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.locator('.entry').first().click();
  await page.getByRole('alert').filter({ hasText: 'the scope prompts:read' }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
});
