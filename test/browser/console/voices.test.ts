import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { voices } from '../../support/sample/records.ts';
import { recording } from '../../support/files.ts';
import { createVoice, navigate, openConsole, selectOption, submit } from './console.ts';

let wav: Buffer;

beforeAll(async () => {
  wav = Buffer.from(await recording().arrayBuffer());
}, 60_000);

const choose = (page: Page, buffer: Buffer = wav) =>
  page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'ada.wav', mimeType: 'audio/wav', buffer });

const create = (page: Page) => page.getByRole('button', { name: 'Create voice' }).click();

test('a recording becomes the sample of a voice that a persona can use', async () => {
  const { page } = await openConsole('/voices/new');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Description').fill('Calm.');
  await page.getByLabel('Language').fill('sv');
  await choose(page);
  await page.getByText('ada.wav, 63 KB').waitFor();
  await page.getByRole('button', { name: 'Play the recording' }).click();
  await page.getByRole('button', { name: 'Stop the recording' }).waitFor();
  await create(page);
  await page.getByRole('heading', { name: 'Ada' }).waitFor();
  expect(await page.locator('.settings').innerText()).toMatch(/Language\s+sv/);
  const source = await page.locator('audio').getAttribute('src');
  const sample = Buffer.from(await (await fetch(source ?? '')).arrayBuffer());
  expect(sample.equals(wav)).toBe(true);
  await page.getByRole('link', { name: 'Voices' }).first().click();
  await page.getByText(`${voices.length + 1} voices`).waitFor();
  await page.getByRole('link', { name: /Ada/ }).click();
  await page.getByRole('link', { name: 'Create a persona with this voice' }).click();
  await expect.poll(() => page.getByRole('radio', { name: 'Ada' }).isChecked()).toBe(true);
});

test('a cleared field of a voice sends null', async () => {
  const { page, url } = await openConsole('/tools/new');
  await createVoice(url, 'Mine');
  await navigate(page, '/voices?name=mine');
  await page.getByRole('link', { name: /Mine/ }).click();
  const save = async () => {
    const input = await submit(page, 'Save', 'UpdateVoice');
    await page.getByText('Saved.').waitFor();
    return input;
  };
  await page.getByLabel('Country').fill('SE');
  await selectOption(page, 'Gender', 'Female');
  expect(await save()).toStrictEqual({ country: 'SE', gender: 'FEMALE' });
  await page.reload();
  await page.getByLabel('Country').fill('');
  await selectOption(page, 'Gender', 'Not set');
  expect(await save()).toStrictEqual({ country: null, gender: null });
});
