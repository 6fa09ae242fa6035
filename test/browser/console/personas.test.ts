import { expect, test } from 'vitest';
import { avatars, handbook, personas, tools, voices } from '../../support/sample/records.ts';
import {
  chooseAction,
  createAvatars,
  createRecord,
  enterKey,
  fill,
  navigate,
  openConsoleForCallers,
  runOperation,
  shareConsole,
  submit,
} from './console.ts';

const shared = shareConsole();

test('personas are cards with the images of their avatars, and a letter until an image is loaded', async () => {
  const page = await shared.open('/knowledge');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/v1\/avatars\/.*image/, async (route) => {
    await isReleased;
    await route.fallback();
  });
  await page.getByRole('link', { name: 'Personas' }).first().click();
  const cards = page.locator('main .card');
  await expect.poll(() => cards.first().locator('.letter').isVisible()).toBe(true);
  expect(await cards.count()).toBe(12);
  await page.getByRole('status').getByText('28 personas').waitFor();
  release();
  const image = cards.first().getByRole('presentation');
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(100);
  await expect.poll(() => cards.first().locator('.letter').count()).toBe(0);
});

test('the search of a list is kept by a reload, and the page number also by the back button', async () => {
  const page = await shared.open();
  const first = page.locator('main .card strong').first();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Page 2 of 3').waitFor();
  expect(page.url()).toBe(`${shared.url}/?page=2`);
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

test('of a persona, only changes are sent, and its first message and last tool are removed', async () => {
  const toolIds = [tools[0]?.id];
  const id = await createRecord(shared.url, 'Persona', {
    name: 'Inga',
    avatarId: avatars[0]?.id,
    voiceId: voices[0]?.id,
    systemPrompt: 'You teach.',
    toolIds,
  });
  const page = await shared.open(`/personas/${id}`);
  const edit = page.getByRole('link', { name: 'Edit' });
  await edit.click();
  expect(page.url()).toBe(`${shared.url}/personas/${id}/edit`);
  await fill(page, { Name: 'Inga, guide', Language: 'es', 'First message': '¡Hola!' });
  await page.getByRole('radio', { name: 'Bertil' }).check();
  expect(await submit(page, 'Save', 'UpdatePersona')).toStrictEqual({
    name: 'Inga, guide',
    languageCode: 'es',
    initialMessage: '¡Hola!',
    voiceId: voices.find(({ displayName }) => displayName === 'Bertil')?.id,
  });
  await page.getByRole('heading', { name: 'Inga, guide' }).waitFor();
  await page.locator('.settings').getByText('Bertil').waitFor();
  await edit.click();
  expect(await page.getByLabel('Language', { exact: true }).inputValue()).toBe('es');
  await page.getByLabel('First message').fill('');
  const voice = page.getByRole('group', { name: 'Voice', exact: true });
  expect(await voice.getByRole('radio', { name: "The service's default" }).count()).toBe(0);
  const group = page.getByRole('group', { name: 'Tools' });
  await group.getByRole('checkbox', { checked: true }).uncheck();
  const input = { initialMessage: null, toolIds: [] };
  expect(await submit(page, 'Save', 'UpdatePersona')).toStrictEqual(input);
  await page.getByText('You teach').waitFor();
  expect(await page.locator('main').innerText()).not.toContain('¡Hola!');
  expect(await page.getByRole('heading', { name: 'Tools' }).count()).toBe(0);
  // Without a change, nothing is sent.
  await edit.click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/personas\/[^/]+$/);
});

test('the page of a persona shows the settings that its form does not edit', async () => {
  const id = await createRecord(shared.url, 'Persona', {
    name: 'Ivo',
    avatarId: avatars[0]?.id,
    voiceId: voices[0]?.id,
    voiceGenerationOptions: { emotion: 'calm', useSpeakerBoost: true },
  });
  const page = await shared.open(`/personas/${id}`);
  await page.getByText('use speaker boost: yes, emotion: calm').waitFor();
});

test('the page of a persona shows that its avatar was renamed or deleted in the meantime', async () => {
  await createAvatars(shared.url, 1);
  const query = '{ avatars(onlyOneShot: true) { nodes { id } } }';
  const { data } = await runOperation(shared.url, query);
  const avatarId = data.avatars.nodes[0].id;
  const id = await createRecord(shared.url, 'Persona', { name: 'Ada', avatarId });
  const page = await shared.open(`/personas/${id}`);
  await page.getByRole('link', { name: 'Copy 1' }).click();
  await page.getByLabel('Name').fill('Renamed');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await navigate(page, `/personas/${id}`);
  await page.getByRole('link', { name: 'Renamed' }).click();
  await chooseAction(page, 'Delete');
  await page.getByRole('button', { name: 'Delete avatar' }).click();
  await page.getByRole('heading', { name: 'Avatars' }).waitFor();
  await navigate(page, `/personas/${id}`);
  await page.getByRole('heading', { name: 'Ada' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Renamed' }).count()).toBe(0);
});

test('the page of a tool counts its personas, and names the knowledge groups that still exist', async () => {
  const groupId = await createRecord(shared.url, 'KnowledgeGroup', { name: 'Prices' });
  const config = { knowledge: { knowledgeGroupIds: [handbook.id, groupId] } };
  const tool = { name: 'find_prices', description: 'Finds prices.', config };
  const id = await createRecord(shared.url, 'Tool', tool);
  await createRecord(shared.url, 'Persona', { name: 'Ada', toolIds: [id] });
  const page = await shared.open(`/tools/${id}`);
  await page.locator('.settings').getByText('1 persona', { exact: true }).waitFor();
  const groups = page.locator('.settings').getByRole('listitem');
  await expect.poll(() => groups.allTextContents()).toStrictEqual(['Handbook', 'Prices']);
  await groups.getByRole('link', { name: 'Prices' }).click();
  await chooseAction(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete knowledge group' }).click();
  await page.getByRole('heading', { name: 'Knowledge' }).waitFor();
  await navigate(page, `/tools/${id}`);
  await page.getByRole('checkbox', { name: 'It no longer exists.' }).click();
  const knowledge = { knowledgeGroupIds: [handbook.id] };
  expect(await submit(page, 'Save', 'UpdateTool')).toStrictEqual({ config: { knowledge } });
  await expect.poll(() => groups.allTextContents()).toStrictEqual(['Handbook']);
});

test('text from the service is never rendered as markup, and a record without a name has one everywhere', async () => {
  const page = await shared.open();
  const name = '<img src=x onerror="document.title=1"><b>bold</b>';
  const input = { name, description: name, systemPrompt: name };
  await navigate(page, `/personas/${await createRecord(shared.url, 'Persona', input)}`);
  await page.getByRole('heading', { name }).waitFor();
  expect(await page.locator('main b').count()).toBe(0);
  await navigate(page, `/personas/${await createRecord(shared.url, 'Persona', {})}`);
  await page.getByRole('heading', { name: 'Unnamed' }).waitFor();
  await page.goto(shared.url);
  await page.getByRole('link', { name: 'Unnamed' }).first().waitFor();
});

test('the key of a caller is kept in memory only, and its data goes with it', async () => {
  const { page, keys } = await openConsoleForCallers();
  const isRefused = page.getByText('Authentication required');
  await isRefused.waitFor();
  // A list that failed has no number of records.
  expect((await page.getByRole('status').allTextContents()).join('')).toBe('');
  await page.getByRole('button', { name: 'Set credentials' }).click();
  await page.getByLabel('API key or JWT', { exact: true }).fill(`Bearer ${keys.free}`);
  await page.getByRole('button', { name: 'Apply' }).click();
  const [nora] = personas;
  const card = page.getByText(nora?.name ?? '');
  await card.waitFor();
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
  expect(stored).not.toContain(keys.free);
  expect(await page.content()).not.toContain(keys.free);
  await page.getByRole('banner').getByRole('button', { name: 'Credentials' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await isRefused.waitFor();
  expect(await card.count()).toBe(0);
  await enterKey(page, keys.pro);
  await card.waitFor();
  await page.reload();
  await isRefused.waitFor();
});
