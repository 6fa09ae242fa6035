import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { avatars, tools, voices } from '../../support/sample/records.ts';
import { startUpstreamWithResponse } from '../../support/upstream.ts';
import {
  createRecord,
  enterKey,
  navigate,
  openConsole,
  openConsoleForCallers,
  openPage,
  startConsole,
  submit,
} from './console.ts';

const INES = 'a930d55d-9545-40f3-ae88-9fe46f2c7a8c';
const OMAR = /Omar, IT helpdesk/;

test('personas are shown as cards with the images of their avatars', async () => {
  const { page } = await openConsole();
  const cards = page.locator('main .card');
  await cards.first().waitFor();
  expect(await cards.count()).toBe(12);
  await page.getByRole('status').getByText('28 personas').waitFor();
  const image = cards.first().getByRole('presentation');
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(100);
});

test('the search of a list is kept by a reload, and the page number also by the back button', async () => {
  const { page, url } = await openConsole();
  const first = page.locator('main .card strong').first();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText('Page 2 of 3').waitFor();
  expect(page.url()).toBe(`${url}/?page=2`);
  await page.getByText('Clara, bank concierge').waitFor({ state: 'detached' });
  const onSecond = await first.textContent();
  await page.reload();
  await page.getByText('Page 2 of 3').waitFor();
  expect(await first.textContent()).toBe(onSecond);
  await page.goBack();
  await page.getByText('Page 1 of 3').waitFor();
  await page.getByText('Nora, museum guide').waitFor();
  await page.getByLabel('Search by name').fill('tutor');
  await page.getByText('3 personas').waitFor();
  await page.reload();
  await page.getByText('3 personas').waitFor();
  expect(await page.getByLabel('Search by name').inputValue()).toBe('tutor');
});

test('a persona that does not exist shows a message', async () => {
  const { page, url } = await openConsole('/personas/nobody');
  await page.getByText('No persona has the id nobody.').waitFor();
  const id = randomUUID();
  await page.goto(`${url}/personas/${id}`);
  await page.getByText(`No persona has the id ${id}.`).waitFor();
});

test('a rejected list shows at most ten issues', async () => {
  const issues = Array.from({ length: 12 }, (_, index) => ({
    path: [`filter${index + 1}`],
    message: `The filter ${index + 1} is unknown.`,
  }));
  const upstream = await startUpstreamWithResponse(422, { details: issues });
  const url = await startConsole({ UPSTREAM_URL: upstream.url, UPSTREAM_API_KEY: 'key' });
  const page = await openPage(url);
  const lines = page.getByRole('alert').getByRole('listitem');
  await lines.first().waitFor();
  expect(await lines.allTextContents()).toStrictEqual([
    ...issues.slice(0, 10).map(({ path, message }) => `${path}: ${message}`),
    '2 more',
  ]);
});

test('if the explorer is off, there are no links to it', async () => {
  const url = await startConsole({ EXPLORER: 'false' });
  const page = await openPage(url);
  await page.getByText('Nora, museum guide').waitFor();
  expect(await page.getByRole('link', { name: /explorer/i }).count()).toBe(0);
});

test('a new persona is created as entered', async () => {
  const { page, url } = await openConsole('/personas/new');
  await page.getByLabel('Name', { exact: true }).fill('Wanda, harbour master');
  await page.getByLabel('System prompt').fill('You know every ship.');
  await page.getByRole('radio', { name: 'Freya' }).check();
  await page.getByLabel('Avatar model').fill('cara-3');
  await page.getByLabel('Search voice').fill('alma');
  await page.getByRole('radio', { name: 'Wren' }).waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Alma' }).check();
  await page.getByRole('radio', { name: 'A Llama 3.3 70B model.' }).check();
  await page.getByLabel('Search tools').fill('booking');
  await page.getByRole('checkbox', { name: 'show_product_card' }).waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'open_booking_form' }).check();
  await page.getByLabel('Skip the greeting').check();
  expect(await submit(page, 'Create persona', 'CreatePersona')).toStrictEqual({
    name: 'Wanda, harbour master',
    systemPrompt: 'You know every ship.',
    avatarId: avatars.find(({ displayName }) => displayName === 'Freya')?.id,
    avatarModel: 'cara-3',
    voiceId: voices.find(({ displayName }) => displayName === 'Alma')?.id,
    llmId: 'SERVICE_LLAMA_v3_3_70B_V1',
    toolIds: [tools.find(({ name }) => name === 'open_booking_form')?.id],
    skipGreeting: true,
  });
  await page.getByRole('heading', { name: 'Wanda, harbour master' }).waitFor();
  await page.getByRole('status').getByText('The persona was created.').waitFor();
  expect(await page.title()).toBe('Wanda, harbour master · avatar-graphql');
  const settings = await page.locator('.settings').innerText();
  expect(settings).toMatch(/Freya[\s\S]*cara-3[\s\S]*Llama 3\.3 70B[\s\S]*skipped/);
  await page.getByRole('link', { name: /open_booking_form/ }).waitFor();
  await page.goto(url);
  await page.getByText('29 personas').waitFor();
});

test('of a persona, only changes are sent, and a first message is removed', async () => {
  const { page, url } = await openConsole('/?name=ines');
  await page.getByRole('link', { name: 'Ines, Spanish tutor' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  expect(page.url()).toBe(`${url}/personas/${INES}/edit`);
  await page.getByLabel('Name', { exact: true }).fill('Ines, guide');
  await page.getByLabel('Language', { exact: true }).fill('es');
  await page.getByLabel('First message').fill('¡Hola!');
  await page.getByRole('radio', { name: 'Bertil' }).check();
  await page.getByRole('radio', { name: 'A Llama 3.3 70B model.' }).check();
  expect(await submit(page, 'Save', 'UpdatePersona')).toStrictEqual({
    name: 'Ines, guide',
    languageCode: 'es',
    initialMessage: '¡Hola!',
    voiceId: voices.find(({ displayName }) => displayName === 'Bertil')?.id,
    llmId: 'SERVICE_LLAMA_v3_3_70B_V1',
  });
  await page.getByRole('heading', { name: 'Ines, guide' }).waitFor();
  await page.locator('.settings').getByText('Bertil').waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  expect(await page.getByLabel('Language', { exact: true }).inputValue()).toBe('es');
  await page.getByLabel('First message').fill('');
  expect(await page.getByRole('radio', { name: "The service's default" }).count()).toBe(0);
  expect(await submit(page, 'Save', 'UpdatePersona')).toStrictEqual({ initialMessage: null });
  await page.getByText('You teach').waitFor();
  expect(await page.locator('main').innerText()).not.toContain('¡Hola!');
  await page.goto(`${url}/?name=ines`);
  await page.getByRole('link', { name: 'Ines, guide' }).waitFor();
});

test('the last tool of a persona is removed, and its page no longer shows tools', async () => {
  const { page } = await openConsole('/?name=omar');
  await page.getByRole('link', { name: OMAR }).click();
  const link = page.getByRole('link', { name: 'Edit' });
  await link.click();
  const tools = page.getByRole('group', { name: 'Tools' });
  await tools.getByRole('checkbox', { checked: true }).first().waitFor();
  for (const tool of await tools.getByRole('checkbox').all()) await tool.uncheck();
  expect(await submit(page, 'Save', 'UpdatePersona')).toStrictEqual({ toolIds: [] });
  await link.click();
  await page.waitForURL(/\/edit$/);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/personas\/[^/]+$/);
  expect(await page.getByRole('heading', { name: 'Tools' }).count()).toBe(0);
});

test('text from the service is never rendered as markup', async () => {
  const { page, url } = await openConsole();
  const name = '<img src=x onerror="document.title=1"><b>bold</b>';
  const input = { name, description: name, systemPrompt: name };
  await navigate(page, `/personas/${await createRecord(url, 'Persona', input)}`);
  await page.getByRole('heading', { name }).waitFor();
  expect(await page.locator('main b').count()).toBe(0);
});

test('the key of a caller is kept in memory only, and its data goes with it', async () => {
  const { page, keys } = await openConsoleForCallers();
  await page.getByText('Authentication required').waitFor();
  // A list that failed has no number of records.
  expect((await page.getByRole('status').allTextContents()).join('')).toBe('');
  await page.getByRole('button', { name: 'Set credentials' }).click();
  await page.getByLabel('API key or JWT', { exact: true }).fill(`Bearer ${keys.free}`);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Nora, museum guide').waitFor();
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
  expect(stored).not.toContain(keys.free);
  expect(await page.content()).not.toContain(keys.free);
  await page.getByRole('banner').getByRole('button', { name: 'Credentials' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Authentication required').waitFor();
  expect(await page.getByText('Nora, museum guide').count()).toBe(0);
  await enterKey(page, keys.pro);
  await page.getByText('Nora, museum guide').waitFor();
  await page.reload();
  await page.getByText('Authentication required').waitFor();
});
