import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { start } from '../../support/start.ts';
import { openTab, takeTab } from '../browser.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';
import { getButton, getFailure, getStored, leave, shareSignIn, signIn } from './sign-in.ts';

const openSignIn = shareSignIn();

const FOREIGN = 'This sign-in was not started in this tab, or is already complete.';

/** Lets ada continue, and returns the address to which the provider sends her back, without following it. */
async function interceptAnswer(page: Page, provider: OpenIdProvider): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  provider.onAnswer = resolve;
  await page.getByRole('button', { name: 'Continue as ada' }).click();
  const answer = await promise;
  provider.onAnswer = undefined;
  return answer;
}

test('an answer that nobody has asked for is neither used nor shown', async () => {
  const { page, url, provider } = await openSignIn();
  for (const search of [
    '?code=injected&state=guessed',
    '?code=injected',
    '?error=server_error&error_description=Call+%2B1+555+0100&state=x',
    '?state=x',
  ]) {
    await page.goto(`${url}/sign-in${search}`);
    expect([search, await getFailure(page)]).toStrictEqual([search, FOREIGN]);
    expect(page.url()).toBe(`${url}/sign-in`);
    expect(await page.locator('body').innerText()).not.toContain('555');
  }
  // The API reads its keys when it starts.
  expect(provider.requests.filter((line) => line !== 'GET /jwks')).toStrictEqual([]);
});

test('an answer is used once, in its own tab only', async () => {
  const { page, provider } = await openSignIn({ path: '/voices' });
  await leave(page);
  const answer = await interceptAnswer(page, provider);
  const other = await page.context().newPage();
  await other.goto(answer);
  expect(await getFailure(other)).toBe(FOREIGN);
  await page.goto(answer);
  await getButton(page, 'Sign out').waitFor();
  await page.goto(answer);
  expect(await getFailure(page)).toBe(FOREIGN);
  expect(provider.requests.filter((request) => request === 'POST /token')).toHaveLength(1);
});

test("another's code with one's own state does not sign in", async () => {
  const victim = await openSignIn({ mayFail: true });
  const { url, provider } = victim;
  const attacker = await openTab([url, provider.issuer]);
  await attacker.goto(url);
  await leave(attacker);
  const code = new URL(await interceptAnswer(attacker, provider)).searchParams.get('code') ?? '';
  await leave(victim.page);
  const answer = new URL(await interceptAnswer(victim.page, provider));
  answer.searchParams.set('code', code);
  await victim.page.goto(answer.href);
  expect(await getFailure(victim.page)).toMatch(/refused the sign-in\..*\(invalid_grant\)$/);
  expect(await getStored(victim.page)).toBeUndefined();
});

test('an ID token for another sign-in is refused', async () => {
  const { page, url, provider } = await openSignIn();
  await leave(page);
  const answer = await interceptAnswer(page, provider);
  await page.goto(url);
  await page.evaluate(() => {
    const attempt = JSON.parse(sessionStorage.getItem('sign-in') ?? '');
    sessionStorage.setItem('sign-in', JSON.stringify({ ...attempt, nonce: 'of-another' }));
  });
  await page.goto(answer);
  expect(await getFailure(page)).toMatch(/ID token that is not for this sign-in\.$/);
  expect(await getStored(page)).toBeUndefined();
});

test('the way back of the address, of the state of the page and of the provider leads to the console only', async () => {
  const { page, url } = await openSignIn({ path: '/sign-in?from=https://evil.example/' });
  for (const from of ['https://evil.example/', '//evil.example/', 'javascript:alert(1)']) {
    await page.evaluate((state) => history.replaceState({ from: state }, ''), from);
    await page.reload();
    await page.getByRole('link', { name: 'Back to the console' }).click();
    expect(new URL(page.url()).origin).toBe(url);
    await page.goto(`${url}/sign-in`);
  }
  const path = '/voices?name=%2F%2Fevil.example&returnTo=https://evil.example/&next=//evil.example';
  await page.goto(`${url}${path}`);
  await signIn(page);
  expect(page.url()).toBe(`${url}${path}`);
});

test('tokens and codes are in no address, Referer, title, cookie or log', async () => {
  const provider = await startOpenIdProvider();
  const settings = { ...provider.settings, LOG_LEVEL: 'debug' };
  const { url, logged } = await start({ settings });
  provider.register(url);
  const page = await takeTab([url, provider.issuer]);
  const seen: string[] = [];
  let answer = '';
  page.on('request', (request) => {
    const isAnswer = request.url().includes('code=') && request.url().startsWith(`${url}/sign-in`);
    if (isAnswer) answer = request.url();
    else seen.push(request.url());
    seen.push(request.headers().referer ?? '');
  });
  // The answer itself is the one address that has the code.
  page.on('framenavigated', (frame) => frame.url() !== answer && seen.push(frame.url()));
  await page.goto(url);
  await signIn(page);
  await page.getByRole('link', { name: 'Nora, museum guide' }).click();
  await page.getByRole('heading', { name: 'Nora, museum guide' }).waitFor();
  const { token, session } = JSON.parse((await getStored(page)) ?? '');
  const { searchParams } = new URL(answer);
  const secrets = [
    token,
    session.refreshToken,
    searchParams.get('code'),
    searchParams.get('state'),
  ];
  expect(secrets.map((secret) => secret?.length > 20)).toStrictEqual([true, true, true, true]);
  seen.push(await page.title(), await page.evaluate(() => document.cookie));
  // The browser's history of this tab begins and ends with pages of the console.
  await page.goBack();
  seen.push(page.url());
  await getButton(page, 'Sign out').click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const log = JSON.stringify(logged());
  expect(log).toContain('Personas');
  // `state` goes to the provider and back, and nowhere else.
  const elsewhere = seen.filter((text) => !text.startsWith(provider.issuer));
  const [accessToken, refreshToken, code, state] = secrets;
  for (const secret of [accessToken, refreshToken, code]) {
    expect(seen.filter((text) => text.includes(secret))).toStrictEqual([]);
    expect(log).not.toContain(secret);
  }
  expect(elsewhere.filter((text) => text.includes(state))).toStrictEqual([]);
  expect(log).not.toContain(state);
});
