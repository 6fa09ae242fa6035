import { expect, test } from 'vitest';
import { personas } from '../../src/avatar-service/seed/seed-data.ts';
import { start } from '../support/start.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';
import { expectData, expectIssue } from './expectations.ts';

const personaId = personas[0]?.id ?? '';
const meetingUrl = 'https://meet.google.com/abc-defg-hij';

const CREATE = `mutation ($input: CreateMeetingInviteInput!) {
  createMeetingInvite(input: $input) {
    meetingInvite { id provider meetingUrl displayName status statusReason groupCall region joinAt }
  }
}`;

test('a meeting invite is created, listed by status, and cancelled twice', async () => {
  const { run } = await start();
  const joinAt = '2030-01-01T10:00:00.000Z';
  const data = await expectData(
    run(CREATE, {
      input: { meetingUrl, personaId, joinAt, region: 'US_EAST', groupCall: false },
    }),
  );
  const { id, ...invite } = data.createMeetingInvite.meetingInvite;
  expect(invite).toStrictEqual({
    provider: 'GOOGLE_MEET',
    meetingUrl,
    displayName: personas[0]?.name,
    status: 'PENDING',
    statusReason: 'This service has no engine, so no persona joins.',
    groupCall: false,
    region: 'US_EAST',
    joinAt,
  });
  const cancel = `mutation { cancelMeetingInvite(id: "${id}") { cancelledId } }`;
  for (let times = 0; times < 2; times += 1) {
    expect((await run(cancel)).data).toStrictEqual({
      cancelMeetingInvite: { cancelledId: id },
    });
  }
  const lists = await run(
    '{ cancelled: meetingInvites(status: CANCELLED) { items { id } } pending: meetingInvites(status: PENDING) { total } }',
  );
  expect(lists.data).toStrictEqual({
    cancelled: { items: [{ id }] },
    pending: { total: 0 },
  });
});

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

test('an invite finds its persona by an id in any case', async () => {
  const { run } = await start();
  const created = await run(CREATE, { input: { meetingUrl, personaId: personaId.toUpperCase() } });
  expect(created.data.createMeetingInvite.meetingInvite).toMatchObject({
    displayName: personas[0]?.name,
  });
});

test('invites return their sessions, each of which is read once', async () => {
  const invite = (id: string, sessionId: string | null) => ({ id, status: 'active', sessionId });
  const invites = [invite('m1', 's1'), invite('m2', null), invite('m3', 's1'), invite('m4', 's2')];
  const upstream = await startUpstream((request, response) => {
    if (request.url?.startsWith('/v1/meetings'))
      return sendJson(response, 200, { data: invites, meta: { total: 4 } });
    if (request.url === '/v1/sessions/s1')
      return sendJson(response, 200, { id: 's1', endTime: null });
    sendJson(response, 404, { error: 'Not Found' });
  });
  const { run } = await start({ upstream, extensions: 'all' });
  const data = await expectData(run('{ meetingInvites { items { id session { id isLive } } } }'));
  const session = { id: 's1', isLive: true };
  expect(data.meetingInvites.items).toStrictEqual([
    { id: 'm1', session },
    { id: 'm2', session: null },
    { id: 'm3', session },
    { id: 'm4', session: null },
  ]);
  expect(upstream.calls.toSorted()).toStrictEqual([
    'GET /v1/meetings/invites?page=1&perPage=20',
    'GET /v1/sessions/s1',
    'GET /v1/sessions/s2',
  ]);
});
