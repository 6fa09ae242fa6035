import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seedImageBytes, seedTool } from '../../support/files.ts';
import { personas } from '../../support/sample/records.ts';
import {
  createAvatars,
  createRecord,
  createVoice,
  type Entered,
  fill,
  getField,
  navigate,
  shareConsole,
  submit,
} from './console.ts';

const shared = shareConsole();

const TOOL = `/tools/${seedTool}`;
const FILE = 'Choose a file';
const IMAGE = seedImageBytes('png');
const MEETING = `/meetings/new?persona=${personas[0]?.id}`;
const REQUIRED = 'A value is required.';

/** Fields that are rejected: the page, what is entered, and the issue of each field. */
type Rejected = readonly [path: string, entered: Entered, issues: Readonly<Record<string, string>>];

/** By the page, which sends nothing. */
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
  ['/personas/new', {}, { Name: REQUIRED }],
  [`/personas/${personas[1]?.id}/edit`, { Name: ' ' }, { Name: REQUIRED }],
  ['/avatars/new', {}, { Name: REQUIRED }],
  ['/voices/new', { Name: 'Ada' }, { 'Recording URL': REQUIRED }],
  [
    '/tools/new',
    { Type: 'webhook', Headers: 'not a header' },
    { Name: REQUIRED, Headers: 'Line 1 is not “Name: value”.' },
  ],
  [TOOL, { Parameters: '{\n  "a": ' }, { Parameters: 'Invalid JSON: Unexpected end' }],
  [TOOL, { Parameters: '[1]' }, { Parameters: 'Enter a JSON object' }],
  ['/knowledge/new', {}, { Name: REQUIRED }],
  ['/share-links/new', {}, { 'Search persona': REQUIRED }],
  ['/meetings/new', {}, { 'Search persona': REQUIRED }],
  ['/tokens/new', {}, { 'Search persona': REQUIRED }],
];

const HOUSE = {
  Name: 'House',
  'API URL': 'https://llm.example',
  Model: 'house-1',
  'API key': 'sk-0987654321',
};
const OTHER_USER = 'https://user:password@llm.example';
const UNKNOWN_TYPE = '{ "properties": { "a": { "type": "text" } } }';
const TYPES = 'object, array, string, number, integer, boolean, null';
const WEBHOOK = { Type: 'webhook', Name: 'hook', Description: 'Calls.', URL: 'ftp://hook.example' };

/** By the API. */
const BY_API: readonly Rejected[] = [
  [
    '/personas/new?avatar=not-an-id',
    { Name: 'Wanda' },
    { 'Search avatar': 'The avatar id must be a UUID.' },
  ],
  ['/llms/new', { ...HOUSE, 'API URL': OTHER_USER }, { 'API URL': 'user name' }],
  [
    '/llms/new',
    { ...HOUSE, Temperature: '2.1', Description: 'a'.repeat(1001) },
    { Temperature: 'Must be at most 2.', Description: 'Must have at most 1000 characters.' },
  ],
  [
    `/share-links/new?persona=${personas[0]?.id}`,
    { 'Number of uses': '0' },
    { 'Number of uses': 'Must be at least 1.' },
  ],
  ['/avatars/new', { Name: 'Al', [FILE]: IMAGE }, { Name: '3' }],
  ['/voices/new', { Name: 'Ada', [FILE]: Buffer.from('no') }, { 'Recording URL': 'WAV, MP3' }],
  ['/tools/new', WEBHOOK, { URL: 'https' }],
  [
    TOOL,
    { Parameters: UNKNOWN_TYPE },
    { Parameters: `properties.a.type must be one of ${TYPES}.` },
  ],
  [
    MEETING,
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

test.each([
  ...BY_PAGE.map((row) => [...row, 0] as const),
  ...BY_API.map((row) => [...row, 1] as const),
])(
  'at %s, what is rejected of %j is listed above the form with links to its fields: %j',
  async (path, entered, issues, sends) => {
    const page = await shared.open(path);
    await page.setViewportSize({ width: 360, height: 740 });
    const sent: unknown[] = [];
    page.on('request', (request) => {
      const isForm = request.headers()['content-type']?.startsWith('multipart/');
      if (isForm || request.postData()?.includes('mutation ')) sent.push(request);
    });
    await page.locator('form').waitFor();
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
      expect([label, await isFocused(field), await isFocusOnTop(page)]).toStrictEqual([
        label,
        true,
        true,
      ]);
    }
    for (const [label, value] of Object.entries(entered))
      if (typeof value === 'string' && label !== 'Type')
        expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
    expect(sent).toHaveLength(sends);
  },
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

test('a field that cannot be removed says so, and a file that is no image is rejected at its field', async () => {
  const id = await createRecord(shared.url, 'Llm', { ...LLM, displayName: 'Warm' });
  const page = await shared.open(`/llms/${id}`);
  await fill(page, { Temperature: '' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Temperature: It cannot be removed' }).waitFor();
  await navigate(page, '/avatars/new');
  await fill(page, { Name: 'Ada', [FILE]: Buffer.from('<svg/>') });
  await page.getByRole('button', { name: 'Create avatar' }).click();
  await page
    .getByRole('alert')
    .getByText(/JPEG, PNG/)
    .waitFor();
  await page.locator('.drop ~ .field .issue', { hasText: /JPEG, PNG/ }).waitFor();
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

/** Creates an avatar or a voice named Before. */
const UPLOADS: Readonly<Record<string, () => Promise<void>>> = {
  Avatar: () => createAvatars(shared.url, 1, 'Before'),
  Voice: () => createVoice(shared.url, 'Before'),
};

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

/** Records that are changed: their type, list and values, what is entered, and what is sent. */
const EDITED: readonly (readonly [string, string, object, Entered, object])[] = [
  ['Avatar', '/avatars', {}, { Name: 'After' }, { displayName: 'After' }],
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
  ['KnowledgeGroup', '/knowledge', { name: 'Before' }, { Name: 'After' }, { name: 'After' }],
];

test.each(EDITED)(
  'of %s, only changes are sent, listed and kept by a reload',
  async (type, path, values, entered, sent) => {
    const create =
      UPLOADS[type] ?? (async () => void (await createRecord(shared.url, type, values)));
    await create();
    const page = await shared.open(path);
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
      expect(shown.toString().replaceAll(/\s/g, '').toLowerCase()).toBe(
        value.toString().replaceAll(/\s/g, '').toLowerCase(),
      );
    }
  },
);
