import { globSync, readFileSync } from 'node:fs';
import { parse, print, separateOperations } from 'graphql';
import { RESOURCE_NAMES, type ResourceName, resources } from '../../src/contract/api.ts';
import { capitalize } from '../../src/contract/resource.ts';
import type { DocumentLimits } from '../../src/server/executor/operation-limits.ts';
import { type FakeService, fakeService, reply } from './fake-service.ts';
import { seedImage, seedSample } from './files.ts';
import { type Api, type StartOptions, start } from './start.ts';

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
export const WITHOUT_CALL: readonly string[] = ['CreateGuestToken', 'Viewer'];

/** Operations that read a part of a record. */
const PARTS: Partial<Record<ResourceName, string>> = {
  persona: 'Prompts Parts Sessions Statistics Knowledge ShareLinks',
  tool: 'Knowledge',
  session: 'Transcript Recording Turns ToolCalls',
  meetingInvite: 'Session',
};

/** The operations that a resource has by its name. */
const listUsual = (name: ResourceName): Operation[] => {
  const { collection } = resources[name];
  const path = resources[name].path.replace('/v1/', '');
  const [Name, Names] = [capitalize(name), capitalize(collection)];
  const id =
    { knowledgeGroup: 'g1', knowledgeDocument: 'd1' }[String(name)] ?? `${name.charAt(0)}1`;
  const ofOne = ['', 'Record', ...(PARTS[name]?.split(' ') ?? [])];
  const usual = [
    read(Names, path, { first: 2 }),
    read(`${Names}ByIds`, `${path}/${id}`, { ids: [id] }),
    ...ofOne.map((part) => read(`${Name}${part}`, `${path}/${id}`, { id })),
    write(`Delete${Name}`, `DELETE /v1/${path}/${id}`, { id }),
  ];
  return usual.filter((operation) => NAMES.includes(operation.name));
};

/** All operations that call the upstream. Those that a resource has by its name need no line here. */
export const OPERATIONS: readonly Operation[] = [
  ...RESOURCE_NAMES.flatMap(listUsual),
  read('SessionTurnCounts', 'sessions/s1', { ids: ['s1'] }),
  write('CreatePersona', 'POST /v1/personas', { input: { name: 'Ada' } }),
  write('UpdatePersona', 'PUT /v1/personas/p1', { id: 'p1', input: { name: 'Ada' } }),
  {
    ...write('CreateAvatar', 'POST /v1/avatars', {
      input: { displayName: 'Ada', image: { file: null } },
    }),
    files: { 'input.image.file': seedImage('webp') },
  },
  write('UpdateAvatar', 'PUT /v1/avatars/a1', { id: 'a1', input: { displayName: 'Ada' } }),
  write('CreateTool', 'POST /v1/tools', {
    input: { name: 'lookup', description: 'Looks things up.', config: { client: {} } },
  }),
  write('UpdateTool', 'PUT /v1/tools/t1', { id: 't1', input: { name: 'lookup' } }),
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
  write('CreateShareLink', 'POST /v1/share-links', { input: { personaId: 'p1' } }),
  write('UpdateShareLink', 'PUT /v1/share-links/s1', { id: 's1', input: { usageLimit: 3 } }),
  write('CreateMeetingInvite', 'POST /v1/meetings/invites', {
    input: { meetingUrl: 'https://meet.google.com/abc-defg-hij', personaId: 'p1' },
  }),
  write('CancelMeetingInvite', 'DELETE /v1/meetings/invites/m1', { id: 'm1' }),
  read('SessionConcurrency', 'sessions/concurrency', {}),
  read('SessionStatistics', 'sessions/analytics', { sessionType: 'TURNKEY' }),
  write('StopSession', 'POST /v1/sessions/s1/stop', { id: 's1' }),
  write('CreateKnowledgeGroup', 'POST /v1/knowledge/groups', { input: { name: 'Handbook' } }),
  write('UpdateKnowledgeGroup', 'PUT /v1/knowledge/groups/g1', { id: 'g1', input: {} }),
  read('SearchKnowledge', 'knowledge/groups/g1', { groupId: 'g1', query: 'holidays' }),
  read('KnowledgeDownload', 'knowledge/documents/d1', { id: 'd1' }),
  {
    ...write('CreateKnowledgeDocument', 'POST /v1/knowledge/groups/g1/documents', {
      input: { groupId: 'g1', file: null },
    }),
    files: { 'input.file': new File(['The text.'], 'text.txt', { type: 'text/plain' }) },
  },
  write('UpdateKnowledgeDocument', 'PUT /v1/knowledge/documents/d1', {
    id: 'd1',
    input: { filename: 'text.txt' },
  }),
  write('CreateSessionToken', 'POST /v1/auth/session-token', {
    input: { personaConfig: { personaId: 'p1' } },
  }),
  write('CreateLegacySessionToken', 'GET /v1/auth/session-token'),
];

/** The default limits of documents, except for these. */
export const limitDocuments = (document: Partial<DocumentLimits>) => ({ document });

/** Starts the API with an upstream whose lists are empty, for the running test. */
export async function startWithEmptyLists(
  options: StartOptions = {},
): Promise<Api & { readonly upstream: FakeService }> {
  const upstream = await fakeService(reply(200, { id: 'p1', data: [], meta: {} }));
  return { ...(await start({ upstream, ...options })), upstream };
}

/** Writes `count` parts of a document, separated by spaces. */
export const times = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');

/** Documents that read and change the same record of the upstream. */
export const TOOL = '{ tool(id: "t1") { name } }';
export const RENAME = 'mutation { updateTool(id: "t1", input: { name: "new" }) { tool { name } } }';
