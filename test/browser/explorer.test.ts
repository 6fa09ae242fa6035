import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import type { Browser, Locator, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { avatars } from '../../src/avatar-service/seed/avatars.ts';
import { personas } from '../../src/avatar-service/seed/personas.ts';
import { readConfig } from '../../src/config.ts';
import { examples } from '../../src/explorer/examples.ts';
import { startFacade } from '../../src/start.ts';
import { seedImageBytes, seedTool } from '../support/seeds.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { launchBrowser } from './browser.ts';

/** Milliseconds: how long a page may take to follow, and how often to look. */
const WAIT = { timeout: 15_000, interval: 400 };

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
}, 60_000);

afterAll(() => browser?.close());

/** The real product on a free port, with a store of its own. */
async function startProduct() {
  const config = readConfig({ PORT: '0', DATA_DIR: await tempFolder() });
  const running = await startFacade(config);
  onTestFinished(() => running.close(0));
  return running;
}

interface Explorer {
  readonly page: Page;
  readonly url: string;
  /** Requests to anything but this machine, and errors on the page's console: neither should ever be. */
  readonly troubles: string[];
  open(tab: string): Promise<void>;
  /** Runs the tab's operation and answers the result pane's JSON. */
  run(): Promise<{ data?: Record<string, Record<string, string>>; errors?: { message: string }[] }>;
}

const resultPane = (page: Page) => page.locator('.result-window');

const isAnswer = (response: Response) =>
  response.url().endsWith('/graphql') && response.request().method() === 'POST';

/** Clicks as a person would who sees nothing happen: a click that falls into an animation of the page is lost. */
const clickUntil = (target: Locator, isDone: () => boolean | Promise<boolean>) =>
  expect
    .poll(async () => {
      if (await isDone()) return true;
      await target.click();
      return isDone();
    }, WAIT)
    .toBe(true);

/** Opens the explorer as a new user would; `troubles` is checked to be empty at the end. */
async function openExplorer(): Promise<Explorer> {
  const { url } = await startProduct();
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  context.setDefaultTimeout(WAIT.timeout);
  const page = await context.newPage();
  const troubles: string[] = [];
  await context.route('**', (route) => {
    const target = new URL(route.request().url());
    if (target.origin === url || ['blob:', 'data:'].includes(target.protocol))
      return route.continue();
    troubles.push(`request to ${target.href}`);
    return route.abort();
  });
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  onTestFinished(async () => {
    await context.close();
    expect(troubles).toStrictEqual([]);
  });
  const introspected = page.waitForResponse(isAnswer);
  await page.goto(`${url}/graphql`);
  const runButton = page.locator('.graphiql-execute-button');
  // The page has its buttons before its editors and its schema, and forgets what is clicked in between.
  await introspected;
  await page.locator('.graphiql-editors .view-line', { hasText: 'Welcome' }).waitFor();
  await resultPane(page).locator('.view-lines').waitFor({ state: 'attached' });
  return {
    page,
    url,
    troubles,
    open: async (name) => {
      const tab = page.getByRole('tab').filter({ has: page.locator(`[title="${name}"]`) });
      await clickUntil(tab, async () => (await tab.getAttribute('aria-selected')) === 'true');
      await page
        .locator('.graphiql-editors .view-line', { hasText: ` ${name}(` })
        .first()
        .waitFor();
    },
    run: async () => {
      const answered = page.waitForResponse(isAnswer);
      let asked = false;
      page.once('request', () => {
        asked = true;
      });
      await clickUntil(runButton, () => asked);
      return (await answered).json();
    },
  };
}

test('the page loads from this machine alone, runs its first query, and shows the answer', async () => {
  const { page, run, url } = await openExplorer();
  const { data, errors } = await run();
  expect(errors).toBeUndefined();
  expect(data).toHaveProperty('personas.items.length', 5);
  await resultPane(page).getByText('Nora, museum guide').waitFor();
  await resultPane(page).getByText(`${url}/v1/avatars/`).first().waitFor();
});

test('Ctrl+Enter runs a query too, and the headers tab is there', async () => {
  const { page } = await openExplorer();
  await page.locator('.graphiql-editors .view-line').first().click();
  await page.keyboard.press('Control+Enter');
  await resultPane(page).getByText('Leo, city guide').waitFor();
  await page.getByRole('button', { name: 'Headers', exact: true }).click();
});

test('a file chosen in the files pane becomes an avatar with that picture', async () => {
  const { page, open, run } = await openExplorer();
  await open('UploadAvatar');
  await page.getByRole('button', { name: 'Files' }).click();
  const buffer = Buffer.from(seedImageBytes('webp'));
  await page
    .locator('#files-pane input[type=file]')
    .setInputFiles({ name: 'ada.webp', mimeType: 'image/webp', buffer });
  await page.locator('#files-pane').getByText('ada.webp').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('#files-pane .pane').waitFor({ state: 'hidden' });
  const { data, errors } = await run();
  expect(errors).toBeUndefined();
  const picture = await fetch(data?.createAvatar?.imageUrl ?? '');
  expect(Buffer.from(await picture.arrayBuffer()).equals(buffer)).toBe(true);
});

test('a file variable without a chosen file is explained in the answer, and nothing is sent', async () => {
  const { page, open } = await openExplorer();
  await open('UploadAvatar');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  const explanation = resultPane(page).getByText('choose one with the Files button first');
  await clickUntil(page.locator('.graphiql-execute-button'), () => explanation.isVisible());
  expect(sent).toBe(0);
});

test('a chosen file can be removed again', async () => {
  const { page } = await openExplorer();
  await page.getByRole('button', { name: 'Files' }).click();
  const input = page.locator('#files-pane input[type=file]');
  await input.setInputFiles({
    name: '<img src=x onerror=alert(1)>.png',
    mimeType: 'text/plain',
    buffer: Buffer.from('x'),
  });
  await page.locator('#files-pane').getByText('<img src=x onerror=alert(1)>.png').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => page.locator('#files-pane li').count(), WAIT).toBe(0);
});

test.each([
  ['CreatePersona', 'createPersona'],
  ['MintToken', 'createSessionToken'],
  ['MintTokenSpelledOut', 'createSessionToken'],
  ['Persona', 'persona'],
])('the tab %s runs as it stands', async (tab, field) => {
  const { open, run } = await openExplorer();
  await open(tab);
  const { data, errors } = await run();
  expect(errors).toBeUndefined();
  expect(data?.[field]).toBeTruthy();
});

test('every example fits the schema, and every other one runs over HTTP without an error', async () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const { url } = await startProduct();
  for (const { query, variables = '{}' } of examples) {
    const document = parse(query);
    expect(validate(schema, document)).toStrictEqual([]);
    if (/UploadAvatar|AvatarFromUrl/.test(query)) continue;
    for (const definition of document.definitions) {
      const operationName = definition.kind === 'OperationDefinition' ? definition.name?.value : '';
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, operationName, variables: JSON.parse(variables) }),
      });
      expect(await response.json()).not.toHaveProperty('errors');
    }
  }
});

test('the ids of the examples are those of the first data', () => {
  const all = examples.map(({ variables }) => variables).join();
  for (const id of [personas[0]?.id, avatars[0]?.id, seedTool]) expect(all).toContain(id);
});

test('the page is sent compressed, once, and answered with 304 after that', async () => {
  const { url } = await startProduct();
  const get = (headers: Record<string, string>) =>
    fetch(`${url}/graphql`, { headers: { accept: 'text/html', ...headers } });
  const plain = await get({ 'accept-encoding': 'identity' });
  const zipped = await get({ 'accept-encoding': 'gzip' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect(await zipped.text()).toBe(await plain.text());
  const etag = plain.headers.get('etag') ?? '';
  expect((await get({ 'if-none-match': etag })).status).toBe(304);
  expect(plain.headers.get('content-security-policy')).toContain("default-src 'none'");
});
