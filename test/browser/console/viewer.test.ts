import { expect, test } from 'vitest';
import { personas } from '../../support/sample/records.ts';
import { mint, parseExample, signToken, startPolicyApi, user } from '../../support/policy.ts';
import { MINE } from '../../support/policy-upstream.ts';
import { takeTab } from '../browser.ts';
import { enterKey, openWithout } from './console.ts';

test('the header says who the caller is and what is left today, and nothing of an anonymous one', async () => {
  const api = await startPolicyApi(parseExample('Consumer app'));
  const { origin } = new URL(api.url);
  await mint(api, user(), { personaConfig: { personaId: MINE, languageCode: 'de' } });
  const page = await takeTab([origin]);
  await page.goto(`${origin}/tokens/new?persona=${MINE}`);
  await page.getByRole('heading', { name: 'Create session token' }).waitFor();
  expect(await page.locator('.viewer').count()).toBe(0);
  await enterKey(page, await signToken(user()));
  const left = /^Subject\s+u-1\s+Role\s+user\s+Left today\s+110 of 120 minutes$/;
  await expect.poll(() => page.locator('.viewer').innerText()).toMatch(left);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('button', { name: 'Copy token' }).waitFor();
  await expect.poll(() => page.locator('.viewer').innerText()).toContain('100 of 120 minutes');
});

test('who has reached a limit cannot create a token, and reads which', async () => {
  const { roles, ...policy } = parseExample('Consumer app');
  const withoutReuse = roles.map((role) =>
    typeof role.mint === 'object' ? { ...role, mint: { ...role.mint, reuseSeconds: 0 } } : role,
  );
  const api = await startPolicyApi({ ...policy, roles: withoutReuse });
  const { origin } = new URL(api.url);
  const page = await takeTab([origin]);
  await page.goto(`${origin}/tokens/new?persona=${MINE}`);
  for (const languageCode of ['de', 'fr', 'it'])
    await mint(api, user(), { personaConfig: { personaId: MINE, languageCode } });
  await enterKey(page, await signToken(user()));
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await page.getByText(/^You have reached your limit of concurrent sessions\./).waitFor();
  expect(await create.isDisabled()).toBe(true);
});

test('without the scope tokens:mint, the form for a token says so', async () => {
  const path = `/tokens/new?persona=${personas[0]?.id}`;
  const page = await openWithout('tokens:mint', path);
  await page.getByText('Your credentials do not have the scope tokens:mint.').waitFor();
  const create = page.getByRole('button', { name: 'Create', exact: true });
  expect(await create.isDisabled()).toBe(true);
  await expect.poll(() => page.locator('.viewer').innerText()).toContain('ada');
});
