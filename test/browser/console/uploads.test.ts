import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createLargeImage, recording, seedImageBytes } from '../../support/files.ts';
import { avatars } from '../../support/sample/records.ts';
import { openTab } from '../browser.ts';
import { fill, shareConsole } from './console.ts';

const shared = shareConsole();

const PATH = '/avatars/new';

const png = Buffer.from(seedImageBytes('png'));
const file = { name: 'ada.png', mimeType: 'image/png', buffer: png };

const create = (page: Page) => page.getByRole('button', { name: 'Create avatar' }).click();

/** Returns the bytes of the image shown for the new avatar. */
async function getShownImage(page: Page): Promise<Buffer> {
  const source = await page.locator('.beside .picture img').getAttribute('src');
  return Buffer.from(await (await fetch(source ?? '')).arrayBuffer());
}

/** Drops a file, as a user does. */
const drop = (page: Page) =>
  page.evaluate(
    (bytes) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'ada.png', { type: 'image/png' }));
      for (const type of ['dragover', 'drop'])
        document
          .querySelector('.drop')
          ?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    },
    [...png],
  );

test('a file that is dropped or chosen is previewed, and becomes the image of an avatar', async () => {
  const page = await shared.open(PATH);
  await page.getByLabel('Name').fill('Ada Lovelace');
  const preview = page.getByAltText('Preview');
  for (const how of ['drop', 'choose']) {
    if (how === 'choose') await page.getByLabel('Choose a file').setInputFiles(file);
    else await drop(page);
    await expect
      .poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(512);
    await page.getByText('ada.png, 40 KB').waitFor();
    if (how === 'choose') break;
    await page.getByRole('button', { name: 'Remove' }).click();
    await preview.waitFor({ state: 'detached' });
  }
  await create(page);
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  expect((await getShownImage(page)).equals(png)).toBe(true);
});

test('an image URL becomes the image of an avatar that a new persona can use', async () => {
  const page = await shared.open(PATH);
  await page.getByLabel('Name').fill('Twin');
  const imageUrl = `${shared.url}/v1/avatars/${avatars[0]?.id}/image.webp`;
  await page.getByLabel('Image URL').fill(imageUrl);
  await create(page);
  await page.getByRole('link', { name: 'Create a persona with this avatar' }).click();
  await expect.poll(() => page.getByRole('radio', { name: 'Twin' }).isChecked()).toBe(true);
});

test('stopping an upload keeps the input', async () => {
  const page = await openTab([shared.url]);
  await page.goto(`${shared.url}${PATH}`);
  const network = await page.context().newCDPSession(page);
  const throttle = { offline: false, latency: 0, downloadThroughput: -1 };
  const setThroughput = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', { ...throttle, uploadThroughput });
  await setThroughput(300_000);
  await page.getByLabel('Name').fill('Grand Ada');
  const buffer = Buffer.concat(createLargeImage(8_000_000));
  await page.getByLabel('Choose a file').setInputFiles({ ...file, buffer });
  await create(page);
  const bar = page.getByRole('progressbar');
  await expect.poll(() => bar.getAttribute('value').then(Number)).toBeGreaterThan(5);
  const early = Number(await bar.getAttribute('value'));
  await expect.poll(() => bar.getAttribute('value').then(Number)).toBeGreaterThan(early);
  // It does not end before it is stopped, however slow the machine: it would take half a minute.
  await setThroughput(1);
  await page.getByRole('button', { name: 'Stop' }).click();
  await bar.waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByLabel('Name').inputValue()).toBe('Grand Ada');
  await setThroughput(-1);
  await create(page);
  await page.getByRole('heading', { name: 'Grand Ada' }).waitFor();
  expect((await getShownImage(page)).equals(buffer)).toBe(true);
});

test('an upload that has arrived can no longer be stopped, while the page reads the lists again', async () => {
  const page = await openTab([shared.url]);
  await page.goto(`${shared.url}${PATH}`);
  await page.getByLabel('Name').fill('Late Ada');
  await page.getByLabel('Choose a file').setInputFiles(file);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held: string[] = [];
  await page.route('**/graphql', async (route) => {
    const request = route.request();
    if (request.headers()['content-type']?.startsWith('application/json')) {
      held.push(request.postData() ?? '');
      await released;
    }
    await route.continue();
  });
  await create(page);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  release();
  await page.getByRole('heading', { name: 'Late Ada' }).waitFor();
});

test('a recording becomes the sample of a voice that a persona can use', async () => {
  const wav = Buffer.from(await recording().arrayBuffer());
  const page = await shared.open('/voices/new');
  await fill(page, { Name: 'Greta', Description: 'Calm.', Language: 'sv' });
  const file = { name: 'ada.wav', mimeType: 'audio/wav', buffer: wav };
  await page.getByLabel('Choose a file').setInputFiles(file);
  await page.getByText('ada.wav, 63 KB').waitFor();
  await page.getByRole('button', { name: 'Play the recording' }).click();
  await page.getByRole('button', { name: 'Stop the recording' }).waitFor();
  await page.getByRole('button', { name: 'Create voice' }).click();
  await page.getByRole('heading', { name: 'Greta' }).waitFor();
  expect(await page.locator('.settings').innerText()).toMatch(/Language\s+sv/);
  const source = await page.locator('audio').getAttribute('src');
  const sample = Buffer.from(await (await fetch(source ?? '')).arrayBuffer());
  expect(sample.equals(wav)).toBe(true);
  await page.getByRole('link', { name: 'Create a persona with this voice' }).click();
  await expect.poll(() => page.getByRole('radio', { name: 'Greta' }).isChecked()).toBe(true);
});
