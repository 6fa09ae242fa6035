import { expect, test } from 'vitest';
import { voices } from '../../support/sample/records.ts';
import {
  createAvatars,
  enterKey,
  navigate,
  openConsole,
  openConsoleForCallers,
} from './console.ts';

const PATH = '/personas/new';

test('a selected voice stays in the list when a search does not find it', async () => {
  const { page } = await openConsole(PATH);
  await page.getByRole('radio', { name: 'Alma' }).check();
  await page.getByLabel('Search voice').fill('wren');
  await page.getByRole('radio', { name: 'Jasper' }).waitFor({ state: 'detached' });
  expect(await page.getByRole('radio', { name: 'Alma' }).isChecked()).toBe(true);
});

test('a sample that plays stops when another one plays', async () => {
  const { page } = await openConsole(PATH);
  await page.getByRole('button', { name: 'Play Alma' }).click();
  await page.getByRole('button', { name: 'Stop Alma' }).waitFor();
  await page.getByRole('button', { name: 'Play Wren' }).click();
  await page.getByRole('button', { name: 'Stop Wren' }).waitFor();
  await page.getByRole('button', { name: 'Play Alma' }).waitFor();
  expect(await page.getByText('The sample cannot be played.').count()).toBe(0);
});

test('a search of avatars starts at the first page', async () => {
  const { page, url } = await openConsole('/tools/new');
  await createAvatars(url, 1);
  await navigate(page, PATH);
  const pages = page.getByRole('navigation', { name: 'Pages of avatar' });
  const names = page.locator('.choice');
  await names.first().waitFor();
  const first = await names.first().textContent();
  await pages.getByRole('button', { name: 'Next' }).click();
  await pages.getByText('Page 2 of 2').waitFor();
  await expect.poll(() => names.first().textContent()).not.toBe(first);
  await page.getByLabel('Search avatar').fill('freya');
  await pages.waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Freya' }).check();
});

test('if the upstream has no lists, ids can be entered', async () => {
  const { page, keys } = await openConsoleForCallers(PATH);
  await enterKey(page, keys.pro);
  const field = page.getByLabel('Voice id');
  await field.waitFor();
  const hint = page.locator('[id="input.voiceId-hint"]');
  expect(await hint.textContent()).toContain('does not offer this');
  await page.getByLabel('Custom LLM by id').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Wanda');
  const [voice] = voices;
  await field.fill(voice?.id ?? '');
  await page.getByRole('radio', { name: 'A Llama 3.3 70B model.' }).check();
  await page.getByRole('button', { name: 'Create persona' }).click();
  await page.getByRole('heading', { name: 'Wanda' }).waitFor();
  await page
    .locator('.settings')
    .getByText(voice?.id ?? '')
    .waitFor();
});

test('if the upstream has lists, no form asks for an id', async () => {
  const { page } = await openConsole(PATH);
  for (const [path, title] of [
    [PATH, 'New persona'],
    ['/tokens/new', 'Create session token'],
    ['/avatars', 'Avatars'],
    ['/voices', 'Voices'],
    ['/llms', 'LLMs'],
    ['/tools', 'Tools'],
  ] as const) {
    await navigate(page, path);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    if (path === '/tokens/new') await page.locator('summary').first().click();
    await page.locator('.choice, main li').first().waitFor();
    await expect.poll(() => page.getByText(/^Loading/).count()).toBe(0);
    expect([path, await page.getByLabel(/\bid\b/i).count()]).toStrictEqual([path, 0]);
  }
});
