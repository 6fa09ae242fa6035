import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { avatars, handbook, personas, tools, voices } from '../../support/sample/records.ts';
import { type Entered, fill, navigate, shareConsole, submit } from './console.ts';

const shared = shareConsole();

const NORA = personas[0]?.id;
const SECRET = 'sk-console-secret-1234567890';
const MEETING = 'https://meet.google.com/abc-defg-hij';

const findVoice = (name: string) => voices.find(({ displayName }) => displayName === name)?.id;

interface Creation {
  /** The page that links to the form, and the link. */
  readonly from: readonly [path: string, link: string];
  /** Parts of the form that are unfolded. */
  readonly parts?: readonly string[];
  readonly entered: Entered;
  /** What is found by a search, and chosen. */
  readonly chosen?: Readonly<Record<string, readonly [search: string, choice: string]>>;
  readonly button: string;
  readonly mutation: string;
  readonly input: object;
  /** Heading of what was created; the token for a session token. */
  readonly heading: string;
  /** What its page says. */
  readonly shown?: RegExp;
}

const CREATIONS: readonly Creation[] = [
  {
    from: ['/', 'New persona'],
    entered: {
      Name: 'Wanda, harbour master',
      'System prompt': 'You know every ship.',
      'Avatar model': 'cara-3',
      'Skip the greeting': true,
    },
    chosen: {
      avatar: ['frey', 'Freya'],
      voice: ['alma', 'Alma'],
      'language model': ['llama', 'A Llama 3.3 70B model.'],
      tools: ['booking', 'open_booking_form'],
    },
    button: 'Create persona',
    mutation: 'CreatePersona',
    input: {
      name: 'Wanda, harbour master',
      systemPrompt: 'You know every ship.',
      avatarId: avatars.find(({ displayName }) => displayName === 'Freya')?.id,
      avatarModel: 'cara-3',
      voiceId: findVoice('Alma'),
      llmId: 'SERVICE_LLAMA_v3_3_70B_V1',
      toolIds: [tools.find(({ name }) => name === 'open_booking_form')?.id],
      skipGreeting: true,
    },
    heading: 'Wanda, harbour master',
    shown: /Freya[\s\S]*cara-3[\s\S]*Llama 3\.3 70B[\s\S]*skipped/,
  },
  {
    from: ['/llms', 'New LLM'],
    entered: {
      Name: 'House model',
      'API URL': 'https://llm.example/v1\nhttps://eu.llm.example/v1 eu\n',
      Model: 'house-1',
      'API key': SECRET,
      Temperature: '0.3',
    },
    button: 'Create LLM',
    mutation: 'CreateLlm',
    input: {
      displayName: 'House model',
      llmFormat: 'openai',
      urls: [{ url: 'https://llm.example/v1' }, { url: 'https://eu.llm.example/v1', region: 'eu' }],
      modelName: 'house-1',
      temperature: 0.3,
      secret: SECRET,
    },
    heading: 'House model',
    shown: /custom/,
  },
  {
    from: ['/tools', 'New tool'],
    entered: {
      Type: 'webhook',
      Name: 'webhook_tool',
      Description: 'Does something.',
      URL: 'https://hook.example/a',
      Headers: 'Accept: text/plain\n\nX-A: b: c',
    },
    button: 'Create tool',
    mutation: 'CreateTool',
    input: {
      name: 'webhook_tool',
      description: 'Does something.',
      config: {
        webhook: {
          url: 'https://hook.example/a',
          method: 'POST',
          headers: { Accept: 'text/plain', 'X-A': 'b: c' },
        },
      },
    },
    heading: 'webhook_tool',
  },
  {
    from: ['/tools', 'New tool'],
    entered: { Type: 'system', Name: 'system_tool', Description: 'Ends.' },
    button: 'Create tool',
    mutation: 'CreateTool',
    input: {
      name: 'system_tool',
      description: 'Ends.',
      config: { system: { action: 'END_CALL' } },
    },
    heading: 'system_tool',
  },
  {
    from: [`/knowledge/${handbook.id}`, 'Create a tool with this group'],
    entered: { Name: 'find_prices', Description: 'Finds prices.' },
    button: 'Create tool',
    mutation: 'CreateTool',
    input: {
      name: 'find_prices',
      description: 'Finds prices.',
      config: { knowledge: { knowledgeGroupIds: [handbook.id] } },
    },
    heading: 'find_prices',
    shown: /Handbook/,
  },
  {
    from: [`/personas/${NORA}`, 'Invite to a meeting'],
    entered: {
      'Meeting URL': MEETING,
      'Name in the meeting': 'Nora',
      'Joins at': '2031-05-04T10:30',
      'The meeting has several participants': false,
      Region: 'Europe',
      'If the region is full': 'Do not join',
      Label: 'tour',
      'Enable session replay': false,
    },
    button: 'Create invite',
    mutation: 'CreateMeetingInvite',
    input: {
      personaId: NORA,
      meetingUrl: MEETING,
      displayName: 'Nora',
      joinAt: new Date('2031-05-04T10:30').toISOString(),
      groupCall: false,
      region: 'EU',
      regionPolicy: 'STRICT',
      clientLabel: 'tour',
      sessionOptions: { sessionReplay: { enableSessionReplay: false } },
    },
    heading: 'Nora',
    shown: /pending[\s\S]*This service has no engine/,
  },
  {
    from: [`/personas/${NORA}`, 'Create session token'],
    parts: [
      'Voice',
      'Speech detection',
      'Length, language and label',
      'Another voice or language model',
    ],
    entered: {
      Speed: '1.25',
      'End of speech sensitivity': '0.55',
      'Silence that ends the session': '1800',
      Stability: '',
      'Maximum session length (seconds)': '300',
      Language: 'en',
      Label: 'kiosk',
      'Enable session replay': false,
    },
    chosen: { voice: ['alma', 'Alma'], 'language model': ['llama', 'A Llama 3.3 70B model.'] },
    button: 'Create',
    mutation: 'CreateSessionToken',
    input: {
      clientLabel: 'kiosk',
      personaConfig: {
        personaId: NORA,
        languageCode: 'en',
        maxSessionLengthSeconds: 300,
        voiceDetectionOptions: {
          endOfSpeechSensitivity: 0.55,
          silenceBeforeSessionEndSeconds: 1800,
        },
        voiceGenerationOptions: { speed: 1.25 },
      },
      overrides: { voiceId: findVoice('Alma'), llmId: 'SERVICE_LLAMA_v3_3_70B_V1' },
      sessionOptions: { sessionReplay: { enableSessionReplay: false } },
      verify: true,
    },
    heading: 'Session token',
  },
];

/** Creates a record by its form, and expects what is sent and shown. */
async function expectCreation(page: Page, creation: Creation): Promise<void> {
  const { from, parts = [], entered, chosen = {}, heading, shown } = creation;
  const [path, link] = from;
  await navigate(page, path);
  await page.getByRole('link', { name: link, exact: true }).click();
  await page.locator('form').waitFor();
  for (const title of parts) await page.getByText(title, { exact: true }).click();
  await fill(page, entered);
  for (const [label, [search, choice]] of Object.entries(chosen)) {
    await page.getByLabel(`Search ${label}`, { exact: true }).fill(search);
    const choices = page.getByRole('group', { name: new RegExp(`^${label}$`, 'i') });
    const input = choices.getByRole('radio').or(choices.getByRole('checkbox'));
    await input.and(page.getByLabel(choice)).check();
  }
  expect(await submit(page, creation.button, creation.mutation)).toStrictEqual(creation.input);
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  if (creation.mutation === 'CreateSessionToken') return;
  await page
    .getByRole('status')
    .getByText(/ was created\.$/)
    .waitFor();
  expect(await page.title()).toBe(`${heading} · avatar-graphql`);
  if (shown) await expect.poll(() => page.locator('.settings').innerText()).toMatch(shown);
  await page.locator('.above').click();
  await page.getByRole('main').getByRole('link', { name: heading }).first().waitFor();
}

test('records and tokens are created with what is entered and chosen, and shown with a notice of the success', async () => {
  const page = await shared.open();
  for (const creation of CREATIONS) await expectCreation(page, creation);
}, 120_000);

test('after a submit by keyboard, the notice is said once, and the page has the focus without a frame', async () => {
  const page = await shared.open('/knowledge/new');
  await page.getByLabel('Name', { exact: true }).fill('Costs');
  await page.keyboard.press('Enter');
  await page.waitForURL(/knowledge\/(?!new)/);
  const notice = page.getByText('The knowledge group was created.');
  await notice.waitFor();
  const main = page.locator('main');
  expect(await main.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await main.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none');
  await page.reload();
  await page.getByRole('heading', { name: 'Costs' }).waitFor();
  expect(await notice.count()).toBe(0);
});

test('the page neither shows nor stores an API key, and sends another one alone', async () => {
  const page = await shared.open('/llms/new');
  const key = page.getByLabel('API key', { exact: true });
  expect(await key.getAttribute('type')).toBe('password');
  await key.fill(SECRET);
  expect(await page.content()).not.toContain(SECRET);
  await fill(page, { Name: 'Kept', 'API URL': 'https://llm.example/v1', Model: 'house-1' });
  await page.getByRole('button', { name: 'Create LLM' }).click();
  await page.getByRole('heading', { name: 'Kept' }).waitFor();
  expect(await key.inputValue()).toBe('');
  await page.getByText('Raw JSON').click();
  await page.getByText('"displayName": "Kept"').waitFor();
  expect(await page.content()).not.toContain(SECRET);
  const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]);
  expect(await page.evaluate(stored)).not.toContain(SECRET);
  const secret = 'another-key-0987654321';
  await key.fill(secret);
  expect(await submit(page, 'Save', 'UpdateLlm')).toStrictEqual({ secret });
  await expect.poll(() => key.inputValue()).toBe('');
});
