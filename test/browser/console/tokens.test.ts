import { decodeJwt } from 'jose';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { personas } from '../../support/sample/records.ts';
import { shareConsole } from './console.ts';

const shared = shareConsole();

const [NORA] = personas;
const PATH = `/tokens/new?persona=${NORA?.id}`;

const mint = (page: Page) => page.getByRole('button', { name: 'Create', exact: true }).click();

/** Unfolds or folds parts of the form. */
async function toggle(page: Page, ...titles: readonly string[]): Promise<void> {
  for (const title of titles) await page.getByText(title, { exact: true }).click();
}

test('a minted token has the focus, is in view, and can be copied', async () => {
  const page = await shared.open(PATH);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('radio', { name: 'Nora, museum guide', checked: true }).waitFor();
  await toggle(page, 'Length, language and label', 'Voice', 'Speech detection');
  await page.mouse.wheel(0, 2_000);
  await mint(page);
  const panel = page.getByRole('region', { name: 'The token' });
  await expect
    .poll(() =>
      panel.evaluate((element) => {
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
        const { top, bottom } = element.getBoundingClientRect();
        return [document.activeElement === element, top >= header, bottom <= innerHeight];
      }),
    )
    .toStrictEqual([true, true, true]);
  const token = await page.getByLabel('Give the client only this value').inputValue();
  expect(decodeJwt(token)).toMatchObject({ type: 'stateful' });
  expect(JSON.stringify(decodeJwt(token))).toContain(NORA?.id);
  await page.getByText(/^Expires /).waitFor();
  await page.getByRole('button', { name: 'Copy token' }).click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
});

test('a number that cannot be read is shown in its part of the form, and not sent', async () => {
  const page = await shared.open(PATH);
  await toggle(page, 'Voice', 'Length, language and label');
  const length = page.getByLabel('Maximum session length (seconds)');
  await length.fill('1.5.0');
  await page.getByText('Complete the form to see the code.').waitFor();
  await toggle(page, 'Length, language and label');
  const speed = page.getByLabel('Speed');
  await speed.fill('fast');
  await mint(page);
  await expect.poll(() => speed.getAttribute('aria-invalid')).toBe('true');
  expect(await length.getAttribute('aria-invalid')).toBe('true');
  await length.fill('');
  await speed.fill('1.5');
  await mint(page);
  await page.getByRole('button', { name: 'Copy token' }).waitFor();
});

test('a persona is found by name and replaced, and without one that exists there is no code and no token', async () => {
  const page = await shared.open('/tokens/new');
  await page.getByText('Complete the form to see the code.').waitFor();
  await page.getByLabel('Search persona').fill('chess');
  await page.getByRole('radio', { name: 'Nora, museum guide' }).waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Vera, chess teacher' }).check();
  await page.getByRole('tabpanel').waitFor();
  await page.goto(`${shared.url}/tokens/new?persona=ffffffff-ffff-4fff-8fff-ffffffffffff`);
  await page.getByText('No persona has this id.').waitFor();
  await mint(page);
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Give the client only this value').count()).toBe(0);
});

test('the code sample with the values of the form mints a token', async () => {
  const page = await shared.open(PATH);
  await toggle(page, 'Voice');
  await page.getByLabel('Speed').fill('1');
  await page.getByRole('tab', { name: 'Hook' }).press('ArrowRight');
  const code = page.getByRole('tabpanel');
  await expect.poll(() => code.textContent()).toMatch(/await fetch\([\s\S]*"speed": 1/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => code.textContent()).toMatch(/^curl/);
  const shell = (await code.textContent()) ?? '';
  const body = /-d '([\s\S]*)'$/.exec(shell)?.[1] ?? '';
  expect(shell.startsWith(`curl -s ${shared.url}/graphql`)).toBe(true);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${shared.url}/graphql`, { method: 'POST', headers, body });
  expect(await answer.json()).toHaveProperty('data.createSessionToken.token.type', 'STATEFUL');
});
