import { expect, test } from 'vitest';
import { personas } from '../support/sample/records.ts';
import { start } from '../support/start.ts';
import { expectIssue } from './expectations.ts';

const personaId = personas[0]?.id ?? '';
const meetingUrl = 'https://meet.google.com/abc-defg-hij';

const CREATE = `mutation ($input: CreateMeetingInviteInput!) {
  createMeetingInvite(input: $input) {
    meetingInvite { id provider meetingUrl displayName status statusReason groupCall region joinAt }
  }
}`;

test.each([
  ['https://us02web.zoom.us/j/123', 'ZOOM'],
  ['https://zoom.us/j/123', 'ZOOM'],
  ['https://teams.microsoft.com/l/meetup-join/1', 'MICROSOFT_TEAMS'],
  ['https://teams.live.com/meet/1', 'MICROSOFT_TEAMS'],
])('the provider of the meeting %s is %s', async (url, provider) => {
  const { run } = await start();
  const { data } = await run(CREATE, {
    input: { meetingUrl: url, personaConfig: { name: 'Ada', systemPrompt: 'Be brief.' } },
  });
  expect(data.createMeetingInvite.meetingInvite).toMatchObject({
    provider,
    displayName: 'Ada',
    groupCall: true,
    region: null,
    joinAt: null,
  });
});

test.each([
  [{ meetingUrl: 'https://zoom.us.example.org/j/1', personaId }, ['input', 'meetingUrl']],
  [{ meetingUrl: 'http://zoom.us/j/1', personaId }, ['input', 'meetingUrl']],
  [{ meetingUrl, personaId: 'de23e340-1416-4dd8-977d-065a7ca11697' }, ['input', 'personaId']],
])('an invite with %j is reported at %j', async (input, path) => {
  const { run } = await start();
  const { errors } = await run(CREATE, { input });
  expectIssue(errors, path);
});
