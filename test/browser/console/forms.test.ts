import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seedImageBytes, seedTool } from '../../support/files.ts';
import { personas } from '../../support/sample/records.ts';
import {
  createRecord,
  createVoice,
  type Entered,
  fill,
  getField,
  navigate,
  openForm,
  shareConsole,
  submit,
} from './console.ts';

const shared = shareConsole();

const TOOL = `/tools/${seedTool}`;
const FILE = 'Choose a file';
const REQUIRED = 'A value is required.';

/** Fields that are rejected: the page, what is entered, and the issue of each field. */
type Rejected = readonly [path: string, entered: Entered, issues: Readonly<Record<string, string>>];

const BY_PAGE: readonly Rejected[] = [
  [
    '/llms/new',
    { Metadata: '{ "a": 1,\n}', Temperature: 'warm', 'Maximum output tokens': '1.5' },
    {
      Name: REQUIRED,
      Metadata: 'line 2 column 1',
      Temperature: 'Enter a number.',
      'Maximum output tokens': 'Enter a whole number.',
    },
  ],
  [`/personas/${personas[1]?.id}/edit`, { Name: ' ' }, { Name: REQUIRED }],
  ['/voices/new', { Name: 'Ada' }, { 'Recording URL': REQUIRED }],
  [
    '/tools/new',
    { Type: 'webhook', Headers: 'not a header' },
    { Name: REQUIRED, Headers: 'Line 1 is not “Name: value”.' },
  ],
  [TOOL, { Parameters: '[1]' }, { Parameters: 'Enter a JSON object' }],
  ['/share-links/new', {}, { 'Search persona': REQUIRED }],
  ['/tokens/new', {}, { 'Search persona': REQUIRED }],
];

const HOUSE = { Name: 'House', Model: 'house-1', 'API key': 'sk-0987654321' };
const UNKNOWN_TYPE = '{ "properties": { "a": { "type": "text" } } }';
const TYPES = 'object, array, string, number, integer, boolean, null';
const WEBHOOK = { Type: 'webhook', Name: 'hook', Description: 'Calls.', URL: 'ftp://hook.example' };

const BY_API: readonly Rejected[] = [
  [
    '/personas/new?avatar=not-an-id',
    { Name: 'Wanda' },
    { 'Search avatar': 'The avatar id must be a UUID.' },
  ],
  [
    '/llms/new',
    {
      ...HOUSE,
      'API URL': 'https://user:password@llm.example',
      Temperature: '2.1',
      Description: 'a'.repeat(1001),
    },
    {
      'API URL': 'user name',
      Temperature: 'Must be at most 2.',
      Description: 'Must have at most 1000 characters.',
    },
  ],
  ['/avatars/new', { Name: 'Al', [FILE]: seedImageBytes('png') }, { Name: '3' }],
  ['/voices/new', { Name: 'Ada', [FILE]: Buffer.from('no') }, { 'Recording URL': 'WAV, MP3' }],
  ['/tools/new', WEBHOOK, { URL: 'https' }],
  [
    TOOL,
    { Parameters: UNKNOWN_TYPE },
    { Parameters: `properties.a.type must be one of ${TYPES}.` },
  ],
  [
    `/meetings/new?persona=${personas[0]?.id}`,
    { 'Meeting URL': 'http://meet.google.com/abc' },
    { 'Meeting URL': 'Enter a complete address' },
  ],
];

/** Whether the focus is at an element, the place of an alert, or in the group of a file and its address. */
const isFocused = (locator: Locator) =>
  locator.evaluateAll((elements) =>
    elements.some(
      (element) =>
        [element, element.parentElement].includes(document.activeElement as HTMLElement) ||
        element.closest('fieldset')?.contains(document.activeElement),
    ),
  );

/** Whether neither the header nor the bar with the submit button covers what has the focus. */
const isFocusOnTop = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement?.closest('fieldset') ?? document.activeElement;
    const { x = 0, y = 0 } = focused?.getBoundingClientRect() ?? {};
    return focused?.contains(document.elementFromPoint(x + 5, y + 5));
  });

/** Expects that a form lists what is rejected above it, with links to its fields, and keeps what was entered. */
async function expectRejection(page: Page, [path, entered, issues]: Rejected): Promise<void> {
  await openForm(page, path);
  await fill(page, entered);
  await page.locator('form button[type=submit]').click();
  const summary = page.locator('form > div:first-child [role=alert]');
  await summary.waitFor();
  expect(await isFocused(summary)).toBe(true);
  for (const [label, issue] of Object.entries(issues)) {
    const field = page.getByLabel(label, { exact: true });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    if (label === 'Name' && issue === REQUIRED)
      expect(await field.getAttribute('aria-required')).toBe('true');
    const id = await field.getAttribute('id');
    expect(await page.locator(`[id="${id}-issues"]`).textContent()).toContain(issue);
    await summary.getByRole('link', { name: issue }).first().press('Enter');
    const focus = [path, label, await isFocused(field), await isFocusOnTop(page)];
    expect(focus).toStrictEqual([path, label, true, true]);
  }
  for (const [label, value] of Object.entries(entered))
    if (typeof value === 'string' && label !== 'Type')
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
}

test.each([
  ['page, which sends nothing', BY_PAGE, 0],
  ['API', BY_API, 1],
] as const)(
  'what is rejected by the %s is listed above the form with links to its fields',
  async (_, rows, sends) => {
    const page = await shared.open();
    await page.setViewportSize({ width: 360, height: 740 });
    const sent: unknown[] = [];
    page.on('request', (request) => {
      const isForm = request.headers()['content-type']?.startsWith('multipart/');
      if (isForm || request.postData()?.includes('mutation ')) sent.push(request);
    });
    for (const row of rows) await expectRejection(page, row);
    expect(sent).toHaveLength(sends * rows.length);
  },
  120_000,
);

test('required fields are marked, others and filters are not, and hints have only what labels do not say', async () => {
  const page = await shared.open('/tools/new');
  const getMark = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element, '::after').content);
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  expect(await getMark('[for="input.name"]')).toContain('*');
  // A tool without a type is refused.
  const types = page.getByRole('combobox', { name: 'Type' }).locator('option');
  expect((await types.allTextContents()).map((text) => text.split(':')[0])).toStrictEqual([
    'Client',
    'Webhook',
    'Knowledge',
    'System',
  ]);
  await navigate(page, '/llms/new');
  await page.getByText('For example default, low, medium or high.', { exact: true }).waitFor();
  expect(await getMark('[for="input.description"]')).toBe('none');
  await navigate(page, '/knowledge/new');
  await page.getByText('1 to 100 characters.', { exact: true }).waitFor();
  await navigate(page, '/sessions/statistics');
  await page.getByLabel('Time range').waitFor();
  expect(await page.locator('[data-required]').count()).toBe(0);
});

test('a field that cannot be removed says so', async () => {
  const id = await createRecord(shared.url, 'Llm', { ...LLM, displayName: 'Warm' });
  const page = await shared.open(`/llms/${id}`);
  await fill(page, { Temperature: '' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Temperature: It cannot be removed' }).waitFor();
});

test('the submit button stays visible on a long form', async () => {
  const page = await shared.open('/personas/new');
  await page.getByRole('radio', { name: 'Freya' }).waitFor();
  const [bottom, visible, height] = await page.evaluate(() => [
    document.querySelector('form button[type=submit]')?.getBoundingClientRect().bottom ?? Infinity,
    innerHeight,
    document.documentElement.scrollHeight,
  ]);
  expect(bottom).toBeLessThanOrEqual(visible ?? 0);
  expect(height).toBeGreaterThan(2 * (visible ?? 0));
});

const LLM = {
  displayName: 'Before',
  llmFormat: 'openai',
  urls: [{ url: 'https://llm.example/v1' }],
  modelName: 'house-1',
  temperature: 0.3,
  secret: 'sk-of-the-house-0987',
};
const parameters = { type: 'object', properties: { sku: { type: ['string', 'null'] } } };
const awaiting = { awaitResult: true, extra: { vendor: { a: [1] } } };

/** Records that are changed: their type, list and values, what is entered, and what is sent. A voice exists before. */
const EDITED: readonly (readonly [string, string, object, Entered, object])[] = [
  [
    'Voice',
    '/voices',
    {},
    { Name: 'After', Description: '', Country: 'SE', Gender: 'Female' },
    { displayName: 'After', country: 'SE', gender: 'FEMALE' },
  ],
  [
    'Llm',
    '/llms',
    LLM,
    { Name: 'After', Temperature: '0.5', Metadata: '{ "team": 1 }' },
    { displayName: 'After', temperature: 0.5, metadata: { team: 1 } },
  ],
  [
    'Tool',
    '/tools',
    { name: 'before', description: 'Shows a card.', config: { client: awaiting } },
    { Name: 'after', Parameters: JSON.stringify(parameters), 'The user cannot interrupt': true },
    { name: 'after', config: { client: { ...awaiting, parameters } }, disableInterruptions: true },
  ],
];

const normalize = (value: unknown) => String(value).replaceAll(/\s/g, '').toLowerCase();

test('of a record, only changes are sent, listed and kept by a reload', async () => {
  await createVoice(shared.url, 'Before');
  const page = await shared.open();
  for (const [type, path, values, entered, sent] of EDITED) {
    if (type !== 'Voice') await createRecord(shared.url, type, values);
    await navigate(page, path);
    await page.getByRole('link', { name: /before/i }).click();
    const before = await page.getByLabel('Name', { exact: true }).inputValue();
    expect(before).toMatch(/before/i);
    await fill(page, entered);
    expect(await submit(page, 'Save', `Update${type}`)).toStrictEqual(sent);
    await page.getByText('Saved.').waitFor();
    await page.getByRole('heading', { name: /after/i }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: /after/i }).click();
    await page.reload();
    await getField(page, 'Name').waitFor();
    for (const [label, value] of Object.entries(entered)) {
      const field = getField(page, label, value);
      const shown = typeof value === 'boolean' ? await field.isChecked() : await field.inputValue();
      expect(normalize(shown)).toBe(normalize(value));
    }
  }
});
