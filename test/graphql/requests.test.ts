import { expect, test } from 'vitest';
import { ANSWER } from '../support/openapi.ts';
import { start } from '../support/start.ts';
import { startRecordingUpstream } from '../support/upstream.ts';
import { expectData } from './expectations.ts';

const url = 'https://a.example/1';
const urls = [{ url: 'https://a.example/v1', region: 'eu' }, { url: 'https://b.example/v1' }];
const extra = { avatarModel: 'cara-9', uninterruptibleGreeting: true, nothing: null };
const widget = { widgetConfig: { layout: 'inline', position: null } };
const filters = { search: 'kiosk', personaId: 'p1', apiKeyId: 'k1' };
const meeting = { meetingUrl: 'https://meet.google.com/abc-defg-hij' };
const settings = {
  name: 'Ada',
  maxSessionLengthSeconds: 600,
  zeroDataRetention: true,
  voiceSpeed: 1.1,
  personality: 'Dry.',
  personaPreset: 'host',
  metadata: { room: 4, nothing: null },
};
const replay = { sessionReplay: { enableSessionReplay: false } };

/** An operation, its variables, the calls that it makes, and the body of the only one that has one. */
test.each<[operation: string, variables: object, calls: readonly string[], body?: object]>([
  [
    'CreatePersona',
    { input: { name: 'Ada', description: null } },
    ['POST /v1/personas'],
    { name: 'Ada' },
  ],
  ['CreatePersona', { input: { brainType: 'OLD' } }, ['POST /v1/personas'], { llmId: 'OLD' }],
  ...[null, 'cara-3'].map((avatarModel): [string, object, string[], object] => [
    'CreatePersona',
    { input: { avatarModel } },
    ['POST /v1/personas'],
    { avatarModel },
  ]),
  [
    'CreatePersona',
    { input: { name: 'Ada', extra } },
    ['POST /v1/personas'],
    { name: 'Ada', ...extra },
  ],
  [
    'UpdatePersona',
    { id: 'p1', input: { avatarModel: null, toolIds: ['t1'], extra: widget } },
    ['PUT /v1/personas/p1'],
    { avatarModel: null, toolIds: ['t1'], ...widget },
  ],
  [
    'CreateAvatar',
    { input: { displayName: 'Ada', image: { url } } },
    ['POST /v1/avatars'],
    { displayName: 'Ada', imageUrl: url },
  ],
  ['DeleteAvatar', { id: 'a1' }, ['DELETE /v1/avatars/a1']],
  ['DeleteAvatar', { id: 'a1', permanently: true }, ['DELETE /v1/avatars/a1?hard=true']],
  ['Personas', { page: null, perPage: null, search: null }, ['GET /v1/personas?page=1&perPage=20']],
  ['Llms', { includeBuiltIn: false }, ['GET /v1/llms?page=1&perPage=20&includeDefaults=false']],
  ['Avatars', { tags: [] }, ['GET /v1/avatars?page=1&perPage=20']],
  ['Avatars', { onlyOneShot: true }, ['GET /v1/avatars?page=1&perPage=20&onlyOneShot=true']],
  [
    'AvatarsConnection',
    { first: 5, tags: ['a b', 'c'], renderStyle: 'ANIMATED_3D' },
    ['GET /v1/avatars?renderStyle=animated_3d&page=1&perPage=5&tags=a+b%2Cc'],
  ],
  [
    'CreateVoice',
    { input: { displayName: 'Ada', audio: { url } } },
    ['POST /v1/voices'],
    { name: 'Ada', language: 'en', audioUrl: url },
  ],
  [
    'CreateVoice',
    { input: { displayName: 'Ada', enhance: false, audio: { key: 'recordings/1' } } },
    ['POST /v1/voices'],
    { name: 'Ada', language: 'en', enhance: false, audioKey: 'recordings/1' },
  ],
  // An update without the name also sends the current one.
  [
    'UpdateVoice',
    { id: 'v1', input: { country: 'SE' } },
    ['GET /v1/voices/v1', 'PUT /v1/voices/v1'],
    { country: 'SE', displayName: 'Lucy' },
  ],
  // An update of the urls also sends the first as url.
  ['UpdateLlm', { id: 'l1', input: { urls } }, ['PUT /v1/llms/l1'], { urls, url: urls[0]?.url }],
  ['UpdateLlm', { id: 'l1', input: { modelName: 'm' } }, ['PUT /v1/llms/l1'], { modelName: 'm' }],
  [
    'MeetingInvites',
    { status: 'CANCELLED' },
    ['GET /v1/meetings/invites?page=1&perPage=20&status=cancelled'],
  ],
  [
    'CreateMeetingInvite',
    {
      input: {
        ...meeting,
        region: 'EU',
        regionPolicy: 'STRICT',
        personaConfig: {
          ...settings,
          tools: [{ type: 'SERVER', subtype: 'KNOWLEDGE', name: 'k', knowledgeGroupIds: ['g1'] }],
        },
        sessionOptions: { ...replay, videoQuality: 'HIGH' },
        extra: { notify: true, personaConfig: { fillerPhrases: ['Well.'] } },
      },
    },
    ['POST /v1/meetings/invites'],
    {
      ...meeting,
      region: 'eu',
      regionPolicy: 'strict',
      personaConfig: {
        ...settings,
        tools: [{ type: 'server', subtype: 'knowledge', name: 'k', documentFolderIds: ['g1'] }],
        fillerPhrases: ['Well.'],
      },
      sessionOptions: { ...replay, videoQuality: 'high' },
      notify: true,
    },
  ],
  [
    'Sessions',
    { perPage: 2, ...filters },
    ['GET /v1/sessions?page=1&perPage=2&search=kiosk&personaId=p1&apiKeyId=k1'],
  ],
  [
    'SessionStatistics',
    { from: null, personaId: null, sessionType: null },
    ['GET /v1/sessions/analytics'],
  ],
  [
    'SessionStatistics',
    { from: '2026-11-01T00:00:00+01:00', sessionType: 'CUSTOM_LLM_SERVER', clientLabel: 'kiosk' },
    [
      'GET /v1/sessions/analytics?from=2026-10-31T23%3A00%3A00.000Z&clientLabel=kiosk&sessionType=custom_llm_server',
    ],
  ],
  [
    'CreateSessionToken',
    {
      input: {
        clientLabel: null,
        personaConfig: { name: 'Ada', languageCode: null, voiceGenerationOptions: { speed: null } },
        sessionOptions: null,
      },
    },
    ['POST /v1/auth/session-token'],
    { personaConfig: { name: 'Ada', voiceGenerationOptions: {} } },
  ],
  [
    'CreateSessionToken',
    {
      input: {
        personaConfig: { voiceId: 'v' },
        extra: { region: 'eu', personaConfig: { ...extra, toolIds: ['t'] } },
      },
    },
    ['POST /v1/auth/session-token'],
    { personaConfig: { voiceId: 'v', ...extra, toolIds: ['t'] }, region: 'eu' },
  ],
  [
    'CreateSessionToken',
    { input: { personaConfig: { brainType: 'OLD' } } },
    ['POST /v1/auth/session-token'],
    { personaConfig: { llmId: 'OLD' } },
  ],
])('%s with %j makes the calls %j with the body %j', async (operation, variables, calls, body) => {
  const { bodies, ...upstream } = await startRecordingUpstream(200, {
    ...ANSWER,
    displayName: 'Lucy',
    skipGreeting: false,
  });
  const { runNamed } = await start({ upstream, extensions: 'all' });
  await expectData(runNamed(operation, { variables }));
  expect(upstream.calls).toStrictEqual(calls);
  expect(bodies).toStrictEqual(body ? [body] : []);
});
