import { globSync, readFileSync } from 'node:fs';
import { parse, print, separateOperations } from 'graphql';
import { type DocumentLimits, documentLimits } from '../../src/server/documents/document-limits.ts';
import { getDefaults } from '../../src/shared/settings/setting.ts';
import { seedImage, seedSample } from './files.ts';
import { type Api, type StartOptions, start } from './start.ts';
import { startUpstreamWithResponse, type Upstream } from './upstream.ts';

/** An operation of schema/operations with its variables and its first upstream call. */
export interface Operation {
  readonly name: string;
  readonly variables: object;
  /** Files by the path of their variable. */
  readonly files?: Record<string, File>;
  /** The first upstream call. */
  readonly call: string;
  /** Whether that call may be repeated. */
  readonly isRepeatable: boolean;
}

/** The documents of schema/operations as one document. */
export const DOCUMENT: string = globSync('schema/operations/*.graphql')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** The document of each operation by its name, with its fragments. */
export const DOCUMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(separateOperations(parse(DOCUMENT))).map(([name, node]) => [name, print(node)]),
);

/** Names of all operations. */
export const NAMES: readonly string[] = Object.keys(DOCUMENTS);

const read = (name: string, call: string, variables: object): Operation => ({
  name,
  call: `GET /v1/${call}`,
  variables,
  isRepeatable: true,
});

const write = (name: string, call: string, variables: object = {}): Operation => ({
  name,
  call,
  variables,
  isRepeatable: false,
});

/** The operations that need no upstream. */
export const WITHOUT_CALL: readonly string[] = ['ErrorCodes', 'Viewer'];

/** All operations that call the upstream. */
export const OPERATIONS: readonly Operation[] = [
  read('Personas', 'personas', { perPage: 2 }),
  read('PersonasConnection', 'personas', { first: 2 }),
  read('Persona', 'personas/p1', { id: 'p1' }),
  read('PersonasByIds', 'personas/p1', { ids: ['p1'] }),
  read('PersonaPrompts', 'personas/p1', { id: 'p1' }),
  read('PersonaParts', 'personas/p1', { id: 'p1' }),
  read('PersonaSessions', 'personas/p1', { id: 'p1' }),
  read('PersonaStatistics', 'personas/p1', { id: 'p1' }),
  read('PersonaKnowledge', 'personas/p1', { id: 'p1' }),
  read('PersonaRecord', 'personas/p1', { id: 'p1' }),
  write('CreatePersona', 'POST /v1/personas', { input: { name: 'Ada' } }),
  write('UpdatePersona', 'PUT /v1/personas/p1', { id: 'p1', input: { name: 'Ada' } }),
  write('DeletePersona', 'DELETE /v1/personas/p1', { id: 'p1' }),
  read('Avatars', 'avatars', { perPage: 2 }),
  read('AvatarsConnection', 'avatars', { first: 2 }),
  read('AvatarsByIds', 'avatars/a1', { ids: ['a1'] }),
  read('Avatar', 'avatars/a1', { id: 'a1' }),
  read('AvatarRecord', 'avatars/a1', { id: 'a1' }),
  {
    ...write('CreateAvatar', 'POST /v1/avatars', {
      input: { displayName: 'Ada', image: { file: null } },
    }),
    files: { 'input.image.file': seedImage('webp') },
  },
  write('UpdateAvatar', 'PUT /v1/avatars/a1', { id: 'a1', input: { displayName: 'Ada' } }),
  write('DeleteAvatar', 'DELETE /v1/avatars/a1', { id: 'a1' }),
  read('Tools', 'tools', { perPage: 2 }),
  read('ToolsConnection', 'tools', { first: 2 }),
  read('ToolsByIds', 'tools/t1', { ids: ['t1'] }),
  read('Tool', 'tools/t1', { id: 't1' }),
  read('ToolRecord', 'tools/t1', { id: 't1' }),
  write('CreateTool', 'POST /v1/tools', {
    input: { name: 'lookup', description: 'Looks things up.', type: 'CLIENT' },
  }),
  write('UpdateTool', 'PUT /v1/tools/t1', { id: 't1', input: { name: 'lookup' } }),
  write('DeleteTool', 'DELETE /v1/tools/t1', { id: 't1' }),
  read('Voices', 'voices', { perPage: 2 }),
  read('VoicesConnection', 'voices', { first: 2 }),
  read('Voice', 'voices/v1', { id: 'v1' }),
  read('VoicesByIds', 'voices/v1', { ids: ['v1'] }),
  read('VoiceRecord', 'voices/v1', { id: 'v1' }),
  {
    ...write('CreateVoice', 'POST /v1/voices', {
      input: { displayName: 'Ada', audio: { file: null } },
    }),
    files: { 'input.audio.file': seedSample() },
  },
  write('CreateVoiceUpload', 'POST /v1/voices/presigned-upload', {
    input: { filename: 'ada.wav', contentType: 'audio/wav', fileSize: 100 },
  }),
  write('UpdateVoice', 'PUT /v1/voices/v1', { id: 'v1', input: { displayName: 'Ada' } }),
  write('DeleteVoice', 'DELETE /v1/voices/v1', { id: 'v1' }),
  read('Llms', 'llms', { perPage: 2 }),
  read('LlmsConnection', 'llms', { first: 2 }),
  read('Llm', 'llms/l1', { id: 'l1' }),
  read('LlmsByIds', 'llms/l1', { ids: ['l1'] }),
  read('LlmRecord', 'llms/l1', { id: 'l1' }),
  write('CreateLlm', 'POST /v1/llms', {
    input: {
      displayName: 'House model',
      llmFormat: 'openai',
      urls: [{ url: 'https://llm.example/v1' }],
      modelName: 'house-1',
      secret: 'sk-of-the-house',
    },
  }),
  write('UpdateLlm', 'PUT /v1/llms/l1', { id: 'l1', input: { secret: 'sk-of-the-house' } }),
  write('DeleteLlm', 'DELETE /v1/llms/l1', { id: 'l1' }),
  read('ShareLinks', 'share-links', { perPage: 2 }),
  read('ShareLinksConnection', 'share-links', { first: 2 }),
  read('ShareLink', 'share-links/s1', { id: 's1' }),
  read('ShareLinksByIds', 'share-links/s1', { ids: ['s1'] }),
  read('ShareLinkRecord', 'share-links/s1', { id: 's1' }),
  read('PersonaShareLinks', 'personas/p1', { id: 'p1' }),
  write('CreateShareLink', 'POST /v1/share-links', { input: { personaId: 'p1' } }),
  write('UpdateShareLink', 'PUT /v1/share-links/s1', { id: 's1', input: { usageLimit: 3 } }),
  write('DeleteShareLink', 'DELETE /v1/share-links/s1', { id: 's1' }),
  read('MeetingInvites', 'meetings/invites', { perPage: 2 }),
  read('MeetingInvitesConnection', 'meetings/invites', { first: 2 }),
  read('MeetingInviteSession', 'meetings/invites/m1', { id: 'm1' }),
  read('MeetingInvite', 'meetings/invites/m1', { id: 'm1' }),
  read('MeetingInvitesByIds', 'meetings/invites/m1', { ids: ['m1'] }),
  read('MeetingInviteRecord', 'meetings/invites/m1', { id: 'm1' }),
  write('CreateMeetingInvite', 'POST /v1/meetings/invites', {
    input: { meetingUrl: 'https://meet.google.com/abc-defg-hij', personaId: 'p1' },
  }),
  write('CancelMeetingInvite', 'DELETE /v1/meetings/invites/m1', { id: 'm1' }),
  read('Sessions', 'sessions', { perPage: 2 }),
  read('SessionsConnection', 'sessions', { first: 2 }),
  read('Session', 'sessions/s1', { id: 's1' }),
  read('SessionsByIds', 'sessions/s1', { ids: ['s1'] }),
  read('SessionRecord', 'sessions/s1', { id: 's1' }),
  read('SessionTranscript', 'sessions/s1', { id: 's1' }),
  read('SessionRecording', 'sessions/s1', { id: 's1' }),
  read('SessionTurns', 'sessions/s1', { id: 's1' }),
  read('SessionToolCalls', 'sessions/s1', { id: 's1' }),
  read('SessionConcurrency', 'sessions/concurrency', {}),
  read('SessionStatistics', 'sessions/analytics', { sessionType: 'TURNKEY' }),
  write('StopSession', 'POST /v1/sessions/s1/stop', { id: 's1' }),
  read('KnowledgeGroups', 'knowledge/groups', {}),
  read('KnowledgeGroupsConnection', 'knowledge/groups', { first: 2 }),
  read('KnowledgeGroup', 'knowledge/groups/g1', { id: 'g1' }),
  read('KnowledgeGroupsByIds', 'knowledge/groups/g1', { ids: ['g1'] }),
  read('KnowledgeGroupRecord', 'knowledge/groups/g1', { id: 'g1' }),
  write('CreateKnowledgeGroup', 'POST /v1/knowledge/groups', { input: { name: 'Handbook' } }),
  write('UpdateKnowledgeGroup', 'PUT /v1/knowledge/groups/g1', { id: 'g1', input: {} }),
  write('DeleteKnowledgeGroup', 'DELETE /v1/knowledge/groups/g1', { id: 'g1' }),
  read('SearchKnowledge', 'knowledge/groups/g1', { groupId: 'g1', query: 'holidays' }),
  read('KnowledgeDocument', 'knowledge/documents/d1', { id: 'd1' }),
  read('KnowledgeDocumentsByIds', 'knowledge/documents/d1', { ids: ['d1'] }),
  read('KnowledgeDocumentRecord', 'knowledge/documents/d1', { id: 'd1' }),
  read('KnowledgeDownload', 'knowledge/documents/d1', { id: 'd1' }),
  {
    ...write('UploadKnowledgeDocument', 'POST /v1/knowledge/groups/g1/documents', {
      input: { groupId: 'g1', file: null },
    }),
    files: { 'input.file': new File(['The text.'], 'text.txt', { type: 'text/plain' }) },
  },
  write('UpdateKnowledgeDocument', 'PUT /v1/knowledge/documents/d1', {
    id: 'd1',
    input: { filename: 'text.txt' },
  }),
  write('DeleteKnowledgeDocument', 'DELETE /v1/knowledge/documents/d1', { id: 'd1' }),
  read('ToolKnowledge', 'tools/t1', { id: 't1' }),
  write('CreateSessionToken', 'POST /v1/auth/session-token', {
    input: { personaConfig: { personaId: 'p1' } },
  }),
  write('CreateLegacySessionToken', 'GET /v1/auth/session-token'),
];

/** The default limits of documents, except for these. */
export const limitDocuments = (changed: Partial<DocumentLimits>) => ({
  document: { ...getDefaults(documentLimits), ...changed },
});

/** Starts the API with an upstream whose lists are empty, for the running test. */
export async function startWithEmptyLists(
  options: StartOptions = {},
): Promise<Api & { readonly upstream: Upstream }> {
  const upstream = await startUpstreamWithResponse(200, { id: 'p1', data: [], meta: {} });
  return { ...(await start({ upstream, ...options })), upstream };
}

/** Writes `count` parts of a document, separated by spaces. */
export const times = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');
