import { expect, test } from 'vitest';
import { start } from '../support/start.ts';
import { SOME_ID as id, LIVE_ROUTES, startLiveShapes } from './live-shapes.ts';

const meetingUrl = 'https://zoom.us/j/1';
const PDF = new File(['%PDF-1.7'], 'handbook.pdf');
const personaId = id;

type Call = readonly [operation: string, variables: object, files?: Record<string, File>];

/** Operations of the package with all fields of their input. */
const CALLS: readonly Call[] = [
  ['KnowledgeGroups', {}],
  ['KnowledgeGroup', { id }],
  ['CreateKnowledgeGroup', { input: { name: 'Birds', description: 'Waders' } }],
  ['CreateKnowledgeGroup', { input: { name: 'Birds', description: null } }],
  ['UpdateKnowledgeGroup', { id, input: { description: 'Waders' } }],
  ['DeleteKnowledgeGroup', { id }],
  ['SearchKnowledge', { groupId: id, query: 'herons', first: 20 }],
  ['KnowledgeDocument', { id }],
  ['KnowledgeDownload', { id }],
  [
    'UploadKnowledgeDocument',
    { input: { groupId: id, file: null, chunkSize: 500, chunkOverlap: 50 } },
    { 'input.file': PDF },
  ],
  ['UpdateKnowledgeDocument', { id, input: { filename: 'birds.pdf' } }],
  ['DeleteKnowledgeDocument', { id }],
  ['ShareLinks', { page: 1, perPage: 100, search: 'Ada', personaId }],
  ['ShareLinksConnection', { first: 5, personaId }],
  ['ShareLink', { id }],
  ['CreateShareLink', { input: { personaId, expiresInHours: 1, usageLimit: 5 } }],
  ['UpdateShareLink', { id, input: { usageLimit: 5 } }],
  ['DeleteShareLink', { id }],
  ['MeetingInvites', { page: 1, perPage: 100, status: 'ACTIVE' }],
  ['MeetingInvitesConnection', { first: 5 }],
  ['MeetingInvite', { id }],
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
  ['CancelMeetingInvite', { id }],
  [
    'CreateVoiceUpload',
    { input: { filename: 'a.wav', contentType: 'audio/wav', fileSize: 50_000_000 } },
  ],
  ['CreateVoice', { input: { displayName: 'Ada', audio: { key: 'recordings/1' } } }],
];

test('live services accept every request for knowledge, share links, meetings and uploads', async () => {
  const upstream = await startLiveShapes();
  const api = await start({ upstream, extensions: 'all' });
  for (const [operation, variables, files] of CALLS) {
    const { errors } = await api.runNamed(operation, { variables, ...(files && { files }) });
    expect(errors, operation).toBeUndefined();
  }
  expect(upstream.refused).toStrictEqual([]);
  expect(LIVE_ROUTES.filter((route) => !upstream.answered.includes(route))).toStrictEqual([]);
});

test('values that live services add later are null where the set is closed, and in the record', async () => {
  const upstream = await startLiveShapes();
  const { run } = await start({ upstream, extensions: 'all' });
  const { data, errors } = await run(
    `{ meetingInvite(id: "${id}") { status joinState record session { id } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.meetingInvite).toMatchObject({
    status: null,
    record: { status: 'waiting_for_host' },
    joinState: 'a_newer_state',
    session: null,
  });
});
