import { expect, onTestFinished, test, vi } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { startApi } from '../support/api.ts';
import { startTeamUpstream } from '../support/team-upstream.ts';

/** Numbers of calls by method and path, with a star for the id of a record. */
type Calls = Readonly<Record<string, number>>;

/** The documents of a frontend team, and the calls that each makes to the upstream. */
const QUERIES: readonly (readonly [name: string, document: string, calls: Calls])[] = [
  // Lists with relations.
  [
    'a grid of personas with pictures and voices',
    '{ personas(perPage: 20) { total nextPage items { id name description avatar { displayName imageUrl } voice { displayName } } } }',
    { 'GET personas': 1 },
  ],
  [
    'a table of personas with their LLMs, which lists do not have',
    '{ personas(perPage: 20) { items { id name llm { displayName } } } }',
    { 'GET personas': 1, 'GET personas/*': 20, 'GET llms/*': 2 },
  ],
  [
    'personas with their share links',
    '{ personas(perPage: 20) { items { id name shareLinks { type isEnabled usageCount } } } }',
    { 'GET personas': 1, 'GET share-links': 1 },
  ],
  [
    'personas with their latest session',
    '{ personas(perPage: 20) { items { id name sessions(first: 1) { totalCount nodes { startedAt } } } } }',
    { 'GET personas': 1, 'GET sessions': 20 },
  ],
  [
    'an endless list of personas',
    '{ personasConnection(first: 20) { edges { cursor node { id name avatar { imageUrl } } } pageInfo { hasNextPage endCursor } } }',
    { 'GET personas': 1 },
  ],
  [
    'sessions with the names of their personas',
    '{ sessions(perPage: 20) { items { id isLive persona { name avatar { imageUrl } } } } }',
    { 'GET sessions': 1, 'GET personas/*': 4 },
  ],
  [
    'sessions with the lengths of their transcripts',
    '{ sessions(perPage: 20) { items { id transcript { messageCount } } } }',
    { 'GET sessions': 1, 'GET sessions/*/transcript': 20 },
  ],
  [
    'share links with their personas',
    '{ shareLinks(perPage: 20) { items { id usageCount persona { name } } } }',
    { 'GET share-links': 1, 'GET personas/*': 4 },
  ],
  [
    'meetings with their sessions and personas',
    '{ meetingInvites(perPage: 20) { items { id status session { isLive persona { name } } } } }',
    { 'GET invites': 1, 'GET sessions/*': 4, 'GET personas/*': 4 },
  ],
  [
    'knowledge groups with their documents',
    '{ knowledgeGroups { id name documents { filename status } } }',
    { 'GET groups': 1, 'GET groups/*/documents': 2 },
  ],
  // Details.
  [
    'the page of a persona with its face, LLM and tools',
    '{ persona(id: "p1") { name avatar { imageUrl } voice { sampleUrl } llm { displayName } tools { name } } }',
    { 'GET personas/*': 1, 'GET llms/*': 1 },
  ],
  [
    'the page of a persona with what happened to it',
    '{ persona(id: "p1") { name shareLinks { type } sessions(first: 5) { nodes { startedAt exitStatus } } statistics { sessionCount } } }',
    { 'GET personas/*': 1, 'GET sessions': 1, 'GET sessions/analytics': 1 },
  ],
  [
    'the prompts of a persona, and what its tools can find',
    '{ persona(id: "p1") { systemPrompt personality tools { name config } knowledgeGroups { name } } }',
    { 'GET personas/*': 1, 'GET tools/*': 2, 'GET groups/*': 2 },
  ],
  [
    'the page of a session',
    '{ session(id: "s1") { isLive persona { name } toolCalls { toolName } recordingUrl transcript { messages { message } } analytics { durationSeconds } } }',
    {
      'GET sessions/*': 1,
      'GET personas/*': 1,
      'GET sessions/*/recording': 1,
      'GET sessions/*/transcript': 1,
      'GET sessions/*/analytics': 1,
    },
  ],
  [
    'the page of a tool with its knowledge',
    '{ tool(id: "t1") { name type config knowledgeGroups { name documentCount } } }',
    { 'GET tools/*': 1, 'GET groups/*': 2 },
  ],
  [
    'a document with its group',
    '{ knowledgeDocument(id: "d1") { filename status group { name } } }',
    { 'GET documents/*': 1, 'GET groups/*': 1 },
  ],
  // Pickers.
  [
    'the pickers of the form of a persona',
    '{ avatars { items { id displayName imageUrl } } voices { items { id displayName sampleUrl } } llms { items { id displayName } } tools { items { id name type } } }',
    { 'GET avatars': 1, 'GET voices': 1, 'GET llms': 1, 'GET tools': 1 },
  ],
  [
    'what was picked, by its ids',
    '{ personasByIds(ids: ["p1", "p2"]) { name avatar { imageUrl } } voicesByIds(ids: ["v1"]) { displayName } llmsByIds(ids: ["m1"]) { displayName } }',
    { 'GET personas/*': 2, 'GET voices/*': 1, 'GET llms/*': 1 },
  ],
  [
    'two pickers of the same avatars',
    '{ first: avatars(perPage: 50) { items { id } } second: avatars(perPage: 50) { items { displayName } } }',
    { 'GET avatars': 1 },
  ],
  // Dashboards.
  [
    'the counts of a dashboard',
    '{ personasConnection(first: 0) { totalCount } toolsConnection(first: 0) { totalCount } sessionsConnection(first: 0) { totalCount } sessionConcurrency { active limit } }',
    { 'GET personas': 1, 'GET tools': 1, 'GET sessions': 1, 'GET sessions/concurrency': 1 },
  ],
  [
    'the slowest turns with their sessions and personas',
    '{ sessionStatistics { sessionCount slowestTurns { valueSeconds session { isLive } persona { name } } } }',
    { 'GET sessions/analytics': 1, 'GET sessions/*': 3, 'GET personas/*': 2 },
  ],
  [
    'a search in the knowledge of a group',
    '{ knowledgeGroup(id: "g1") { name search(query: "tea", first: 3) { content score document { filename } } } }',
    { 'GET groups/*': 1, 'POST groups/*/search': 1, 'GET documents/*': 1 },
  ],
  // Forms.
  [
    'a persona is saved, and its card shown again',
    'mutation { updatePersona(id: "p1", input: { name: "Ada" }) { persona { id name avatar { imageUrl } voice { displayName } } } }',
    { 'PUT personas/*': 1 },
  ],
  [
    'a session starts after its persona was looked up',
    'mutation { createSessionToken(input: { personaConfig: { personaId: "p1" }, verify: true }) { token { sessionToken } } }',
    { 'GET personas/*': 1, 'POST session-token': 1 },
  ],
  [
    'a session starts with a change of its persona',
    'mutation { createSessionToken(input: { personaConfig: { personaId: "p1" }, overrides: { systemPrompt: "Be brief." } }) { token { sessionToken } } }',
    { 'GET personas/*': 1, 'POST session-token': 1 },
  ],
];

/** Paths that are no records. */
const WHOLE = ['sessions/analytics', 'sessions/concurrency'];

/** Replaces the id in the path of a call by a star. */
function toKind(call: string): string {
  const [method, path = ''] = call.replace(/\?.*/, '').split(' ');
  const short = path.replace(/^\/v1\/((knowledge|meetings|auth)\/)?/, '');
  return `${method} ${WHOLE.includes(short) ? short : short.replace(/\/[^/]+/, '/*')}`;
}

const countByKind = (calls: readonly string[]): Calls =>
  Object.fromEntries(
    [...Map.groupBy(calls, toKind)].map(([kind, { length }]) => [kind, length] as const),
  );

test.each(QUERIES)('%s: %s makes the calls %j', async (_, document, calls) => {
  const upstream = await startTeamUpstream();
  const { run } = await startApi(upstream, { client: { extensions: EXTENSIONS } });
  const { data, errors } = await run(document);
  expect(errors).toBeUndefined();
  expect(JSON.stringify(Object.values(data)[0])).not.toBe('null');
  expect(countByKind(upstream.calls)).toStrictEqual(calls);
});

const CATALOG = /^GET \/v1\/(personas|avatars|voices|tools|llms)\b/;

test('with a cache, one query after another reads nothing of the catalog twice', async () => {
  const upstream = await startTeamUpstream();
  const { run } = await startApi(upstream, {
    responseCacheSeconds: 60,
    client: { extensions: EXTENSIONS },
  });
  const documents = QUERIES.map(([, document]) => document);
  for (const document of documents.filter((text) => !text.startsWith('mutation')))
    expect((await run(document)).errors).toBeUndefined();
  const reads = upstream.calls.filter((call) => CATALOG.test(call));
  expect(reads.filter((call, index) => reads.indexOf(call) !== index)).toStrictEqual([]);
});

test.each([
  [0, { first: 138, again: 133, unchanged: 133 }],
  [60, { first: 106, again: 70, unchanged: 31 }],
])('with a cache of %i seconds, all in turn cost the calls %j', async (seconds, calls) => {
  // What changes by itself is cached for a second, which the test does not take.
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const upstream = await startTeamUpstream();
  const { run } = await startApi(upstream, {
    responseCacheSeconds: seconds,
    client: { extensions: EXTENSIONS },
  });
  const documents = QUERIES.map(([, document]) => document);
  const count = async (asked: readonly string[]) => {
    const before = upstream.calls.length;
    for (const document of asked) expect((await run(document)).errors).toBeUndefined();
    return upstream.calls.length - before;
  };
  const queries = documents.filter((text) => !text.startsWith('mutation'));
  expect({
    first: await count(documents),
    again: await count(queries),
    unchanged: await count(queries),
  }).toStrictEqual(calls);
});

test('there are twenty-five queries', () => {
  expect(new Set(QUERIES.map(([, document]) => document)).size).toBe(25);
});
