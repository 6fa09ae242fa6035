import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BUILT_IN_LLMS } from '../../../src/contract/llm.ts';
import {
  avatars,
  handbook,
  personas,
  sessions,
  tools,
  voices,
} from '../../support/sample/records.ts';
import {
  chooseAction,
  createAvatars,
  createRecord,
  createVoice,
  hasFocus,
  inviteToMeeting,
  navigate,
  runOperation,
  shareConsole,
} from './console.ts';

/** The tests use it one after the other. */
const shared = shareConsole();

/** Expects a list that is loaded, and returns its link to a record. */
async function findInList(page: Page, count: number, noun: string, name: string) {
  const plural = count === 1 ? noun : `${noun}s`;
  await page.getByRole('status').getByText(`${count} ${plural}`, { exact: true }).waitFor();
  return page.getByRole('main').getByRole('link', { name });
}

/** Each list of records with a search: its section, what a record is called, their number, and the name of one. */
const LISTS = [
  ['Personas', '/', 'persona', personas.length, 'Nora, museum guide'],
  ['Avatars', '/avatars', 'avatar', avatars.length, 'Iris'],
  ['Voices', '/voices', 'voice', voices.length, 'Wren'],
  ['LLMs', '/llms', 'LLM', BUILT_IN_LLMS.length, 'Llama 3.3 70B'],
  ['Tools', '/tools', 'tool', tools.length, 'show_product_card'],
  ['Knowledge', '/knowledge', 'knowledge group', 1, handbook.name],
] as const;

test('each section lists its records, and finds one by name', async () => {
  const page = await shared.open();
  for (const [section, path, noun, count, name] of LISTS) {
    await page.getByRole('banner').getByRole('link', { name: section }).click();
    await findInList(page, count, noun, name);
    await page.getByLabel('Search by name').fill(name);
    await page.waitForURL(
      ({ href, searchParams }) =>
        href.startsWith(`${shared.url}${path}?`) && searchParams.get('name') === name,
    );
    await (await findInList(page, 1, noun, name)).first().click();
    await page.getByRole('heading', { name }).waitFor();
  }
});

/** Records that nobody can change: the path of one, and how it is marked. */
const READ_ONLY = [
  ['avatar', `/avatars/${avatars[0]?.id}`, 'built-in'],
  ['voice', `/voices/${voices[0]?.id}`, 'built-in'],
  ['LLM', `/llms/${BUILT_IN_LLMS[0]?.id}`, 'built-in, cannot be changed'],
  [
    'tool',
    `/tools/${tools.find(({ type }) => type === 'SYSTEM')?.id}`,
    'system, cannot be changed',
  ],
] as const;

test('a record of the service is marked, and can be used, but neither changed nor deleted', async () => {
  const page = await shared.open('/tools/new');
  for (const [noun, path, mark] of READ_ONLY) {
    await navigate(page, path);
    await page.getByText(mark, { exact: true }).waitFor();
    if (noun !== 'tool')
      await page.getByRole('link', { name: `Create a persona with this ${noun}` }).waitFor();
    const changing = page.getByRole('button', { name: /^(?:Save|Delete)$/ });
    expect([noun, await changing.count()]).toStrictEqual([noun, 0]);
    const menu = page.getByRole('main').getByRole('button', { name: 'More actions' });
    if ((await menu.count()) === 0) continue;
    await menu.click();
    await page.getByRole('menuitem').first().waitFor();
    expect([noun, await page.getByRole('menuitem', { name: 'Delete' }).count()]).toStrictEqual([
      noun,
      0,
    ]);
    await page.keyboard.press('Escape');
  }
});

test('the raw JSON of a page is loaded when it is unfolded, once for all parts of a page', async () => {
  const { url } = shared;
  const page = await shared.open();
  let count = 0;
  page.on('request', (request) => {
    if (/query \w+Record\(/.test(request.postData() ?? '')) count += 1;
  });
  const share = await createRecord(url, 'ShareLink', { personaId: personas[0]?.id });
  const paths = [
    `/personas/${personas[0]?.id}`,
    ...READ_ONLY.map(([, path]) => path),
    `/knowledge/${handbook.id}`,
    `/share-links/${share}`,
    `/meetings/${await inviteToMeeting(url, 'Nora')}`,
    `/sessions/${sessions[0]?.session.id}`,
  ];
  for (const [index, path] of paths.entries()) {
    const id = path.split('/').at(-1) ?? '';
    await navigate(page, path);
    await page.locator('.settings dd').getByText(id, { exact: true }).waitFor();
    await expect.poll(() => page.locator('.loading').count()).toBe(0);
    expect([path, count]).toStrictEqual([path, index]);
    await page.getByText('Raw JSON').click();
    const text = await page.locator('details[open] pre').textContent();
    expect(JSON.parse(text ?? '')).toHaveProperty('id', id);
    expect([path, count]).toStrictEqual([path, index + 1]);
  }
  await page.getByText('"systemPrompt"').first().waitFor();
  const deletion = 'mutation ($id: ID!) { deleteShareLink(id: $id) { deletedId } }';
  await runOperation(url, deletion, { id: share });
});

test('a record is deleted only after confirmation, and is then no longer listed', async () => {
  await createAvatars(shared.url, 1);
  const page = await shared.open('/avatars');
  const link = await findInList(page, avatars.length + 1, 'avatar', 'Copy 1');
  await link.first().click();
  await page.getByRole('heading', { name: 'Copy 1', level: 1 }).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const dialog = page.getByRole('dialog');
  const cancel = dialog.getByRole('button', { name: 'Keep it' });
  await chooseAction(page, 'Delete');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await chooseAction(page, 'Delete');
  await expect.poll(() => hasFocus(cancel)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await chooseAction(page, 'Delete');
  await dialog.getByRole('button', { name: 'Delete avatar' }).click();
  await page.waitForURL(`${shared.url}/avatars`);
  await findInList(page, avatars.length, 'avatar', 'Copy 1');
  await expect.poll(() => link.count()).toBe(0);
  // It is not shown either while the page asks for it again.
  const { promise: isLoading, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    await isLoading;
    await route.continue();
  });
  await page.goBack();
  await page.getByText('Loading the avatar').waitFor();
  answer();
  await page.getByText(`No avatar has the id ${id}.`).waitFor();
});

/** Records that are deleted: their list with one of them, and what the dialog says. */
const DELETED = [
  ['persona', '/', 'Nora, museum guide', 'This cannot be undone.'],
  ['tool', '/tools', 'show_product_card', 'This cannot be undone.'],
  ['knowledge group', '/knowledge', handbook.name, 'Its documents are deleted, too.'],
  ['voice', '/voices', 'Mine', 'Personas that use it keep its id.'],
  ['LLM', '/llms', 'House model', 'Personas that use it keep its id.'],
  ['share link', '/share-links', 'Vera', 'It no longer opens the persona.'],
] as const;

test('the dialog says what a deletion means, and the list has the record no more', async () => {
  const { url } = shared;
  await createVoice(url, 'Mine');
  await createRecord(url, 'Llm', {
    displayName: 'House model',
    llmFormat: 'openai',
    urls: [{ url: 'https://llm.example/v1' }],
    modelName: 'house-1',
    secret: 'a-key-of-the-house',
  });
  const [vera] = personas.filter(({ name }) => name.startsWith('Vera'));
  await createRecord(url, 'ShareLink', { personaId: vera?.id });
  const page = await shared.open('/tools/new');
  const dialog = page.getByRole('dialog');
  for (const [noun, path, name, warning] of DELETED) {
    await navigate(page, path);
    const link = page.getByRole('main').getByRole('link', { name });
    await link.first().click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await chooseAction(page, 'Delete');
    await dialog.getByText(warning).waitFor();
    await dialog.getByRole('button', { name: `Delete ${noun}` }).click();
    await page.waitForURL(`${url}${path}`);
    await expect.poll(() => link.count()).toBe(0);
  }
});
