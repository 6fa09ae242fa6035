import { expect, test } from 'vitest';
import { personas } from '../../support/sample/records.ts';
import { BUILT_IN_LLMS } from '../../../src/contract/llm.ts';
import { startAvatarService } from '../../support/avatar-service.ts';
import { seedTool } from '../../support/files.ts';
import {
  enterKey,
  navigate,
  openConsole,
  openConsoleForCallers,
  openPage,
  startConsole,
} from './console.ts';

test('an empty list links to the form for its first record', async () => {
  const service = await startAvatarService();
  const settings = { UPSTREAM_URL: service.url, UPSTREAM_EXTENSIONS: 'all' };
  const page = await openPage(await startConsole(settings));
  await enterKey(page, service.keys.pro);
  for (const [title, noun] of [
    ['Personas', 'persona'],
    ['Avatars', 'avatar'],
    ['Voices', 'voice'],
    ['Tools', 'tool'],
    ['Knowledge', 'knowledge group'],
    ['Share links', 'share link'],
  ] as const) {
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('link', { name: title }).click();
    await page.getByText(`There are no ${noun}s yet.`).waitFor();
    await page.getByRole('link', { name: `Create the first ${noun}` }).click();
    await page.getByRole('heading', { name: `New ${noun}` }).waitFor();
  }
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.getByText('There are no sessions yet.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Create session token' }).waitFor();
  await page.getByRole('link', { name: 'Meetings' }).click();
  await page.getByText('There are no invites yet.').waitFor();
  await page.getByRole('link', { name: 'Create the first invite' }).click();
  await page.getByRole('heading', { name: 'Invite to a meeting' }).waitFor();
});

test('a search without a result can be cleared', async () => {
  const { page, url } = await openConsole('/voices?name=nobody');
  await page.getByText('No voice matches “nobody”.').waitFor();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByText('Alma').waitFor();
  expect(page.url()).toBe(`${url}/voices`);
});

test('a page beyond the last one links to the first', async () => {
  const { page } = await openConsole('/voices?page=99');
  await page.getByRole('link', { name: 'First page' }).click();
  await page.getByText('Alma').waitFor();
});

test('if the upstream lacks an extension, its pages name the setting and the doctor', async () => {
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
    if (!path.startsWith('/personas'))
      expect([path, await page.getByRole('textbox').count()]).toStrictEqual([
        path,
        path === '/tools' ? 1 : 0,
      ]);
    expect(await page.getByRole('link', { name: /^New / }).count()).toBe(0);
    if (path === '/llms') expect(await page.locator('.entry').count()).toBe(BUILT_IN_LLMS.length);
  }
  await navigate(page, '/tools');
  await page.getByLabel('Open by id').fill(seedTool);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'show_product_card' }).waitFor();
});
