import { expect, test } from 'vitest';
import { personas } from '../../support/sample/records.ts';
import { openTab } from '../browser.ts';
import { inviteToMeeting, navigate, selectOption, shareConsole } from './console.ts';

const [NORA] = personas;

const shared = shareConsole();

test('an invite says that the built-in service joins none, and if it is rate-limited, how long to wait', async () => {
  const page = await shared.open(`/meetings/new?persona=${NORA?.id}`);
  await page.getByText('The built-in avatar service cannot join a meeting').waitFor();
  await page.route('**/graphql', (route) => {
    const isInvite = route.request().postData()?.includes('mutation CreateMeetingInvite');
    if (!isInvite) return route.continue();
    const extensions = { code: 'RATE_LIMITED', retryAfterSeconds: 42 };
    const json = { data: null, errors: [{ message: 'Too many requests.', extensions }] };
    return route.fulfill({ json });
  });
  await page.getByLabel('Meeting URL').fill('https://meet.google.com/abc-defg-hij');
  await page.getByRole('button', { name: 'Create invite' }).click();
  await page.getByRole('alert').getByText('Try again in 42 seconds.').waitFor();
});

test('an invite is cancelled after confirmation and found by its status', async () => {
  const id = await inviteToMeeting(shared.url, 'Cancelled soon');
  const page = await shared.open(`/meetings/${id}`);
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
  await page.getByText('Filters').click();
  await selectOption(page, 'State', 'ended');
  await page.getByText('No invite matches the filters.').waitFor();
  await selectOption(page, 'State', 'cancelled');
  await page.getByRole('link', { name: /^Cancelled soon cancelled/ }).waitFor();
  expect(page.url()).toBe(`${shared.url}/meetings?status=CANCELLED`);
});

test('the page of a meeting is updated until it has ended', async () => {
  const id = await inviteToMeeting(shared.url, 'Polled');
  const page = await openTab([shared.url]);
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
  await page.goto(`${shared.url}/meetings/${id}`);
  await page.getByRole('definition').getByText('active').waitFor();
  await page.getByRole('definition').getByText('waiting room').waitFor();
  await page.clock.runFor(6_000);
  await page.getByRole('definition').getByText('ended').waitFor();
  expect(await page.getByRole('button', { name: 'Cancel invite' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Show the session' }).click();
  await page.waitForURL(`${shared.url}/sessions/${session}`);
});
