import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { ALL_SCOPES, type Scope } from '../../../src/policy/scopes.ts';
import { startAvatarService } from '../../support/avatar-service.ts';
import { signJwt } from '../../support/issuer.ts';
import { freePort, onFinished } from '../../support/resources.ts';
import { avatars, personas } from '../../support/sample/records.ts';
import { start } from '../../support/start.ts';
import { takeTab } from '../browser.ts';

/** Ports of consoles that have ended, for the next ones: a page of the same address loads in half the time. */
const ports: number[] = [];

/** Starts the API with its console until the end of the running test or file. */
export async function startConsole(settings: Record<string, string> = {}): Promise<string> {
  const port = ports.pop() ?? (await freePort());
  onFinished(() => ports.push(port));
  return (await start({ settings: { PORT: String(port), ...settings } })).url;
}

/** Opens a page of a console in a tab without a credential. */
export async function openPage(url: string, path = '/'): Promise<Page> {
  const page = await takeTab([url]);
  // Tests wait for what they need of the page, rarely for its images.
  await page.goto(`${url}${path}`, { waitUntil: 'domcontentloaded' });
  return page;
}

/** Starts a console that the tests of a file share. Its built-in service has the sample data, and needs no key. */
export function shareConsole(settings: Record<string, string> = {}) {
  const shared = { url: '', open: (path?: string) => openPage(shared.url, path) };
  beforeAll(async () => {
    shared.url = await startConsole({ ALLOW_PRIVATE_IMAGE_URLS: 'true', ...settings });
  }, 60_000);
  return shared;
}

/** Opens the console with a service without extensions that requires callers' own keys. */
export async function openConsoleForCallers(path = '/') {
  const service = await startAvatarService({ seeded: true });
  const url = await startConsole({ UPSTREAM_URL: service.url });
  const page = await takeTab([url, service.url]);
  await page.goto(`${url}${path}`);
  return { page, url, keys: service.keys };
}

/** Navigates within the app, as a link does. The page and its key remain. */
export const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate((target) => history.pushState(null, '', target), path);

/** Navigates to a page with a form, after a page without one. */
export async function openForm(page: Page, path: string): Promise<void> {
  await navigate(page, '/nothing');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await navigate(page, path);
  await page.locator('form').waitFor();
}

/** Selects an option of a field, as a user does. */
export async function selectOption(page: Page, label: string, name: string | RegExp) {
  const field = page.getByRole('combobox', { name: label });
  const option = field.locator('option', { hasText: name }).first();
  await field.selectOption((await option.getAttribute('value')) ?? '');
}

/** What is entered in a form, by label: a text, whether a box is checked, or a file. */
export type Entered = Readonly<Record<string, string | boolean | Uint8Array>>;

export const getField = (page: Page, label: string, value: unknown = ''): Locator =>
  page.getByLabel(label, { exact: typeof value !== 'boolean' });

/** Fills in a form as a user does. */
export async function fill(page: Page, entered: Entered): Promise<void> {
  for (const [label, value] of Object.entries(entered)) {
    const field = getField(page, label, value);
    if (typeof value === 'boolean') await field.setChecked(value);
    else if (typeof value !== 'string')
      await field.setInputFiles({
        name: 'a.png',
        mimeType: 'image/png',
        buffer: Buffer.from(value),
      });
    else if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT')
      await selectOption(page, label, value);
    else await field.fill(value);
  }
}

/** Chooses an action of the page's menu. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Enters a key in the dialog. */
export async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Credentials' }).click();
  await page.getByLabel('API key or JWT', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Apply' }).click();
}

/** Opens a page of a console with a JWT that has all scopes but one. */
export async function openWithout(scope: Scope, url: string, path: string): Promise<Page> {
  const page = await openPage(url, path);
  await enterKey(page, await signJwt(ALL_SCOPES.filter((each) => each !== scope)));
  return page;
}

/** Runs an operation outside of the page, and returns its response. */
export async function runOperation(url: string, query: string, variables = {}) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query, variables });
  return (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json();
}

/** Creates a record, such as a Persona, outside of the page, and returns its id. */
export async function createRecord(url: string, type: string, input: object): Promise<string> {
  const field = type.charAt(0).toLowerCase() + type.slice(1);
  const query = `mutation ($input: Create${type}Input!) { create${type}(input: $input) { ${field} { id } } }`;
  const { data, errors } = await runOperation(url, query, { input });
  expect(errors).toBeUndefined();
  return data[`create${type}`][field].id;
}

/** Creates avatars named Copy 1, Copy 2, … (or another name) from the image of a seeded avatar. */
export async function createAvatars(url: string, count: number, name = 'Copy'): Promise<void> {
  const image = { url: `${url}/v1/avatars/${avatars[0]?.id}/image.webp` };
  for (let number = 1; number <= count; number += 1)
    await createRecord(url, 'Avatar', { displayName: `${name} ${number}`, image });
}

/** Creates a voice from the sample of a built-in one. */
export async function createVoice(url: string, displayName: string): Promise<void> {
  const { data } = await runOperation(url, '{ voices { nodes { sampleUrl } } }');
  await createRecord(url, 'Voice', {
    displayName,
    audio: { url: data.voices.nodes.at(-1).sampleUrl },
  });
}

/** Invites a seeded persona to a meeting, and returns the invite's id. */
export const inviteToMeeting = (url: string, displayName: string): Promise<string> =>
  createRecord(url, 'MeetingInvite', {
    personaId: personas[0]?.id,
    meetingUrl: 'https://meet.google.com/abc-defg-hij',
    displayName,
  });

/** Clicks a button, and returns the input of the mutation that the page then sends. */
export async function submit(page: Page, button: string, mutation: string): Promise<object> {
  const sent = page.waitForRequest(
    (request) => request.postData()?.includes(`mutation ${mutation}`) ?? false,
  );
  await page.getByRole('button', { name: button, exact: true }).click();
  return (await sent).postDataJSON().variables.input;
}

/** Whether an element has the focus. */
export const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluateAll((elements) => elements.some((element) => element === document.activeElement));
