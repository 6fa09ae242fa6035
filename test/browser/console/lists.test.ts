import { expect, test } from 'vitest';
import { BUILT_IN_LLMS } from '../../../src/contract/llm.ts';
import { startAvatarService } from '../../support/avatar-service.ts';
import { seedTool } from '../../support/files.ts';
import { personas, voices } from '../../support/sample/records.ts';
import {
  createAvatars,
  enterKey,
  navigate,
  openConsoleForCallers,
  openPage,
  shareConsole,
  startConsole,
} from './console.ts';

const shared = shareConsole();

const PATH = '/personas/new';

test('an empty list links to the form for its first record', async () => {
  const service = await startAvatarService();
  const settings = { UPSTREAM_URL: service.url, UPSTREAM_EXTENSIONS: 'all' };
  const page = await openPage(await startConsole(settings));
  await enterKey(page, service.keys.pro);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  for (const [title, noun] of [
    ['Personas', 'persona'],
    ['Avatars', 'avatar'],
    ['Voices', 'voice'],
    ['Tools', 'tool'],
    ['Knowledge', 'knowledge group'],
    ['Share links', 'share link'],
    ['Meetings', 'invite'],
  ] as const) {
    await sections.getByRole('link', { name: title }).click();
    await page.getByText(`There are no ${noun}s yet.`).waitFor();
    await page.getByRole('link', { name: `Create the first ${noun}` }).click();
    await page.getByRole('heading', { name: `New ${noun}` }).waitFor();
  }
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.getByText('There are no sessions yet.').waitFor();
});

test('from a search without a result, a page beyond the last and an unknown id, one comes back', async () => {
  const page = await shared.open('/voices?name=nobody');
  await page.getByText('No voice matches “nobody”.').waitFor();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByText('Alma').waitFor();
  expect(page.url()).toBe(`${shared.url}/voices`);
  await navigate(page, '/voices?page=99');
  await page.getByRole('link', { name: 'First page' }).click();
  await page.getByText('Alma').waitFor();
  await navigate(page, '/personas/nobody');
  await page.getByText('No persona has the id nobody.').waitFor();
});

test('if the upstream lacks an extension, its pages name the setting and the doctor, and forms ask for ids', async () => {
  const { page, keys } = await openConsoleForCallers();
  await enterKey(page, keys.pro);
  // Neighbors differ in their extension, so that the text of the page before does not count.
  for (const [path, extension] of [
    ['/voices', 'voices'],
    ['/tools', 'tools'],
    ['/llms', 'llms'],
    ['/knowledge', 'knowledge'],
    ['/share-links', 'share-links'],
    ['/sessions', 'sessions'],
    ['/meetings', 'meetings'],
    ['/sessions/statistics', 'sessions'],
    [`/personas/${personas[0]?.id}`, 'share-links'],
  ] as const) {
    await navigate(page, path);
    await page.getByText(`does not offer this (${extension})`).waitFor();
    await page.getByText('avatar-graphql doctor').waitFor();
    // A tool can be opened by its id.
    const boxes = path === '/tools' ? 1 : 0;
    if (!path.startsWith('/personas'))
      expect([path, await page.locator('main').getByRole('textbox').count()]).toStrictEqual([
        path,
        boxes,
      ]);
    expect(await page.getByRole('link', { name: /^New / }).count()).toBe(0);
    if (path === '/llms') expect(await page.locator('.entry').count()).toBe(BUILT_IN_LLMS.length);
  }
  await navigate(page, '/tools');
  await page.getByLabel('Open by id').fill(seedTool);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'show_product_card' }).waitFor();
  await navigate(page, PATH);
  const [voice] = voices;
  await page.getByLabel('Voice id').fill(voice?.id ?? '');
  const hint = page.locator('[id="input.voiceId-hint"]');
  expect(await hint.textContent()).toContain('does not offer this');
  await page.getByLabel('LLM id').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Wanda');
  await page.getByRole('radio', { name: 'A Llama 3.3 70B model.' }).check();
  await page.getByRole('button', { name: 'Create persona' }).click();
  await page.getByRole('heading', { name: 'Wanda' }).waitFor();
  await page
    .locator('.settings')
    .getByText(voice?.id ?? '')
    .waitFor();
});

test('if the upstream has lists, no form asks for an id', async () => {
  const page = await shared.open('/tokens/new');
  await page.locator('summary').first().click();
  for (const [path, title] of [
    ['/tokens/new', 'Create session token'],
    [PATH, 'New persona'],
  ] as const) {
    await navigate(page, path);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.locator('.choice').first().waitFor();
    await expect.poll(() => page.getByText(/^Loading/).count()).toBe(0);
    expect([path, await page.getByLabel(/\bid\b/i).count()]).toStrictEqual([path, 0]);
  }
});

test('a picker has pages, a search starts at the first, and what is selected stays in the list', async () => {
  await createAvatars(shared.url, 1);
  const page = await shared.open(PATH);
  const pages = page.getByRole('navigation', { name: 'Pages of avatar' });
  const names = page.locator('.choice');
  await names.first().waitFor();
  const first = await names.first().textContent();
  await pages.getByRole('button', { name: 'Next' }).click();
  await pages.getByText('Page 2 of 2').waitFor();
  await expect.poll(() => names.first().textContent()).not.toBe(first);
  await page.getByLabel('Search avatar').fill('freya');
  await pages.waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Alma' }).check();
  await page.getByLabel('Search voice').fill('wren');
  await page.getByRole('radio', { name: 'Jasper' }).waitFor({ state: 'detached' });
  expect(await page.getByRole('radio', { name: 'Alma' }).isChecked()).toBe(true);
});

test('a sample that plays stops when another one plays', async () => {
  const page = await shared.open(PATH);
  await page.getByRole('button', { name: 'Play Alma' }).click();
  await page.getByRole('button', { name: 'Stop Alma' }).waitFor();
  await page.getByRole('button', { name: 'Play Wren' }).click();
  await page.getByRole('button', { name: 'Stop Wren' }).waitFor();
  await page.getByRole('button', { name: 'Play Alma' }).waitFor();
  expect(await page.getByText('The sample cannot be played.').count()).toBe(0);
});
