import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { documents, handbook } from '../../support/sample/records.ts';
import { openTab } from '../browser.ts';
import { shareConsole } from './console.ts';

const shared = shareConsole();

const PATH = `/knowledge/${handbook.id}`;

interface TestFile {
  readonly name: string;
  readonly content: string;
}

const choose = (page: Page, files: readonly TestFile[]) =>
  page.getByLabel('Choose files').setInputFiles(
    files.map(({ name, content }) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(content),
    })),
  );

const row = (page: Page, name: string) =>
  page.locator('.document').filter({ has: page.locator('strong', { hasText: name }) });

/** Counts the uploads that the page sends from now on. */
function countUploads(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.headers()['content-type']?.startsWith('multipart/')) sent += 1;
  });
  return () => sent;
}

test('chosen and dropped documents are uploaded', async () => {
  const page = await shared.open(PATH);
  await row(page, 'handbook.md').waitFor();
  const count = countUploads(page);
  await choose(page, [
    { name: 'bikes.txt', content: 'A bicycle is lent for a week.' },
    { name: 'damaged.pdf', content: '%PDF-1.7 and nothing else' },
    { name: 'fake.docx', content: 'no document' },
    { name: 'program.exe', content: 'MZ' },
  ]);
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(50 * 1024 * 1024 + 1)], 'large.csv'));
    data.items.add(new File(['name,price\nbicycle,12'], 'prices.csv'));
    return data;
  });
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer: dropped });
  for (const name of ['bikes.txt', 'prices.csv'])
    await row(page, name).getByText('ready', { exact: true }).waitFor();
  for (const [name, message] of [
    ['damaged.pdf', /may be damaged\. Delete the document and upload it again/],
    ['fake.docx', 'The content of the document is not DOCX.'],
    ['program.exe', 'The file does not seem to be PDF, TXT, MD, DOCX or CSV.'],
    ['large.csv', 'The file is larger than 50 MB.'],
  ] as const)
    await row(page, name).getByText(message).waitFor();
  // The executable and the file that is too large are not sent.
  expect(count()).toBe(4);
  for (const name of ['fake.docx', 'program.exe', 'large.csv'])
    await page.getByRole('button', { name: `Dismiss ${name}` }).click();
  await page.getByRole('button', { name: 'Delete damaged.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete document' }).click();
  await row(page, 'damaged.pdf').waitFor({ state: 'detached' });
  expect(await page.locator('.document').count()).toBe(documents.length + 2);
});

test('each of several uploads can be cancelled', async () => {
  const page = await openTab([shared.url]);
  await page.goto(`${shared.url}${PATH}`);
  const network = await page.context().newCDPSession(page);
  const throttle = { offline: false, latency: 0, downloadThroughput: -1 };
  const setThroughput = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', { ...throttle, uploadThroughput });
  // The long one would take longer than a test can.
  await setThroughput(20_000);
  await choose(page, [
    { name: 'long.txt', content: 'a word '.repeat(300_000) },
    { name: 'waiting.txt', content: 'another word' },
    { name: 'next.txt', content: 'the next word' },
  ]);
  const bar = page.getByRole('progressbar', { name: 'long.txt' });
  await expect.poll(() => bar.getAttribute('value').then(Number)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Cancel waiting.txt' }).click();
  const aborted = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Cancel long.txt' }).click();
  await aborted;
  await setThroughput(-1);
  await row(page, 'next.txt').getByText('ready', { exact: true }).waitFor();
  expect(await row(page, 'long.txt').or(row(page, 'waiting.txt')).count()).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('an upload that the API rejected can be sent again', async () => {
  const page = await shared.open(PATH);
  const answer = (code: string, message: string) => ({
    json: { data: { createKnowledgeDocument: null }, errors: [{ message, extensions: { code } }] },
  });
  let isRejecting = true;
  await page.route('**/graphql', (route) =>
    isRejecting && route.request().headers()['content-type']?.startsWith('multipart/')
      ? route.fulfill(answer('PLAN_REQUIRED', 'The plan allows 2 documents.'))
      : route.fallback(),
  );
  await row(page, 'handbook.md').waitFor();
  await choose(page, [{ name: 'third.txt', content: 'a third one' }]);
  const alert = row(page, 'third.txt').getByRole('alert');
  await alert.getByText('The plan allows 2 documents.').waitFor();
  await alert.getByText('Use credentials of an account with another plan.').waitFor();
  isRejecting = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await row(page, 'third.txt').getByText('ready', { exact: true }).waitFor();
});

/** Reads a document of the sample data. */
const readSeed = (index: number) =>
  readFile(`test/support/sample/${documents[index]?.filename}`, 'utf8');

test('a search shows passages with scores', async () => {
  const page = await shared.open(PATH);
  const field = page.getByLabel('Search the documents');
  await field.fill('lost badge');
  await field.press('Enter');
  const passage = page.locator('.passage', { hasText: 'questions.md' });
  await passage.getByText(/^score /).waitFor();
  expect(await passage.locator('blockquote').textContent()).toBe((await readSeed(1)).trim());
  await field.fill('submarine');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('No passage matches “submarine”.').waitFor();
  await choose(page, [{ name: 'boats.txt', content: 'Our submarine dives on Mondays.' }]);
  await row(page, 'boats.txt').getByText('ready', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('.passage', { hasText: 'dives on Mondays' }).waitFor();
});

test('a document is downloaded with its name, by a URL that the page does not store', async () => {
  const page = await shared.open(PATH);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download handbook.md' }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe('handbook.md');
  expect(await readFile(await download.path(), 'utf8')).toBe(await readSeed(0));
  expect(page.url()).toBe(`${shared.url}${PATH}`);
});

test('a document is renamed', async () => {
  const page = await shared.open(PATH);
  await choose(page, [{ name: 'lamps.txt', content: 'A lamp is lent for a week.' }]);
  await page.getByRole('button', { name: 'Rename lamps.txt' }).click();
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await expect.poll(() => name.inputValue()).toBe('lamps.txt');
  await name.fill('');
  await name.press('Enter');
  await page.locator('[id="input.filename-issues"]').waitFor();
  await name.fill('torches.txt');
  await name.press('Enter');
  await row(page, 'torches.txt').waitFor();
  expect(await row(page, 'lamps.txt').count()).toBe(0);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});
