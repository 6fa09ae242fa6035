import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { personas } from '../../support/sample/records.ts';
import { openTab } from '../browser.ts';
import {
  inviteToMeeting,
  navigate,
  openPage,
  selectOption,
  startConsole,
  submit,
} from './console.ts';

const [NORA] = personas;
const MEETING = 'https://meet.google.com/abc-defg-hij';

let url: string;

beforeAll(async () => {
  url = await startConsole();
});

const invite = (page: Page) => page.getByRole('button', { name: 'Invite persona' }).click();

test('an invite from the page of a persona is listed', async () => {
  const page = await openPage(url, `/personas/${NORA?.id}`);
  await page.getByRole('link', { name: 'Invite to a meeting' }).click();
  await page.getByRole('radio', { name: 'Nora, museum guide', checked: true }).waitFor();
  await page.getByLabel('Meeting URL').fill(MEETING);
  await page.getByLabel('Name in the meeting').fill('Nora');
  await page.getByLabel('Joins at').fill('2031-05-04T10:30');
  await page.getByLabel('The meeting has several participants').uncheck();
  await selectOption(page, 'Region', 'Europe');
  await selectOption(page, 'If the region is full', 'Do not join');
  await page.getByLabel('Label', { exact: true }).fill('tour');
  await page.getByLabel('Enable session replay').uncheck();
  expect(await submit(page, 'Invite persona', 'CreateMeetingInvite')).toStrictEqual({
    personaId: NORA?.id,
    meetingUrl: MEETING,
    displayName: 'Nora',
    joinAt: new Date('2031-05-04T10:30').toISOString(),
    groupCall: false,
    region: 'EU',
    regionPolicy: 'STRICT',
    clientLabel: 'tour',
    sessionOptions: { sessionReplay: { enableSessionReplay: false } },
  });
  await page.getByRole('heading', { name: 'Nora' }).waitFor();
  await page.getByRole('definition').getByText('pending').waitFor();
  await page.getByRole('definition').getByText('This service has no engine').waitFor();
  expect(await page.getByRole('link', { name: MEETING }).getAttribute('href')).toBe(MEETING);
  await page.getByRole('main').getByRole('link', { name: 'Meetings' }).click();
  await page.getByRole('link', { name: /^Nora pending google meet · joins May 4, 2031/ }).waitFor();
});

test('a rate-limited invite shows how long to wait', async () => {
  const page = await openPage(url, `/meetings/new?persona=${NORA?.id}`);
  await page.route('**/graphql', (route) => {
    const isInvite = route.request().postData()?.includes('mutation CreateMeetingInvite');
    if (!isInvite) return route.continue();
    const extensions = { code: 'RATE_LIMITED', retryAfterSeconds: 42 };
    const json = { data: null, errors: [{ message: 'Too many requests.', extensions }] };
    return route.fulfill({ json });
  });
  await page.getByLabel('Meeting URL').fill(MEETING);
  await invite(page);
  await page.getByRole('alert').getByText('Try again in 42 seconds.').waitFor();
});

test('an invite is cancelled after confirmation and found by its status', async () => {
  const id = await inviteToMeeting(url, 'Cancelled soon');
  const page = await openPage(url, `/meetings/${id}`);
  const cancel = page.getByRole('button', { name: 'Cancel invite' });
  await cancel.click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('definition').getByText('pending').waitFor();
  await cancel.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel invite' }).click();
  await page.getByRole('definition').getByText('cancelled').waitFor();
  await cancel.waitFor({ state: 'detached' });
  await navigate(page, '/meetings');
  await selectOption(page, 'State', 'ended');
  await page.getByText('No invite matches the filters.').waitFor();
  await selectOption(page, 'State', 'cancelled');
  await page.getByRole('link', { name: /^Cancelled soon cancelled/ }).waitFor();
  expect(page.url()).toBe(`${url}/meetings?status=CANCELLED`);
});

test('the page of a meeting is updated until it has ended', async () => {
  const id = await inviteToMeeting(url, 'Polled');
  const page = await openTab([url]);
  const session = '1b9d2f60-3e57-4c0a-8f0c-6c1f9a2d4b02';
  const states = [
    { status: 'ACTIVE', joinState: 'WAITING_ROOM' },
    { status: 'ENDED', joinState: 'left', sessionId: session },
  ];
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('query MeetingInvite(')) return route.continue();
    const response = await route.fetch();
    const { data } = await response.json();
    const meetingInvite = { ...data.meetingInvite, ...states.shift() };
    return route.fulfill({ response, json: { data: { meetingInvite } } });
  });
  await page.clock.install();
  await page.goto(`${url}/meetings/${id}`);
  await page.getByRole('definition').getByText('active').waitFor();
  await page.getByRole('definition').getByText('waiting room').waitFor();
  await page.clock.runFor(6_000);
  await page.getByRole('definition').getByText('ended').waitFor();
  expect(await page.getByRole('button', { name: 'Cancel invite' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Show the session' }).click();
  await page.waitForURL(`${url}/sessions/${session}`);
});
