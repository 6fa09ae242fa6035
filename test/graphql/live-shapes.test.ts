import { expect, test } from 'vitest';
import { OPERATIONS, type Operation } from '../support/operations.ts';
import { start } from '../support/start.ts';
import { expectData } from './expectations.ts';
import { SOME_ID as id, LIVE_ROUTES, startLiveShapes } from './live-shapes.ts';

const meetingUrl = 'https://zoom.us/j/1';
const personaId = id;

type Call = readonly [operation: string, variables: object, files?: Operation['files']];

/** The operations whose first call the service has, with ids of its format. */
const USUAL = OPERATIONS.flatMap(({ name, call, variables, files }): Call[] =>
  /\/(knowledge|share-links|meetings|voices\/presigned)/.test(call) &&
  name !== 'MeetingInviteSession'
    ? [[name, JSON.parse(JSON.stringify(variables).replaceAll(/"[a-z]1"/g, `"${id}"`)), files]]
    : [],
);

/** Operations with all fields of their input. */
const COMPLETE: readonly Call[] = [
  ['CreateKnowledgeGroup', { input: { name: 'Birds', description: 'Waders' } }],
  ['CreateKnowledgeGroup', { input: { name: 'Birds', description: null } }],
  ['UpdateKnowledgeGroup', { id, input: { description: 'Waders' } }],
  ['SearchKnowledge', { groupId: id, query: 'herons', first: 20 }],
  [
    'UploadKnowledgeDocument',
    { input: { groupId: id, file: null, chunkSize: 500, chunkOverlap: 50 } },
    { 'input.file': new File(['%PDF-1.7'], 'handbook.pdf') },
  ],
  ['ShareLinks', { page: 1, perPage: 100, search: 'Ada', personaId }],
  ['CreateShareLink', { input: { personaId, expiresInHours: 1, usageLimit: 5 } }],
  ['MeetingInvites', { page: 1, perPage: 100, status: 'ACTIVE' }],
  ['CreateMeetingInvite', { input: { meetingUrl, personaId, region: 'US_EAST' } }],
  [
    'CreateMeetingInvite',
    {
      input: {
        meetingUrl,
        personaConfig: { name: 'Ada', systemPrompt: 'Be brief.', voiceSpeed: 1.1 },
        displayName: 'Ada',
        joinAt: '2030-01-01T10:00:00Z',
        groupCall: false,
        region: 'EU',
        regionPolicy: 'STRICT',
        clientLabel: 'kiosk',
        sessionOptions: { videoQuality: 'HIGH' },
      },
    },
  ],
  ['CreateVoice', { input: { displayName: 'Ada', audio: { key: 'recordings/1' } } }],
];

test('live services accept every request for knowledge, share links, meetings and uploads', async () => {
  const upstream = await startLiveShapes();
  const api = await start({ upstream, extensions: 'all' });
  for (const [operation, variables, files] of [...USUAL, ...COMPLETE]) {
    const { errors } = await api.runNamed(operation, { variables, ...(files && { files }) });
    expect(errors, operation).toBeUndefined();
  }
  expect(upstream.refused).toStrictEqual([]);
  expect(LIVE_ROUTES.filter((route) => !upstream.answered.includes(route))).toStrictEqual([]);
});

test('values that live services add later are null where the set is closed, and in the record', async () => {
  const upstream = await startLiveShapes();
  const { run } = await start({ upstream, extensions: 'all' });
  const data = await expectData(
    run(`{ meetingInvite(id: "${id}") { status joinState record session { id } } }`),
  );
  expect(data.meetingInvite).toMatchObject({
    status: null,
    record: { status: 'waiting_for_host' },
    joinState: 'a_newer_state',
    session: null,
  });
});
