import { decodeJwt } from 'jose';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { personas, voices } from '../../support/sample/records.ts';
import { openConsole, submit } from './console.ts';

const [NORA] = personas;
const PATH = `/tokens/new?persona=${NORA?.id}`;

const mint = (page: Page) => page.getByRole('button', { name: 'Create', exact: true }).click();

/** Opens folded parts of the form. */
async function unfold(page: Page, ...titles: readonly string[]): Promise<void> {
  for (const title of titles) await page.getByText(title, { exact: true }).click();
}

const getShownToken = async (page: Page) => {
  await page.getByLabel('Give the client only this value').waitFor();
  return page.getByLabel('Give the client only this value').inputValue();
};

test("a persona's page links to the form for a token, which can be copied and has a countdown", async () => {
  const { page } = await openConsole(`/personas/${NORA?.id}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'Create session token' }).click();
  await page.getByRole('radio', { name: 'Nora, museum guide', checked: true }).waitFor();
  await mint(page);
  const token = await getShownToken(page);
  expect(decodeJwt(token)).toMatchObject({ type: 'stateful' });
  expect(JSON.stringify(decodeJwt(token))).toContain(NORA?.id);
  await page.getByRole('button', { name: 'Copy token' }).click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  expect(await page.getByRole('timer').textContent()).toMatch(
    /^Expires in (?:59 min \d+ s|1 h 0 min)$/,
  );
});

test('after Create, the focus is at the token, which is in view', async () => {
  const { page } = await openConsole(PATH);
  await unfold(page, 'Length, language and label', 'Voice', 'Speech detection');
  await page.mouse.wheel(0, 2_000);
  await mint(page);
  const token = page.getByRole('region', { name: 'The token' });
  await expect
    .poll(() =>
      token.evaluate((panel) => {
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
        const { top, bottom } = panel.getBoundingClientRect();
        return [document.activeElement === panel, top >= header, bottom <= innerHeight];
      }),
    )
    .toStrictEqual([true, true, true]);
});

test('a number that cannot be read is shown in its part of the form, and not sent', async () => {
  const { page } = await openConsole(PATH);
  await unfold(page, 'Voice', 'Length, language and label');
  const length = page.getByLabel('Maximum session length (seconds)');
  await length.fill('1.5.0');
  await page.getByText('Correct the numbers in the form to see the code.').waitFor();
  await unfold(page, 'Length, language and label');
  const speed = page.getByLabel('Speed');
  await speed.fill('fast');
  await mint(page);
  await expect.poll(() => speed.getAttribute('aria-invalid')).toBe('true');
  expect(await length.getAttribute('aria-invalid')).toBe('true');
  await length.fill('');
  await speed.fill('1.5');
  await mint(page);
  await getShownToken(page);
});

test('the countdown shows when the token has expired', async () => {
  const { page, url } = await openConsole('/', { hasOwnTab: true });
  await page.clock.install();
  await page.goto(`${url}${PATH}`);
  await mint(page);
  const timer = page.getByRole('timer');
  const first = await timer.textContent();
  await page.clock.runFor(2_000);
  await expect.poll(() => timer.textContent()).not.toBe(first);
  await page.clock.runFor('59:59');
  await page.getByText('Expired. Create another session token.').waitFor();
});

test('a persona is found by name and can be replaced', async () => {
  const { page, url } = await openConsole('/tokens/new');
  await page.getByLabel('Search persona').fill('chess');
  await page.getByRole('radio', { name: 'Nora, museum guide' }).waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Vera, chess teacher' }).check();
  const vera = personas.find(({ name }) => name.startsWith('Vera'));
  expect(page.url()).toBe(`${url}/tokens/new?persona=${vera?.id}`);
  await page.reload();
  await page.getByRole('radio', { name: 'Vera, chess teacher', checked: true }).waitFor();
  await page.getByRole('radio', { name: 'Nora, museum guide' }).check();
  expect(page.url()).toBe(`${url}${PATH}`);
});

test('only options with a value, and another voice and LLM, are sent', async () => {
  const { page } = await openConsole(PATH);
  await unfold(page, 'Voice', 'Speech detection', 'Length, language and label');
  await page.getByLabel('Speed').fill('1.25');
  await page.getByLabel('End of speech sensitivity').fill('0.55');
  await page.getByLabel('Silence that ends the session').fill('1800');
  await page.getByLabel('Stability').fill('0.5');
  await page.getByLabel('Stability').fill('');
  await page.getByLabel('Maximum session length (seconds)').fill('300');
  await page.getByLabel('Language', { exact: true }).fill('en');
  await page.getByLabel('Label', { exact: true }).fill('kiosk');
  await page.getByLabel('Enable session replay').uncheck();
  await page.getByText('Another voice or language model').click();
  await page.getByRole('radio', { name: 'Alma' }).check();
  await page.getByRole('radio', { name: 'A Llama 3.3 70B model.' }).check();
  expect(await submit(page, 'Create', 'CreateSessionToken')).toStrictEqual({
    clientLabel: 'kiosk',
    personaConfig: {
      personaId: NORA?.id,
      languageCode: 'en',
      maxSessionLengthSeconds: 300,
      voiceDetectionOptions: {
        endOfSpeechSensitivity: 0.55,
        silenceBeforeSessionEndSeconds: 1800,
      },
      voiceGenerationOptions: { speed: 1.25 },
    },
    overrides: {
      voiceId: voices.find(({ displayName }) => displayName === 'Alma')?.id,
      llmId: 'SERVICE_LLAMA_v3_3_70B_V1',
    },
    sessionOptions: { sessionReplay: { enableSessionReplay: false } },
    verify: true,
  });
  expect(JSON.stringify(decodeJwt(await getShownToken(page)))).toContain('SERVICE_LLAMA');
});

test('without a persona, there is no code, and if it does not exist, no token is minted', async () => {
  const { page, url } = await openConsole('/tokens/new');
  await page.getByText('Choose a persona to see the code.').waitFor();
  await page.goto(`${url}/tokens/new?persona=ffffffff-ffff-4fff-8fff-ffffffffffff`);
  await page.getByText('No persona has this id.').waitFor();
  await mint(page);
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Give the client only this value').count()).toBe(0);
});

test('the code sample with the values of the form mints a token', async () => {
  const { page, url } = await openConsole(PATH);
  await unfold(page, 'Voice');
  await page.getByLabel('Speed').fill('1');
  await page.getByRole('tab', { name: 'Hook' }).press('ArrowRight');
  const code = page.getByRole('tabpanel');
  await expect.poll(() => code.textContent()).toMatch(/await fetch\([\s\S]*"speed": 1/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => code.textContent()).toMatch(/^curl/);
  const shell = (await code.textContent()) ?? '';
  const body = /-d '([\s\S]*)'$/.exec(shell)?.[1] ?? '';
  expect(shell.startsWith(`curl -s ${url}/graphql`)).toBe(true);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
  expect(await answer.json()).toHaveProperty('data.createSessionToken.token.type', 'STATEFUL');
});
