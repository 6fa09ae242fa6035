import { expect, test } from 'vitest';
import { ALL_SCOPES } from '../../../src/policy/scopes.ts';
import { AUTH, signJwt } from '../../support/issuer.ts';
import { mint, parseExample, signToken, startPolicyApi, user } from '../../support/policy.ts';
import { MINE } from '../../support/policy-upstream.ts';
import { personas, sessions } from '../../support/sample/records.ts';
import { takeTab } from '../browser.ts';
import { enterKey, openWithout, shareConsole, submit } from './console.ts';

const shared = shareConsole({ ...AUTH });

const [INES] = personas.filter(({ name }) => name.startsWith('Ines'));
const LEO = personas.find(({ name }) => name.startsWith('Leo'))?.id ?? '';
const RECORDED = `/sessions/${sessions[0]?.session.id}`;

test('without prompts:read, the pages of personas and tools say what is hidden, and a persona keeps its prompts', async () => {
  const page = await openWithout('prompts:read', shared.url, `/personas/${INES?.id}`);
  const hidden = page.getByText('the scope prompts:read');
  await hidden.waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.content()).not.toContain(INES?.systemPrompt ?? '');
  await page.getByRole('link', { name: 'Edit' }).click();
  await hidden.waitFor();
  expect(await page.getByLabel(/^(?:System prompt|First message)$/).count()).toBe(0);
  await page.getByLabel('Name', { exact: true }).fill('Ines, guide');
  expect(await submit(page, 'Save', 'UpdatePersona')).toStrictEqual({ name: 'Ines, guide' });
  await page.getByText('The persona was saved.').waitFor();
  await page.getByRole('heading', { name: 'Ines, guide' }).waitFor();
  await page.getByRole('link', { name: 'Tools' }).click();
  await page.locator('.entry').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.locator('.entry').first().click();
  await page.getByRole('alert').filter({ hasText: 'the scope prompts:read' }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Personas' }).click();
  await page.getByLabel('Search by name').fill('ines');
  await page.getByRole('link', { name: 'Ines, guide' }).click();
  await enterKey(page, await signJwt());
  await page.getByText(INES?.systemPrompt ?? '').waitFor();
});

test('without records:read, the raw JSON of a complete page says which scope is missing', async () => {
  const page = await openWithout('records:read', shared.url, RECORDED);
  await page.getByText('Harbour Street').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByText('Raw JSON').click();
  const alert = page.getByRole('alert').filter({ hasText: 'the scope records:read' });
  await alert.waitFor();
  expect(await page.locator('details pre').count()).toBe(0);
  await enterKey(page, await signJwt());
  await alert.waitFor({ state: 'detached' });
  await page.getByText('Raw JSON').click();
  await page.getByText('"engineHost"').waitFor();
});

test('without transcripts:read, a message replaces the transcript; without personas:read, a session has the id of its persona', async () => {
  const page = await openWithout('transcripts:read', shared.url, RECORDED);
  await page.getByText('the scope transcripts:read').first().waitFor();
  await page.getByRole('table', { name: 'Latency of each turn' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.content()).not.toContain('Harbour Street');
  const others = ALL_SCOPES.filter((scope) => scope !== 'personas:read');
  await enterKey(page, await signJwt(others));
  await page.getByRole('heading', { name: LEO }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'the scope personas:read' }).waitFor();
  await page.getByText('Is the branch on Harbour Street still open?').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Sessions' }).click();
  await page.getByText(`${sessions.length} sessions`).waitFor();
  await page.getByRole('alert').filter({ hasText: 'the scope personas:read' }).waitFor();
  await page.getByRole('link', { name: LEO }).last().waitFor();
});

test('without tokens:mint, the form for a token says so, and the header who the caller is', async () => {
  const path = `/tokens/new?persona=${INES?.id}`;
  const page = await openWithout('tokens:mint', shared.url, path);
  await page.getByText('Your credentials do not have the scope tokens:mint.').waitFor();
  const create = page.getByRole('button', { name: 'Create', exact: true });
  expect(await create.isDisabled()).toBe(true);
  await expect.poll(() => page.locator('.viewer').innerText()).toContain('ada');
});

test('the header says what is left today, and who has reached a limit reads which', async () => {
  const { roles, ...policy } = parseExample('Consumer app');
  const withoutReuse = roles.map((role) =>
    typeof role.mint === 'object' ? { ...role, mint: { ...role.mint, reuseSeconds: 0 } } : role,
  );
  const api = await startPolicyApi({ ...policy, roles: withoutReuse });
  const mintIn = (languageCode: string) =>
    mint(api, user(), { personaConfig: { personaId: MINE, languageCode } });
  await mintIn('de');
  const { origin } = new URL(api.url);
  const page = await takeTab([origin]);
  await page.goto(`${origin}/tokens/new?persona=${MINE}`);
  await page.getByRole('heading', { name: 'Create session token' }).waitFor();
  const viewer = page.locator('.viewer');
  expect(await viewer.count()).toBe(0);
  await enterKey(page, await signToken(user()));
  const left = /^Subject\s+u-1\s+Role\s+user\s+Left today\s+110 of 120 minutes$/;
  await expect.poll(() => viewer.innerText()).toMatch(left);
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await create.click();
  await page.getByRole('button', { name: 'Copy token' }).waitFor();
  await expect.poll(() => viewer.innerText()).toContain('100 of 120 minutes');
  await mintIn('it');
  await page.reload();
  await enterKey(page, await signToken(user()));
  await page.getByText(/^You have reached your limit of concurrent sessions\./).waitFor();
  expect(await create.isDisabled()).toBe(true);
});
