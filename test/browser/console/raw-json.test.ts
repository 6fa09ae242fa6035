import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { personas, sessions } from '../../support/sample/records.ts';
import { signJwt } from '../../support/issuer.ts';
import {
  createRecord,
  enterKey,
  inviteToMeeting,
  navigate,
  openPage,
  openWithout,
  runOperation,
  startConsole,
} from './console.ts';

const [NORA] = personas;
const [RECORDED] = sessions.map(({ session }) => `/sessions/${session.id}`);
const CONFIGURATION = 'Configuration of the persona when the session started';

let url: string;

beforeAll(async () => {
  url = await startConsole();
});

/** Counts the requests for raw JSON. */
function countRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (/query \w+Record\(/.test(request.postData() ?? '')) count += 1;
  });
  return () => count;
}

async function findFirst(list: string): Promise<string> {
  const { data } = await runOperation(url, `{ ${list}(first: 1) { nodes { id } } }`);
  return data[list].nodes[0].id;
}

test('the raw JSON of a page is loaded when it is unfolded', async () => {
  const page = await openPage(url);
  const count = countRequests(page);
  const sections: Readonly<Record<string, string>> = {
    personas: await findFirst('personas'),
    avatars: await findFirst('avatars'),
    voices: await findFirst('voices'),
    llms: await findFirst('llms'),
    tools: await findFirst('tools'),
    sessions: await findFirst('sessions'),
    knowledge: await findFirst('knowledgeGroups'),
    'share-links': await createRecord(url, 'ShareLink', { personaId: NORA?.id }),
    meetings: await inviteToMeeting(url, 'Nora'),
  };
  for (const [section, id] of Object.entries(sections)) {
    const before = count();
    await navigate(page, `/${section}/${id}`);
    await page.locator('.settings dd').getByText(id, { exact: true }).waitFor();
    await expect.poll(() => page.locator('.loading').count()).toBe(0);
    expect([section, count()]).toStrictEqual([section, before]);
    await page.getByText('Raw JSON').click();
    const text = await page.locator('details[open] pre').textContent();
    expect(JSON.parse(text ?? '')).toHaveProperty('id', id);
    expect([section, count()]).toStrictEqual([section, before + 1]);
  }
});

test('the configuration of a session is loaded with its raw JSON', async () => {
  const page = await openPage(url, RECORDED);
  const count = countRequests(page);
  await page.getByText(CONFIGURATION).click();
  await page.getByText('"systemPrompt"').waitFor();
  await page.getByText('Raw JSON').click();
  await page.getByText('"engineHost"').waitFor();
  expect(count()).toBe(1);
});

test('without the scope records:read, the raw JSON of a complete page says which scope is missing', async () => {
  const page = await openWithout('records:read', RECORDED);
  await page.getByText('Harbour Street').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByText('Raw JSON').click();
  const alert = page.getByRole('alert').filter({ hasText: 'the scope records:read' });
  await alert.waitFor();
  expect(await page.locator('details pre').count()).toBe(0);
  await enterKey(page, await signJwt());
  await alert.waitFor({ state: 'detached' });
  await page.getByText('Raw JSON').click();
  await page.getByText('"engineHost"').waitFor();
});
