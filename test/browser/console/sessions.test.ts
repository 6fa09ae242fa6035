import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mintToken, startSession } from '../../avatar-service/sessions.ts';
import { type RunningService, startAvatarService } from '../../support/avatar-service.ts';
import { personas, sessions } from '../../support/sample/records.ts';
import { openTab, takeTab } from '../browser.ts';
import { navigate, runOperation, selectOption, startConsole } from './console.ts';

const [RECORDED, FAILED] = sessions.map(({ session }) => `/sessions/${session.id}`);
const LEO = personas.find(({ name }) => name.startsWith('Leo'));

let service: RunningService;
let url: string;

beforeAll(async () => {
  service = await startAvatarService({ seeded: true });
  url = await startConsole({
    UPSTREAM_URL: service.url,
    UPSTREAM_API_KEY: service.keys.pro,
    UPSTREAM_EXTENSIONS: 'all',
  });
}, 60_000);

/** Opens a page, with recordings and pictures of the service. */
async function open(path: string): Promise<Page> {
  const page = await takeTab([url, service.url]);
  await page.goto(`${url}${path}`, { waitUntil: 'domcontentloaded' });
  return page;
}

test('sessions are listed with their persona, length, turns and end', async () => {
  const page = await open('/');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.postData() ?? ''));
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.getByText(`${sessions.length} sessions`).waitFor();
  await page.getByText('0 of 10 running now').waitFor();
  const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row');
  await rows.filter({ hasText: /Leo, city guide.*32\.5 s\s*3.*tourist-office/s }).waitFor();
  await rows.filter({ hasText: /Clara, bank concierge closed by engine/ }).waitFor();
  await rows.filter({ hasText: /Unsaved persona error/ }).waitFor();
  expect(requests.some((body) => body.includes('query Sessions('))).toBe(true);
  expect(requests.filter((body) => /transcript|toolCalls|recordingUrl/.test(body))).toStrictEqual(
    [],
  );
});

test('sessions are found by text, persona and API key, in any combination', async () => {
  const page = await open('/sessions');
  await page.getByLabel('Search sessions').fill('tourist');
  await page.getByText('1 session', { exact: true }).waitFor();
  await page.getByText('Filters').click();
  await page.getByLabel('Search persona').fill('Leo');
  await page.getByRole('radio', { name: 'Leo, city guide' }).check();
  await page.waitForURL(`${url}/sessions?name=tourist&personaId=${LEO?.id}`);
  await page.getByText('1 session', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'API key' }).fill('2e6a1c1c-58a1-4d2b-9a4e-0f7b4f1f0b11');
  await page.getByText('No session matches the filters.').waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.getByText(`${sessions.length} sessions`).waitFor();
  expect(page.url()).toBe(`${url}/sessions`);
});

test('a session is shown as a conversation, with its recording and tool calls', async () => {
  const page = await open(RECORDED ?? '');
  const messages = page.getByRole('list').filter({ hasText: 'Is the branch' }).locator('li');
  await expect
    .poll(() => messages.allInnerTexts())
    .toMatchObject(
      [
        /^User\s+0:01\s+Is the branch on Harbour Street still open\?$/,
        /^Leo, city guide\s+0:05\s+It is open until six today\./,
        /^User\s+0:13/,
        /^Leo, city guide\s+0:18\s+interrupted\s+Yes\. Halfway/,
        /^User\s+0:24/,
        /^Leo, city guide\s+0:27/,
      ].map((pattern) => expect.stringMatching(pattern)),
    );
  const recording = page.getByLabel('Recording');
  await expect
    .poll(() => recording.evaluate((video) => (video as HTMLVideoElement).duration))
    .toBeGreaterThan(1);
  const call = page.locator('.tool-call');
  await call.getByText('check_opening_hours').waitFor();
  await call.getByText('Result').click();
  await call.getByText('"closesAt": "18:00"').waitFor();
  await page.getByText('Raw JSON').click();
  await page.getByText('"type": "ephemeral"').first().waitFor();
  const turn = page.getByRole('table', { name: 'Latency of each turn' }).getByRole('row').nth(1);
  expect(await turn.innerText()).toMatch(/^1\s+1\.6 s\s+200 ms\s+1\.2 s\s+220 ms$/);
  await page.getByRole('link', { name: 'Leo, city guide' }).click();
  await page.waitForURL(`${url}/personas/${LEO?.id}`);
  await page.getByRole('link', { name: 'Show sessions' }).click();
  await page.getByText('1 session', { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Leo, city guide', checked: true }).waitFor();
  await navigate(page, FAILED ?? '');
  await call.getByText('The webhook did not respond within 10 seconds.').waitFor();
  await call.getByText('failed', { exact: true }).waitFor();
});

test('the statistics of a time range and a persona link to the sessions with the slowest turns', async () => {
  const page = await open('/sessions');
  await page.getByRole('link', { name: 'Statistics' }).click();
  const answer = page.getByRole('table', { name: 'Latency', exact: true }).getByRole('row').nth(1);
  await answer.waitFor();
  expect(await answer.innerText()).toMatch(/^Whole answer(?:\s+[\d.]+ m?s){5}$/);
  await page.getByRole('term').filter({ hasText: 'Interrupted turns' }).waitFor();
  await selectOption(page, 'Time range', 'Last 24 hours');
  await page.waitForURL(`${url}/sessions/statistics?days=1`);
  await expect.poll(() => page.locator('.figures').innerText()).toMatch(/^Sessions\s+2\s/);
  await page.getByText('Filters').click();
  await page.getByRole('radio', { name: 'Leo, city guide' }).check();
  await expect.poll(() => page.locator('.figures').innerText()).toMatch(/^Sessions\s+1\s/);
  await page.getByText('How fast Leo, city guide answered.').waitFor();
  await page.getByRole('radio', { name: 'Any persona' }).check();
  await expect.poll(() => page.locator('.figures').innerText()).toMatch(/^Sessions\s+2\s/);
  await page.getByLabel('Search persona').fill('leo');
  const slowest = page.getByRole('table', { name: 'Slowest turns' });
  await slowest.getByRole('row', { name: 'tourist-office' }).getByRole('link').first().click();
  await page.waitForURL(`${url}${RECORDED}`);
  await page.getByText('Is the branch on Harbour Street still open?').waitFor();
});

test('the transcript of a live session appears when it is stopped here or ends elsewhere', async () => {
  const page = await openTab([url, service.url]);
  await page.clock.install();
  for (const stops of ['here', 'elsewhere']) {
    const token = await mintToken(service, { personaId: LEO?.id });
    const { body } = await startSession(service, token);
    await page.goto(`${url}/sessions/${body.sessionId}`);
    await page.getByText('The session is live.').waitFor();
    if (stops === 'here') {
      await page.getByRole('button', { name: 'Stop' }).press('Enter');
      await page.getByRole('dialog').getByText('The conversation ends soon afterwards.').waitFor();
      await page.getByRole('button', { name: 'Stop session' }).click();
    } else {
      const stop = 'mutation ($id: ID!) { stopSession(id: $id) { stoppedId } }';
      await runOperation(url, stop, { id: body.sessionId });
    }
    await page.clock.runFor(6_000);
    await page.getByText('Nothing was said.').waitFor();
    await page.getByRole('definition').getByText('normal exit').waitFor();
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  }
});
