import { sendJson, startUpstream, type Upstream } from './upstream.ts';

/** Number of personas, and of sessions, of the account. Both have four kinds of relations in turn. */
const SIZE = 20;

const many = <Item>(create: (n: number) => Item): Item[] =>
  Array.from({ length: SIZE }, (_, n) => create(n));

const avatar = (id: string) => ({ id, displayName: 'Liv', imageUrl: 'https://a.example/1.png' });
const voice = (id: string) => ({ id, displayName: 'Lucy', sampleUrl: 'https://a.example/1.mp3' });

/** A persona as lists have it: without its LLM, tools, prompts and share links. */
const summary = (n: number) => ({
  id: `p${n}`,
  name: `Persona ${n}`,
  description: null,
  avatar: avatar(`a${n % 4}`),
  voice: voice(`v${n % 4}`),
  createdAt: '2026-11-01T10:00:00.000Z',
});

const persona = (n: number) => ({
  ...summary(n),
  llmId: `00000000-0000-4000-8000-00000000000${n % 2}`,
  brain: { systemPrompt: 'Be kind.', personality: null },
  tools: [0, 1].map((tool) => ({ id: `t${tool}`, name: `tool_${tool}` })),
  shareLinks: [shareLink(n)],
});

const shareLink = (n: number) => ({ id: `l${n}`, personaId: `p${n % 4}`, type: 'LINK' });

const session = (n: number) => ({
  id: `s${n}`,
  personaId: `p${n % 4}`,
  startTime: '2026-11-01T10:00:00.000Z',
  endTime: n === 0 ? null : '2026-11-01T10:05:00.000Z',
});

const tool = (id: string) => ({
  id,
  name: id,
  type: 'SERVER_RAG',
  config: { documentFolderIds: ['g1', 'g2'] },
});

const slowTurn = (n: number) => ({ sessionId: `s${n}`, personaId: `p${n % 2}`, valueSeconds: 3 });

const page = (data: object[]) => ({ data, meta: { total: data.length } });

/** The lists, by their paths. */
const LISTS: Readonly<Record<string, object>> = {
  personas: page(many(summary)),
  avatars: page(many((n) => avatar(`a${n}`))),
  voices: page(many((n) => voice(`v${n}`))),
  llms: page(many((n) => ({ id: `m${n}`, displayName: `Model ${n}` }))),
  tools: page(many((n) => tool(`t${n}`))),
  sessions: page(many(session)),
  'share-links': page(many(shareLink)),
  invites: page(many((n) => ({ id: `i${n}`, sessionId: `s${n % 4}` }))),
  groups: [1, 2].map((n) => ({ id: `g${n}`, name: `Group ${n}` })),
  'sessions/concurrency': { active: 1, limit: 3 },
  'sessions/analytics': { sessionCount: SIZE, slowestTurns: [0, 1, 2].map(slowTurn) },
};

/** The parts of records. */
const PARTS: Readonly<Record<string, (id: string) => object>> = {
  transcript: (sessionId) => ({ sessionId, totalMessages: 2, messages: [] }),
  recording: () => ({ recordingUrl: 'https://r.example/1.mp4' }),
  analytics: (sessionId) => ({ sessionId, durationSeconds: 300 }),
  documents: (knowledgeFolderId) => [{ id: 'd1', knowledgeFolderId, filename: 'a.txt' }],
  search: () => [{ documentId: 'd1', content: 'Tea.', score: 0.5 }],
  stop: () => ({}),
};

/** The records, by id. */
const RECORDS: Readonly<Record<string, (id: string) => object>> = {
  personas: (id) => persona(Number(id.slice(1))),
  avatars: avatar,
  voices: voice,
  llms: (id) => ({ id, displayName: 'House model' }),
  tools: tool,
  sessions: (id) => ({ ...session(Number(id.slice(1))), toolCalls: [] }),
  'share-links': (id) => shareLink(Number(id.slice(1))),
  invites: (id) => ({ id, sessionId: 's1' }),
  groups: (id) => ({ id, name: id }),
  documents: (id) => ({ id, knowledgeFolderId: 'g1', filename: 'a.txt' }),
  'session-token': () => ({ sessionToken: 'token' }),
};

/**
 * Starts an upstream with the account of a team, for the running test: 20 personas of four avatars and voices, two LLMs and
 * two tools, and 20 sessions with four of them. Its lists have summaries of personas, as those of live services.
 */
export const startTeamUpstream = (): Promise<Upstream> =>
  startUpstream((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://team');
    const path = pathname.replace(/^\/v1\/((knowledge|meetings|auth)\/)?/, '');
    const [collection = '', id = 'p0', part = ''] = path.split('/');
    const list = request.method === 'GET' ? LISTS[path] : undefined;
    const body = list ?? PARTS[part]?.(id) ?? RECORDS[collection]?.(id);
    request.resume().on('end', () => sendJson(response, body ? 200 : 404, body ?? {}));
  });
