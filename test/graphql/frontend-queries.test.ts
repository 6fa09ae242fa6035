import { expect, test } from 'vitest';
import { type FakeService, fakeService, sendJson } from '../support/fake-service.ts';
import { start } from '../support/start.ts';
import { expectData } from './expectations.ts';

/** What the paths of some lists begin with besides their names. */
const PREFIX = /^\/v1\/((knowledge|meetings|auth)\/)?/;

/** Number of records of each kind. They have four kinds of relations in turn. */
const SIZE = 20;

/** A record of any kind as lists have it: a persona without its LLM, tools and prompts. */
const createSummary = (kind: string, n: number) => ({
  id: `${kind}${n}`,
  name: `Name ${n}`,
  displayName: 'Liv',
  avatar: { id: `a${n % 4}`, displayName: 'Liv', imageUrl: 'https://a.example/1.png' },
  voice: { id: `v${n % 4}`, displayName: 'Lucy', sampleUrl: 'https://a.example/1.mp3' },
  imageUrl: 'https://a.example/1.png',
  sampleUrl: 'https://a.example/1.mp3',
  personaId: `p${n % 4}`,
  sessionId: `s${n % 4}`,
  knowledgeFolderId: 'g1',
  filename: 'a.txt',
  documentId: 'd1',
  startTime: '2026-11-01T10:00:00.000Z',
  endTime: n === 0 ? null : '2026-11-01T10:05:00.000Z',
  config: { documentFolderIds: ['g1', 'g2'] },
});

/** The same as it is by its id. */
const createRecord = (kind: string, n: number) => ({
  ...createSummary(kind, n),
  llmId: `00000000-0000-4000-8000-00000000000${n % 2}`,
  brain: { systemPrompt: 'Be kind.', personality: null },
  tools: [0, 1].map((tool) => ({ id: `t${tool}`, name: `tool_${tool}` })),
  shareLinks: [],
  toolCalls: [],
  recordingUrl: 'https://r.example/1.mp4',
  totalMessages: 2,
  messages: [],
  sessionToken: 'token',
});

/** What the ids of a kind begin with, by the path of its list. */
const KINDS: Readonly<Record<string, string>> = {
  personas: 'p',
  avatars: 'a',
  voices: 'v',
  llms: 'm',
  tools: 't',
  sessions: 's',
  'share-links': 'l',
  invites: 'i',
  groups: 'g',
  documents: 'd',
};

/** What is neither a record nor a page of them, by the end of its path. */
const OTHERS: Readonly<Record<string, unknown>> = {
  groups: [createSummary('g', 1), createSummary('g', 2)],
  documents: [createSummary('d', 1)],
  search: [{ documentId: 'd1', content: 'Tea.', score: 0.5 }],
  concurrency: { active: 1, limit: 3 },
  'sessions/analytics': {
    sessionCount: SIZE,
    slowestTurns: [0, 1, 2].map((n) => ({
      sessionId: `s${n}`,
      personaId: `p${n % 2}`,
      valueSeconds: 3,
    })),
  },
};

/**
 * Starts an upstream with the account of a team, for the running test: 20 personas of four avatars and voices, two LLMs and
 * two tools, and 20 sessions with four of them. Its lists have summaries of personas, as those of live services.
 */
const startTeamUpstream = (): Promise<FakeService> =>
  fakeService((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://team');
    const [collection = '', id, part] = pathname.replace(PREFIX, '').split('/');
    const kind = KINDS[collection] ?? '';
    const create = (_: unknown, n: number) => createSummary(kind, n);
    const list = { data: Array.from({ length: SIZE }, create), meta: { total: SIZE } };
    const record = createRecord(kind, Number(id?.slice(1) ?? 0));
    const other = OTHERS[`${collection}/${id}`] ?? OTHERS[part ?? id ?? collection];
    const body = other ?? (id || request.method === 'POST' ? record : list);
    request.resume().on('end', () => sendJson(response, 200, body));
  });

/** Numbers of calls by method and path, with a star for the id of a record. */
type Calls = Readonly<Record<string, number>>;

/** The documents of a frontend team, each with its name and the calls that it makes to the upstream. */
const QUERIES: readonly (readonly [name: string, document: string, calls: Calls])[] = `
  a grid of personas with pictures and voices
    { personas(first: 20) { totalCount pageInfo { hasNextPage } nodes { id name description avatar { displayName imageUrl } voice { displayName } } } }
    GET personas
  a table of personas with their LLMs, which lists do not have
    { personas(first: 20) { nodes { id name llm { displayName } } } }
    GET personas, 20 GET personas/*, 2 GET llms/*
  personas with their share links
    { personas(first: 20) { nodes { id name shareLinks { nodes { type isEnabled usageCount } } } } }
    GET personas, GET share-links
  personas with their latest session
    { personas(first: 20) { nodes { id name sessions(first: 1) { totalCount nodes { startedAt } } } } }
    GET personas, 20 GET sessions
  an endless list of personas
    { personas(first: 20) { edges { cursor node { id name avatar { imageUrl } } } pageInfo { hasNextPage endCursor } } }
    GET personas
  sessions with the names of their personas
    { sessions(first: 20) { nodes { id isLive persona { name avatar { imageUrl } } } } }
    GET sessions, 4 GET personas/*
  sessions with the lengths of their transcripts
    { sessions(first: 20) { nodes { id transcript { messageCount } } } }
    GET sessions, 20 GET sessions/*/transcript
  share links with their personas
    { shareLinks(first: 20) { nodes { id usageCount persona { name } } } }
    GET share-links, 4 GET personas/*
  meetings with their sessions and personas
    { meetingInvites(first: 20) { nodes { id status session { isLive persona { name } } } } }
    GET invites, 4 GET sessions/*, 4 GET personas/*
  knowledge groups with their documents
    { knowledgeGroups { nodes { id name documents { nodes { filename status } } } } }
    GET groups, 2 GET groups/*/documents
  the page of a persona with its face, LLM and tools
    { persona(id: "p1") { name avatar { imageUrl } voice { sampleUrl } llm { displayName } tools { name } } }
    GET personas/*, GET llms/*
  the page of a persona with what happened to it
    { persona(id: "p1") { name shareLinks { nodes { type } } sessions(first: 5) { nodes { startedAt exitStatus } } statistics { sessionCount } } }
    GET personas/*, GET sessions, GET sessions/analytics
  the prompts of a persona, and what its tools can find
    { persona(id: "p1") { systemPrompt personality tools { name config { knowledge { knowledgeGroupIds } } } knowledgeGroups { name } } }
    GET personas/*, 2 GET tools/*, 2 GET groups/*
  the page of a session
    { session(id: "s1") { isLive persona { name } toolCalls { toolName } recordingUrl transcript { messages { message } } analytics { durationSeconds } } }
    GET sessions/*, GET personas/*, GET sessions/*/recording, GET sessions/*/transcript, GET sessions/*/analytics
  the page of a tool with its knowledge
    { tool(id: "t1") { name type config { knowledge { knowledgeGroupIds } } knowledgeGroups { name documentCount } } }
    GET tools/*, 2 GET groups/*
  a document with its group
    { knowledgeDocument(id: "d1") { filename status group { name } } }
    GET documents/*, GET groups/*
  the pickers of the form of a persona
    { avatars { nodes { id displayName imageUrl } } voices { nodes { id displayName sampleUrl } } llms { nodes { id displayName } } tools { nodes { id name type } } }
    GET avatars, GET voices, GET llms, GET tools
  what was picked, by its ids
    { personasByIds(ids: ["p1", "p2"]) { name avatar { imageUrl } } voicesByIds(ids: ["v1"]) { displayName } llmsByIds(ids: ["m1"]) { displayName } }
    2 GET personas/*, GET voices/*, GET llms/*
  two pickers of the same avatars
    { first: avatars(first: 50) { nodes { id } } second: avatars(first: 50) { nodes { displayName } } }
    GET avatars
  the counts of a dashboard
    { personas(first: 0) { totalCount } tools(first: 0) { totalCount } sessions(first: 0) { totalCount } sessionConcurrency { activeCount limit } }
    GET personas, GET tools, GET sessions, GET sessions/concurrency
  the slowest turns with their sessions and personas
    { sessionStatistics { sessionCount slowestTurns { valueSeconds session { isLive } persona { name } } } }
    GET sessions/analytics, 3 GET sessions/*, 2 GET personas/*
  a search in the knowledge of a group
    { knowledgeGroup(id: "g1") { name search(query: "tea", first: 3) { content score document { filename } } } }
    GET groups/*, POST groups/*/search, GET documents/*
  a persona is saved, and its card shown again
    mutation { updatePersona(id: "p1", input: { name: "Ada" }) { persona { id name avatar { imageUrl } voice { displayName } } } }
    PUT personas/*
  a session starts after its persona was looked up
    mutation { createSessionToken(input: { personaConfig: { personaId: "p1" }, verify: true }) { token { sessionToken } } }
    GET personas/*, POST session-token
  a session starts with a change of its persona
    mutation { createSessionToken(input: { personaConfig: { personaId: "p1" }, overrides: { systemPrompt: "Be brief." } }) { token { sessionToken } } }
    GET personas/*, POST session-token
`
  .trim()
  .split(/\n {2}(?! )/)
  .map((row) => {
    const [name = '', document = '', calls = ''] = row.split(/\n\s+/);
    const counts = calls.split(', ').map((call) => {
      const [, count = 1, kind = ''] = /^(?:(\d+) )?(.*)$/.exec(call) ?? [];
      return [kind, Number(count)] as const;
    });
    return [name, document, Object.fromEntries(counts)];
  });

/** Paths that are no records. */
const WHOLE = ['sessions/analytics', 'sessions/concurrency'];

/** Replaces the id in the path of a call by a star. */
function toKind(call: string): string {
  const [method, path = ''] = call.replace(/\?.*/, '').split(' ');
  const short = path.replace(PREFIX, '');
  return `${method} ${WHOLE.includes(short) ? short : short.replace(/\/[^/]+/, '/*')}`;
}

const countByKind = (calls: readonly string[]): Calls =>
  Object.fromEntries(
    [...Map.groupBy(calls, toKind)].map(([kind, { length }]) => [kind, length] as const),
  );

test.each(QUERIES)('%s: %s makes the calls %j', async (_, document, calls) => {
  const upstream = await startTeamUpstream();
  const { run } = await start({ upstream, extensions: 'all' });
  const data = await expectData(run(document));
  expect(JSON.stringify(Object.values(data)[0])).not.toBe('null');
  expect(countByKind(upstream.calls)).toStrictEqual(calls);
});
