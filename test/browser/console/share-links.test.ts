import { expect, test } from 'vitest';
import { personas } from '../../support/sample/records.ts';
import { createRecord, shareConsole, submit } from './console.ts';

const shared = shareConsole();

const [NORA] = personas;

test('the token of a new share link is shown once', async () => {
  const logged: string[] = [];
  const page = await shared.open(`/personas/${NORA?.id}`);
  page.on('console', (message) => logged.push(message.text()));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByText('This persona has no share links.').waitFor();
  await page.getByRole('link', { name: 'Create share link' }).click();
  await page.getByLabel('Expires in').fill('24');
  await page.getByLabel('Number of uses').fill('3');
  expect(await submit(page, 'Create share link', 'CreateShareLink')).toStrictEqual({
    personaId: NORA?.id,
    expiresInHours: 24,
    usageLimit: 3,
  });
  await page.getByRole('heading', { name: 'Share link created' }).waitFor();
  const field = page.getByLabel('it is not shown again');
  const token = await field.inputValue();
  expect(token).toMatch(/^[\w-]{32}$/);
  await page.getByRole('button', { name: 'Copy token' }).click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  const findToken = async () => ({
    url: page.url().includes(token),
    page: (await page.content()).includes(token) || (await field.count()) > 0,
    stored: await page.evaluate(
      () => JSON.stringify({ ...localStorage, ...sessionStorage, history: history.state }) ?? '',
    ),
    logged: logged.join(''),
  });
  expect(await findToken()).toMatchObject({ url: false, page: true });
  await page.getByText(/^Expires /).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Share links' }).click();
  await page.getByRole('link', { name: /Nora, museum guide.*0 of 3 uses/ }).click();
  await page.getByText('Its token was shown once').waitFor();
  expect(await page.locator('.settings').innerText()).toMatch(/State\s+active, 0 of 3 uses/);
  const left = await findToken();
  expect([left.url, left.page]).toStrictEqual([false, false]);
  expect(`${left.stored} ${left.logged}`).not.toContain(token);
  await page.goBack();
  await page.goBack();
  await page.getByRole('button', { name: 'Create share link' }).waitFor();
  expect((await findToken()).page).toBe(false);
  await page.goto(`${shared.url}/personas/${NORA?.id}`);
  await page.getByRole('link', { name: /0 of 3 uses/ }).waitFor();
});

test('a share link is found by its persona and changed, and says why it has ended', async () => {
  const [vera] = personas.filter(({ name }) => name.startsWith('Vera'));
  const id = await createRecord(shared.url, 'ShareLink', { personaId: vera?.id });
  const page = await shared.open('/share-links');
  await page.getByLabel('Search by persona or id').fill('vera');
  await page.getByText('1 share link', { exact: true }).waitFor();
  await page.getByRole('link', { name: /Vera, chess teacher.*active/ }).click();
  await page.waitForURL(`${shared.url}/share-links/${id}`);
  await page.getByLabel('Number of uses').fill('25');
  expect(await submit(page, 'Save', 'UpdateShareLink')).toStrictEqual({ usageLimit: 25 });
  await page.getByText('0 of 25 uses').waitFor();
  await page.getByLabel('Expires in').fill('0.5');
  expect(await submit(page, 'Save', 'UpdateShareLink')).toStrictEqual({ expiresInHours: 0.5 });
  await expect.poll(() => page.getByLabel('Expires in').inputValue()).toBe('');
  await page.getByText('Saved.').waitFor();
  const changes: readonly [string, object][] = [
    ['expired', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['used up', { usageCount: 25 }],
    ['disabled', { isEnabled: false }],
  ];
  for (const [state, change] of changes) {
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      Object.assign(json.data.shareLink ?? json.data.shareLinks?.nodes[0] ?? {}, change);
      await route.fulfill({ response, json });
    });
    await page.goto(`${shared.url}/share-links?name=vera`);
    await page.getByRole('link', { name: new RegExp(`Vera.*${state}`) }).click();
    await page.locator('.settings').getByText(`${state}, `).waitFor();
    await page.unroute('**/graphql');
  }
});
