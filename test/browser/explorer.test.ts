import type { Page, Response } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { seedImageBytes } from '../support/files.ts';
import { personas } from '../support/sample/records.ts';
import { openTab } from './browser.ts';
import { chooseAction, startConsole } from './console/console.ts';

/** The explorer of all tests: its editors take seconds to load. */
let url: string;
let page: Page;

beforeAll(async () => {
  url = await startConsole();
  page = await openTab([url], {
    permissions: ['clipboard-read', 'clipboard-write'],
    // The editors write only the lines that are visible.
    viewport: { width: 1400, height: 900 },
  });
}, 60_000);

const resultPane = () => page.locator('.result-window');

const isGraphqlResponse = (response: Response) =>
  response.url().endsWith('/graphql') && response.request().method() === 'POST';

/** Loads the explorer as a new user does. */
async function load(): Promise<void> {
  await page.goto(`${url}/health`);
  await page.evaluate(() => localStorage.clear());
  const introspection = page.waitForResponse(isGraphqlResponse);
  await page.goto(`${url}/graphql`);
  // Buttons appear before the editors and the schema are loaded, and ignore clicks until then.
  await introspection;
  await page.locator('.graphiql-editors .view-line', { hasText: 'Welcome' }).waitFor();
  await resultPane().locator('.view-lines').waitFor({ state: 'attached' });
}

/** Opens the tab of an example. */
async function open(name: string): Promise<void> {
  const tab = page.getByRole('tab').filter({ has: page.locator(`[title="${name}"]`) });
  await tab.click();
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
  // The page adds the query to its URL after it has parsed the operation's name.
  await page.waitForURL(
    ({ searchParams }) => searchParams.get('query')?.includes(` ${name}(`) ?? false,
  );
}

/** Executes the tab's operation and returns the JSON of the result pane. */
async function run(): Promise<{
  data?: Record<string, object | null>;
  errors?: { message: string }[];
}> {
  const response = page.waitForResponse(isGraphqlResponse);
  await page.locator('.graphiql-execute-button').click();
  return (await response).json();
}

test('the page loads from its own origin only, and runs its examples, the first also with Ctrl+Enter', async () => {
  await load();
  const { data, errors } = await run();
  expect(errors).toBeUndefined();
  expect(data).toHaveProperty('personas.nodes.length', 5);
  await resultPane().getByText('Nora, museum guide').waitFor();
  await resultPane().getByText(`${url}/v1/avatars/`).first().waitFor();
  await page.locator('.graphiql-editors .view-line').first().click();
  const again = page.waitForResponse(isGraphqlResponse);
  await page.keyboard.press('Control+Enter');
  expect(await (await again).json()).toStrictEqual({ data });
  await page.getByRole('button', { name: 'Headers', exact: true }).click();
  // examples.test.ts runs the others.
  await open('CreatePersona');
  expect((await run()).data?.createPersona).toBeTruthy();
});

test('a file variable is sent only with a chosen file, whose name the page shows as text', async () => {
  await load();
  await open('UploadAvatar');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  await page.locator('.graphiql-execute-button').click();
  await resultPane().getByText('choose one with the Files button first').waitFor();
  expect(sent).toBe(0);
  const input = page.locator('#files input');
  const name = '<img src=x onerror=alert(1)> "a".png';
  await input.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('x') });
  await page.locator('#files').getByText(name).waitFor();
  const buffer = Buffer.from(seedImageBytes('webp'));
  await input.setInputFiles({ name: 'ada.webp', mimeType: 'image/webp', buffer });
  await page.locator('#files').getByText('Files · ada.webp', { exact: true }).waitFor();
  const { data, errors } = await run();
  expect(errors).toBeUndefined();
  expect(data).toHaveProperty('createAvatar.avatar.imageUrl');
  const image = await fetch(Object(data?.createAvatar).avatar.imageUrl);
  expect(Buffer.from(await image.arrayBuffer()).equals(buffer)).toBe(true);
});

test('chosen files are sent by name, at any depth of the variables', async () => {
  await load();
  const images = { 'one.png': seedImageBytes('png'), 'two.jpg': seedImageBytes('jpeg') };
  await page.locator('#files input').setInputFiles(
    Object.entries(images).map(([name, bytes]) => ({
      name,
      mimeType: 'image/png',
      buffer: Buffer.from(bytes),
    })),
  );
  const { data } = await page.evaluate(async () => {
    const input = (name: string) => ({ displayName: name, image: { file: `$file:${name}` } });
    const query = `mutation Two($a: CreateAvatarInput!, $b: Upload!) {
      a: createAvatar(input: $a) { avatar { imageUrl } }
      b: createAvatar(input: { displayName: "second", image: { file: $b } }) { avatar { imageUrl } }
    }`;
    const body = JSON.stringify({ query, variables: { a: input('two.jpg'), b: '$file' } });
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/graphql', { method: 'POST', headers, body })).json();
  });
  const readBytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(await readBytes(data.a.avatar.imageUrl)).toStrictEqual(Buffer.from(images['two.jpg']));
  expect(await readBytes(data.b.avatar.imageUrl)).toStrictEqual(Buffer.from(images['one.png']));
});

test('a link of the console opens the same operation in the explorer, where it can be run', async () => {
  const [persona] = personas;
  await page.goto(`${url}/personas/${persona?.id}`);
  await chooseAction(page, 'Open in explorer');
  await page.locator('.graphiql-editors .view-line', { hasText: 'query Persona' }).waitFor();
  const { data } = await run();
  expect(data).toHaveProperty('persona.name', persona?.name);
});
