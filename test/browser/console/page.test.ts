import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { seedImageBytes } from '../../support/files.ts';
import { launchBrowser } from '../../support/launch-browser.ts';
import { onFinished } from '../../support/resources.ts';
import { navigate, runOperation, shareConsole } from './console.ts';

/** With the operations of the console alone. */
const shared = shareConsole({ PERSISTED_OPERATIONS: 'bundled' });

test('the page with its scripts and styles has at most 220 kB after gzip, also those of the sign-in', async () => {
  const load = async (path: string) => (await fetch(`${shared.url}${path}`)).text();
  const page = await load('/');
  const files = [...page.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  const types = files.map((path) => path.split('.').at(-1));
  expect(types.toSorted()).toStrictEqual(['css', 'js', 'svg']);
  const texts = [page, ...(await Promise.all(files.map(load)))];
  const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
  // What is loaded when somebody signs in.
  const folder = 'dist/console/console';
  const later = (await readdir(folder)).filter((name) => !files.includes(`/console/${name}`));
  expect(later.map((name) => name.replace(/-.*\./, '.'))).toStrictEqual(['openid.js']);
  const all = await Promise.all(later.map((name) => readFile(join(folder, name))));
  const laterBytes = all.reduce((sum, file) => sum + gzipSync(file).length, 0);
  expect(bytes + laterBytes).toBeLessThan(220_000);
});

test('a violation of the content security policy is logged as an error, which fails each test of a page', async () => {
  const page = await (await launchBrowser()).newPage();
  onFinished(() => page.close());
  await page.goto(shared.url);
  const logged = page.waitForEvent('console', (message) => message.type() === 'error');
  await page.evaluate(() => {
    document.head.appendChild(document.createElement('style')).textContent = 'body { color: red }';
  });
  expect((await logged).text()).toContain('style-src');
});

test('the theme that a button sets is stored', async () => {
  const page = await shared.open();
  await page.emulateMedia({ colorScheme: 'light' });
  const getBackground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await getBackground();
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
  const dark = await getBackground();
  expect(dark).not.toBe(light);
  await page.reload();
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
  expect(await getBackground()).toBe(dark);
});

test('the console lists, uploads, mints and shows raw JSON with an API that accepts bundled operations only', async () => {
  const page = await shared.open('/avatars/new');
  await page.getByLabel('Name').fill('Ada Lovelace');
  const buffer = Buffer.from(seedImageBytes('png'));
  const file = { name: 'ada.png', mimeType: 'image/png', buffer };
  await page.getByLabel('Choose a file').setInputFiles(file);
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
  const { data, errors } = await runOperation(shared.url, '{ llms { totalCount } }');
  expect([data, errors.length]).toStrictEqual([undefined, 1]);
});
