import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { handbook } from '../../../src/avatar-service/seed/knowledge.ts';
import { tools } from '../../../src/avatar-service/seed/tools.ts';
import { seedTool } from '../../support/seeds.ts';
import { launchBrowser } from '../browser.ts';
import { enterKey, openConsole, openConsoleForCallers, runOperation } from './console.ts';

const PATH = `/tools/${seedTool}`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
}, 60_000);

test('all tools are listed and found by name', async () => {
  const { page } = await openConsole(browser, '/tools');
  await page.getByText(`${tools.length} tools`).waitFor();
  expect(await page.locator('.entry').count()).toBe(tools.length);
  await page.getByLabel('Search by name').fill('product');
  await page.getByText('1 tool', { exact: true }).waitFor();
  await page.getByRole('link', { name: /show_product_card/ }).click();
  await page.getByRole('heading', { name: 'show_product_card' }).waitFor();
});

test('where the upstream has no list of tools, a tool opens by id', async () => {
  const { page, keys } = await openConsoleForCallers(browser, '/tools');
  await enterKey(page, keys.pro);
  await page.getByText(/UPSTREAM_EXTENSIONS/).waitFor();
  await page.getByLabel('Open by id').fill(seedTool);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'show_product_card' }).waitFor();
});

test('a change is saved, survives a reload and can be undone', async () => {
  const { page } = await openConsole(browser, PATH);
  const description = page.getByLabel('Description');
  const before = await description.inputValue();
  await description.fill('Shows a card.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'show_product_card' }).waitFor();
  expect(await description.inputValue()).toBe('Shows a card.');
  await description.fill('Shows another card.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => description.inputValue()).toBe('Shows a card.');
  await page.getByText('Saved.').waitFor({ state: 'detached' });
  await page.reload();
  expect(await description.inputValue()).toBe('Shows a card.');
  expect(before).not.toBe('Shows a card.');
});

test('only changed fields are sent', async () => {
  const { page } = await openConsole(browser, PATH);
  await page.getByLabel('The user cannot interrupt').check();
  const sent = page.waitForRequest(
    (request) => request.postData()?.includes('UpdateTool') ?? false,
  );
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON().variables.input).toStrictEqual({ disableInterruptions: true });
});

test.each([
  ['{\n  "a": ', /^Invalid JSON at line 2, column \d+: ./],
  ['{\n  "a": 1,\n}', /^Invalid JSON at line 3, column 1: ./],
  ['[1]', /^Enter a JSON object/],
  ['{ "type": "string" }', /^Line 1, type: Must be object\.$/],
  [
    '{ "properties": { "a": { "type": "text" } } }',
    /^Line 1, properties\.a\.type: Must be one of object, array/,
  ],
  [
    '{ "properties": { "a": { "items": { "minLength": -1 } } } }',
    /^Line 1, properties\.a\.items\.minLength: /,
  ],
  [
    '{\n  "properties": {\n    "type": {\n      "type": "text"\n    }\n  }\n}',
    /^Line 4, properties\.type\.type: Must be one of/,
  ],
  [
    '{\n  "required": [\n    "a",\n    "b"\n  ],\n  "properties": { "a": true }\n}',
    /^Line 4, required: b is not in properties/,
  ],
  ['{ "properties": [] }', /^Line 1, properties: Invalid input/],
  [
    '{ "properties": { "a": { "pattern": "(" } } }',
    /^Line 1, properties\.a\.pattern: Not a regular/,
  ],
  [
    '{ "properties": { "a": true }, "required": ["b"] }',
    /^Line 1, required: b is not in properties/,
  ],
])('the parameters %j are rejected while typing, and never sent', async (text, message) => {
  const { page } = await openConsole(browser, PATH);
  const field = page.getByLabel('Parameters');
  await field.fill(text);
  await page.getByText('Not a valid schema.').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator('[id="input.config.parameters-issues"]').textContent()).toMatch(
    message,
  );
  let sent = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes('UpdateTool')) sent += 1;
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByRole('link').click();
  await expect
    .poll(() => field.evaluate((element) => element === document.activeElement))
    .toBe(true);
  expect(sent).toBe(0);
});

test('changed parameters are sent with the rest of the configuration', async () => {
  const { page } = await openConsole(browser, PATH);
  const parameters = { type: 'object', properties: { sku: { type: ['string', 'null'] } } };
  await page.getByLabel('Parameters').fill(JSON.stringify(parameters));
  await page.getByText('Valid. Parameters: sku.').waitFor();
  const sent = page.waitForRequest(
    (request) => request.postData()?.includes('UpdateTool') ?? false,
  );
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON().variables.input).toStrictEqual({
    config: { parameters, awaitResult: false, toolTimeoutSeconds: 10 },
  });
  await page.getByText('Saved.').waitFor();
});

test('a configuration with fields that the page does not know keeps them', async () => {
  const { page, url } = await openConsole(browser);
  const config = { awaitResult: true, vendorField: { a: [1] } };
  const query =
    'mutation ($id: ID!, $input: UpdateToolInput!) { updateTool(id: $id, input: $input) { tool { id } } }';
  await runOperation(url, query, { id: seedTool, input: { config } });
  await page.goto(`${url}${PATH}`);
  expect(await page.getByLabel('Further configuration').inputValue()).toContain('vendorField');
  await page.getByLabel('Timeout (seconds)').fill('5');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByText('Raw JSON').click();
  const record = JSON.parse((await page.locator('.json pre').textContent()) ?? '');
  expect(record.config).toStrictEqual({ ...config, toolTimeoutSeconds: 5 });
});

const create = (page: Page) => page.getByRole('button', { name: 'Create tool' }).click();

test('a client tool is created with parameters, and is in the list', async () => {
  const { page } = await openConsole(browser, '/tools');
  await page.getByText(`${tools.length} tools`).waitFor();
  await page.getByRole('link', { name: 'New tool' }).click();
  await page.getByLabel('Name', { exact: true }).fill('show_map');
  await page.getByLabel('Description').fill('Shows a map.');
  await page.getByRole('button', { name: 'Insert an example' }).click();
  await page.getByText('Valid. Parameters: city.').waitFor();
  await page.getByLabel('The LLM waits for the result').check();
  const sent = page.waitForRequest(
    (request) => request.postData()?.includes('CreateTool') ?? false,
  );
  await create(page);
  expect((await sent).postDataJSON().variables.input).toStrictEqual({
    type: 'CLIENT',
    name: 'show_map',
    description: 'Shows a map.',
    config: {
      parameters: {
        type: 'object',
        properties: { city: { type: 'string', description: 'Name of the city.' } },
        required: ['city'],
      },
      awaitResult: true,
    },
  });
  await page.getByRole('heading', { name: 'show_map' }).waitFor();
  await page.getByRole('link', { name: 'Tools', exact: true }).last().click();
  await page.getByText(`${tools.length + 1} tools`).waitFor();
  await page.getByRole('link', { name: /show_map/ }).waitFor();
});

test.each<[string, Record<string, string>, object]>([
  [
    'SERVER_WEBHOOK',
    { URL: 'https://hook.example/a', Headers: 'Accept: text/plain\n\nX-A: b: c' },
    {
      url: 'https://hook.example/a',
      method: 'POST',
      headers: { Accept: 'text/plain', 'X-A': 'b: c' },
    },
  ],
  ['SYSTEM', {}, { action: 'end_call' }],
])('a tool of the type %s is created with the fields of its type', async (type, fields, config) => {
  const { page } = await openConsole(browser, '/tools/new');
  await page.getByLabel('Type').selectOption(type);
  await page.getByLabel('Name', { exact: true }).fill('another_tool');
  await page.getByLabel('Description').fill('Does something.');
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
  await create(page);
  await page.getByRole('heading', { name: 'another_tool' }).waitFor();
  await page.getByText('Raw JSON').click();
  const record = JSON.parse((await page.locator('.json pre').textContent()) ?? '');
  expect(record).toMatchObject({ type, config });
  expect(Object.keys(record.config)).toStrictEqual(Object.keys(config));
});

test('a tool that searches documents gets knowledge groups by name, and its page links to them', async () => {
  const { page, url } = await openConsole(browser);
  const create =
    'mutation ($input: CreateKnowledgeGroupInput!) { createKnowledgeGroup(input: $input) { knowledgeGroup { id } } }';
  for (let number = 1; number <= 9; number += 1)
    await runOperation(url, create, { input: { name: `Prices ${number}` } });
  await page.goto(`${url}/knowledge/${handbook.id}`);
  await page.getByRole('link', { name: 'Create a tool with this group' }).click();
  expect(await page.getByLabel('Type').inputValue()).toBe('SERVER_RAG');
  await page.getByLabel('Name', { exact: true }).fill('find_prices');
  await page.getByLabel('Description').fill('Finds prices.');
  expect(await page.getByRole('checkbox', { name: 'Handbook' }).isChecked()).toBe(true);
  const pages = page.getByRole('navigation', { name: 'Pages of knowledge groups' });
  await pages.getByText('Page 1 of 2').waitFor();
  await pages.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Search knowledge groups').fill('prices 7');
  await page.getByRole('checkbox', { name: 'Prices 7' }).check();
  await page.getByRole('button', { name: 'Create tool' }).click();
  await page.getByRole('heading', { name: 'find_prices' }).waitFor();
  const groups = page.locator('.settings').getByRole('listitem');
  await expect.poll(() => groups.allTextContents()).toStrictEqual(['Handbook', 'Prices 7']);
  await groups.getByRole('link', { name: 'Prices 7' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete knowledge group' }).click();
  await page.getByText('9 knowledge groups').waitFor();
  await page.goBack();
  await page.goBack();
  await expect
    .poll(() => groups.allTextContents())
    .toStrictEqual(['Handbook', '1 group no longer exists']);
  await page.getByRole('checkbox', { name: 'It no longer exists.' }).click();
  const sent = page.waitForRequest(
    (request) => request.postData()?.includes('UpdateTool') ?? false,
  );
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON().variables.input.config).toStrictEqual({
    documentFolderIds: [handbook.id],
  });
  await expect.poll(() => groups.allTextContents()).toStrictEqual(['Handbook']);
});

test("a tool's page counts a persona as soon as it uses the tool", async () => {
  const { page } = await openConsole(browser, PATH);
  const usage = page.locator('.settings dd').nth(1);
  await page.getByText('0 personas').waitFor();
  await page.getByRole('link', { name: 'Personas' }).click();
  await page.getByRole('link', { name: 'New persona' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Wanda');
  await page.getByRole('checkbox', { name: 'show_product_card' }).check();
  await page.getByRole('button', { name: 'Create persona' }).click();
  await page.getByRole('link', { name: /show_product_card/ }).click();
  await page.getByRole('heading', { name: 'show_product_card' }).waitFor();
  await expect.poll(() => usage.textContent()).toBe('1 persona');
  await page.goBack();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete persona' }).click();
  await page.getByRole('heading', { name: 'Personas' }).waitFor();
  await page.getByRole('link', { name: 'Tools' }).click();
  await page.getByRole('link', { name: /show_product_card/ }).click();
  await expect.poll(() => usage.textContent()).toBe('0 personas');
});

test('errors in the configuration of a new tool appear at their fields', async () => {
  const { page } = await openConsole(browser, '/tools/new');
  await page.getByLabel('Type').selectOption('SERVER_WEBHOOK');
  await page.getByLabel('Name', { exact: true }).fill('hook');
  await page.getByLabel('Description').fill('Calls.');
  await page.getByLabel('URL', { exact: true }).fill('ftp://hook.example');
  await page.getByLabel('Headers').fill('no header');
  await create(page);
  await page.locator('.issue', { hasText: 'Line 1 is not “Name: value”.' }).waitFor();
  await page.getByLabel('Headers').fill('');
  await create(page);
  await page.locator('[id="input.config.url-issues"]').waitFor();
  expect(await page.getByLabel('URL', { exact: true }).getAttribute('aria-invalid')).toBe('true');
});

test('a system tool is shown with its action, and offers no change', async () => {
  const system = tools.find(({ type }) => type === 'SYSTEM');
  const { page } = await openConsole(browser, `/tools/${system?.id}`);
  await page.getByText('system, cannot be changed').waitFor();
  expect(await page.locator('.settings').innerText()).toContain('end_call');
  await page
    .getByText(system?.description ?? '')
    .first()
    .waitFor();
  expect(await page.getByRole('button', { name: /Save|Delete/ }).count()).toBe(0);
});

test('a tool is deleted after confirmation; Escape and the first button cancel', async () => {
  const { page } = await openConsole(browser, PATH);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('This cannot be undone.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'show_product_card' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete tool' }).click();
  await page.getByRole('heading', { name: 'Tools' }).waitFor();
  await page.locator('.entry').first().waitFor();
  await expect.poll(() => page.locator('.entry').count()).toBe(tools.length - 1);
  await page.goBack();
  await page.getByText(`No tool has the id ${seedTool}.`).waitFor();
});
