import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { personas } from '../../support/sample/records.ts';
import { seedImageBytes, seedTool } from '../../support/files.ts';
import {
  createAvatars,
  createRecord,
  createVoice,
  openPage,
  startConsole,
  submit,
} from './console.ts';

const TOOL = `/tools/${seedTool}`;
const FILE = 'Choose a file';
const MEETING = `/meetings/new?persona=${personas[0]?.id}`;
const TYPES = 'object, array, string, number, integer, boolean, null';

let url: string;

beforeAll(async () => {
  url = await startConsole({ ALLOW_PRIVATE_IMAGE_URLS: 'true' });
});

/** What is entered, by the label of its field: a text, whether it is checked, or a file. */
type Entered = Readonly<Record<string, string | boolean | Uint8Array>>;

const getField = (page: Page, label: string, value: unknown = '') =>
  page.getByLabel(label, { exact: typeof value !== 'boolean' });

async function fill(page: Page, entered: Entered): Promise<void> {
  for (const [label, value] of Object.entries(entered)) {
    const field = getField(page, label, value);
    if (typeof value === 'string') await field.fill(value);
    else if (typeof value === 'boolean') await field.setChecked(value);
    else
      await field.setInputFiles({
        name: 'a.png',
        mimeType: 'image/png',
        buffer: Buffer.from(value),
      });
  }
}

/** Whether the focus is at an element, the place of an alert, or in the group of a file and its address. */
const isFocused = (locator: Locator) =>
  locator.evaluateAll((elements) =>
    elements.some(
      (element) =>
        [element, element.parentElement].includes(document.activeElement as HTMLElement) ||
        element.closest('fieldset')?.contains(document.activeElement),
    ),
  );

/** Fields that are rejected: the page, the field, its issue, and what is entered in the field or in several. */
type Rejected = readonly [path: string, label: string, issue: string, ...(string | Entered)[]];

/** By the page, which sends nothing. */
const BY_PAGE: readonly Rejected[] = [
  ['/llms/new', 'Name', 'The name is required.'],
  ['/llms/new', 'Metadata', 'line 2 column 1', '{ "a": 1,\n}'],
  ['/llms/new', 'Temperature', 'Enter a number.', 'warm'],
  ['/llms/new', 'Temperature', 'Enter a number: 0 to 2.', '2.1'],
  ['/llms/new', 'Maximum output tokens', 'Enter a whole number.', '1.5'],
  ['/llms/new', 'Description', 'Enter at most 1000 characters.', 'a'.repeat(1001)],
  ['/avatars/new', 'Name', 'The name is required.'],
  ['/voices/new', 'Recording URL', 'The recording is required.', { Name: 'Ada' }],
  ['/tools/new', 'Name', 'The name is required.'],
  [TOOL, 'Parameters', 'Invalid JSON: Unexpected end', '{\n  "a": '],
  [TOOL, 'Parameters', 'line 3 column 1', '{\n  "a": 1,\n}'],
  [TOOL, 'Parameters', 'Enter a JSON object', '[1]'],
  ['/knowledge/new', 'Name', 'The name is required.'],
  ['/share-links/new', 'Search persona', 'The persona is required.'],
  ['/share-links/new', 'Number of uses', 'Enter a number: 1 to 1000000.', '0'],
  ['/meetings/new', 'Search persona', 'The persona is required.'],
  ['/tokens/new', 'Search persona', 'The persona is required.'],
];

const OTHER_USER = 'https://user:password@llm.example';

/** By the API. */
const BY_API: readonly Rejected[] = [
  [
    '/personas/new?avatar=not-an-id',
    'Search avatar',
    'The avatar id must be a UUID.',
    { Name: 'Wanda' },
  ],
  [
    '/llms/new',
    'API URL',
    'user name',
    { Name: 'House', 'API URL': OTHER_USER, Model: 'house-1', 'API key': 'sk-0987654321' },
  ],
  ['/avatars/new', 'Name', '3', { Name: 'Al', [FILE]: seedImageBytes('png') }],
  ['/voices/new', 'Recording URL', 'WAV, MP3', { Name: 'Ada', [FILE]: Buffer.from('no sound') }],
  [
    TOOL,
    'Parameters',
    `properties.a.type must be one of ${TYPES}.`,
    '{ "properties": { "a": { "type": "text" } } }',
  ],
  [MEETING, 'Meeting URL', 'Enter a complete address', 'http://meet.google.com/abc'],
];

test.each([
  ...BY_PAGE.map(
    ([path, label, issue, typed = {}]) => ['the page', path, label, issue, typed] as const,
  ),
  ...BY_API.map(
    ([path, label, issue, typed = {}]) => ['the API', path, label, issue, typed] as const,
  ),
])(
  'what %s rejects at %s is listed above the form with a link to its field %s: %s',
  async (by, path, label, issue, typed) => {
    const page = await openPage(url, path);
    await page.setViewportSize({ width: 360, height: 740 });
    const sent: unknown[] = [];
    page.on('request', (request) => {
      const isForm = request.headers()['content-type']?.startsWith('multipart/');
      if (isForm || request.postData()?.includes('mutation ')) sent.push(request);
    });
    const entered = typeof typed === 'string' ? { [label]: typed } : typed;
    const field = page.getByLabel(label, { exact: true });
    await field.waitFor();
    await fill(page, entered);
    await page.locator('form button[type=submit]').click();
    const summary = page.locator('form > div:first-child [role=alert]');
    await summary.waitFor();
    expect(await isFocused(summary)).toBe(true);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    if (issue === 'The name is required.')
      expect(await field.getAttribute('aria-required')).toBe('true');
    const id = await field.getAttribute('id');
    expect(await page.locator(`[id="${id}-issues"]`).textContent()).toContain(issue);
    await summary.getByRole('link', { name: issue }).first().press('Enter');
    expect(await isFocused(field)).toBe(true);
    // Neither the header nor the bar with the submit button covers it.
    const isOnTop = await page.evaluate(() => {
      const focused = document.activeElement?.closest('fieldset') ?? document.activeElement;
      const { x = 0, y = 0 } = focused?.getBoundingClientRect() ?? {};
      return focused?.contains(document.elementFromPoint(x + 5, y + 5));
    });
    expect(isOnTop).toBe(true);
    for (const [name, value] of Object.entries(entered))
      if (typeof value === 'string')
        expect(await page.getByLabel(name, { exact: true }).inputValue()).toBe(value);
    expect(sent).toHaveLength(by === 'the page' ? 0 : 1);
  },
);

test('the submit button stays visible on a long form', async () => {
  const page = await openPage(url, '/personas/new');
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
  Avatar: () => createAvatars(url, 1, 'Before'),
  Voice: () => createVoice(url, 'Before'),
};

const LLM = {
  displayName: 'Before',
  llmFormat: 'openai',
  urls: [{ url: 'https://llm.example/v1' }],
  modelName: 'house-1',
  temperature: 0.3,
  secret: 'sk-of-the-house-0987',
};
const TOOL_INPUT = { name: 'before', description: 'Shows a card.' };
const parameters = { type: 'object', properties: { sku: { type: ['string', 'null'] } } };

/** Records that are changed: their type, list and values, what is entered, and what is sent. */
const EDITED: readonly (readonly [string, string, object, Entered, object])[] = [
  ['Avatar', '/avatars', {}, { Name: 'After' }, { displayName: 'After' }],
  [
    'Voice',
    '/voices',
    {},
    { Name: 'After', Description: '', Country: 'SE' },
    { displayName: 'After', country: 'SE' },
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
    { ...TOOL_INPUT, config: { client: { awaitResult: true, extra: { vendor: { a: [1] } } } } },
    { Name: 'after', Parameters: JSON.stringify(parameters), 'The user cannot interrupt': true },
    {
      name: 'after',
      config: { client: { awaitResult: true, extra: { vendor: { a: [1] } }, parameters } },
      disableInterruptions: true,
    },
  ],
  ['KnowledgeGroup', '/knowledge', { name: 'Before' }, { Name: 'After' }, { name: 'After' }],
];

test.each(EDITED)(
  'of %s, only changes are sent, listed and kept by a reload',
  async (type, path, values, entered, sent) => {
    const create = UPLOADS[type] ?? (async () => void (await createRecord(url, type, values)));
    await create();
    const page = await openPage(url, path);
    await page.getByRole('link', { name: /before/i }).click();
    const before = await page.getByLabel('Name', { exact: true }).inputValue();
    expect(before).toMatch(/before/i);
    await fill(page, entered);
    const button = type === 'Avatar' ? 'Rename' : 'Save';
    expect(await submit(page, button, `Update${type}`)).toStrictEqual(sent);
    await page.getByText('Saved.').waitFor();
    await page.getByRole('heading', { name: /after/i }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: /after/i }).click();
    await page.reload();
    await getField(page, 'Name').waitFor();
    for (const [label, value] of Object.entries(entered)) {
      const field = getField(page, label, value);
      const shown = typeof value === 'boolean' ? await field.isChecked() : await field.inputValue();
      expect(shown.toString().replaceAll(/\s/g, '')).toBe(value.toString().replaceAll(/\s/g, ''));
    }
  },
);
