import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIVE, type LiveRecord, liveId } from './live-records.ts';
import { sendJson } from './upstream.ts';

/** Number of sessions of the live service. Session n has persona n modulo 4, or none if that is 0. */
export const LIVE_SESSIONS = 25;

/** Ids of sessions with special properties. */
export const LIVE_SESSION = {
  ended: liveId(2001),
  /** A live session, which has no parts yet. */
  live: liveId(2002),
  withoutPersona: liveId(2004),
  /** A session of LiveKit, which cannot be stopped. */
  livekit: liveId(2005),
} as const;

/** A value of a snapshot that the graph must not show. */
export const SNAPSHOT_SECRET = 'snapshot-secret-7f1c';

const START = '2026-11-01T10:00:00.000Z';
const END = '2026-11-01T10:05:00.000Z';

/** A session of a list. */
const liveSession = (n: number): LiveRecord => {
  const isLive = liveId(2000 + n) === LIVE_SESSION.live;
  return {
    id: liveId(2000 + n),
    personaId: n % 4 === 0 ? null : liveId(n % 4),
    clientLabel: n % 2 ? 'kiosk' : null,
    startTime: START,
    endTime: isLive ? null : END,
    sessionLengthMs: isLive ? null : 300_000,
    exitStatus: isLive ? null : 'NORMAL_EXIT',
    engineHost: 'engine-7.example',
    engineProtocol: 'https',
    engineVersion: '7.4',
    clientMetadata: { client: 'js-sdk' },
    personaConfig: {
      type: 'ephemeral',
      name: `Persona ${n % 4}`,
      voice: { id: LIVE.voices[0], displayName: 'Lucy' },
      encrypted_secret: SNAPSHOT_SECRET,
      secret_iv: SNAPSHOT_SECRET,
      llm: { apiKey: SNAPSHOT_SECRET },
    },
    apiKeyId: liveId(50),
    organizationId: liveId(51),
    createdAt: START,
    updatedAt: null,
  };
};

const TOOL_CALL = {
  turnIndex: 0,
  correlationId: null,
  toolCallId: 'call_1',
  toolName: 'lookup',
  toolType: 'server',
  toolSubtype: 'webhook',
  status: 'completed',
  startedAt: START,
  completedAt: START,
  durationSeconds: 0.4,
  errorMessage: null,
  arguments: { question: 'What did I say?' },
  result: 'That.',
  documentsAccessed: null,
};

const transcript = ({ id, endTime }: LiveRecord) => ({
  sessionId: id,
  personaName: 'Persona',
  startTime: START,
  endTime,
  durationMs: 300_000,
  totalMessages: 2,
  transcriptsEnabled: true,
  messages: [
    {
      role: 'user',
      message: 'What did I say?',
      timestamp: START,
      speakingDurationSeconds: 1.5,
    },
    {
      role: 'persona',
      message: 'That.',
      timestamp: null,
      speakingDurationSeconds: null,
      wasInterrupted: true,
    },
  ],
});

const COUNTS = { total: 1, succeeded: 1, failed: 0, byName: { get_token: 1 } };

const analytics = ({ id }: LiveRecord, includeMessages: boolean) => ({
  sessionId: id,
  startTime: START,
  endTime: END,
  durationSeconds: 300,
  sessionType: 'turnkey',
  exitStatus: 'NORMAL_EXIT',
  clientLabel: null,
  clientMetadata: null,
  personaId: null,
  apiKeyId: null,
  config: { llmProvider: 'openai', transcriptsEnabled: true },
  summary: {
    totalTurns: 2,
    completedTurns: 2,
    interruptedTurns: 0,
    interruptionRate: 0,
    toolCalls: COUNTS,
    averageLatencies: { firstAudioLatencySeconds: 0.9 },
  },
  turns: [0, 1].map((turnIndex) => ({
    turnIndex,
    firstAudioLatencySeconds: 0.9,
    finishReason: 'completed',
    wasInterrupted: false,
    interruptedStage: null,
    toolCalls: [{ toolCallId: 'call_1', toolName: 'lookup', status: 'new-status' }],
    ...(includeMessages && { userMessage: 'What did I say?', assistantMessage: 'That.' }),
  })),
});

const LATENCY = { count: 1, avg: 0.9, p50: 0.9, p90: 0.9, p95: 0.9, p99: 0.9, max: 0.9 };

const aggregate = (query: URLSearchParams) => ({
  from: query.get('from') ?? START,
  to: query.get('to') ?? END,
  filters: { personaId: query.get('personaId') },
  sessionCount: LIVE_SESSIONS,
  sessionsWithReports: 24,
  truncated: false,
  turnCount: 24,
  latencies: { firstAudioLatencySeconds: LATENCY },
  counts: { completedTurns: 24, toolCalls: COUNTS },
  rates: { interruptionRate: null },
  slowestTurns: [
    {
      sessionId: LIVE_SESSION.ended,
      correlationId: null,
      metric: 'firstAudioLatencySeconds',
      valueSeconds: 0.9,
      sessionStartTime: START,
      personaId: null,
      clientLabel: null,
    },
  ],
});

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const TYPE = /^(turnkey|custom_llm_server|custom_llm_client|livekit|elevenlabs_agent)$/;
const filters = { personaId: UUID, apiKeyId: UUID };

/** The query parameters of each path. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  '/': { page: /^[1-9]\d*$/, perPage: /^([1-9]\d?|100)$/, search: /^/, ...filters },
  '/concurrency': {},
  '/analytics': { from: TIME, to: TIME, clientLabel: /./, sessionType: TYPE, ...filters },
  '/{id}': {},
  '/{id}/transcript': {},
  '/{id}/recording': {},
  '/{id}/analytics': { includeMessages: /^(true|false)$/ },
  '/{id}/stop': {},
};

/** Returns the error of a request; undefined if it is valid. */
async function findProblem(request: IncomingMessage, template: string, query: URLSearchParams) {
  const accepted = QUERIES[template];
  const method = template === '/{id}/stop' ? 'POST' : 'GET';
  if (!accepted || request.method !== method) return 'No such operation';
  for (const [name, value] of query)
    if (!accepted[name]?.test(value)) return `Wrong parameter ${name}`;
  const body = Buffer.concat(await request.toArray());
  return body.length > 0 ? 'There is no body' : undefined;
}

/** Responds to a request for sessions as live services do, and rejects undocumented requests. */
export async function respondWithSessions(request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://live');
  const [, , , id = '', part] = pathname.split('/');
  const isLiteral = id === 'concurrency' || id === 'analytics';
  const template =
    isLiteral || id === '' ? `/${id}` : `/{id}${part === undefined ? '' : `/${part}`}`;
  const problem = await findProblem(request, template, query);
  if (problem) return sendJson(response, 400, { error: 'Bad request', message: problem });
  const sessions = Array.from({ length: LIVE_SESSIONS }, (_, index) => liveSession(index + 1));
  if (template === '/concurrency') {
    const active = sessions.filter(({ endTime }) => endTime === null).length;
    const estimatedWaitSeconds = null;
    return sendJson(response, 200, {
      limit: 3,
      active,
      canStartSession: true,
      estimatedWaitSeconds,
    });
  }
  if (template === '/analytics') return sendJson(response, 200, aggregate(query));
  if (template === '/') {
    const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('perPage') ?? 10)];
    const found = sessions.filter(
      ({ personaId, apiKeyId, clientLabel }) =>
        (query.get('personaId') ?? personaId) === personaId &&
        (query.get('apiKeyId') ?? apiKeyId) === apiKeyId &&
        String(clientLabel).includes(query.get('search') ?? ''),
    );
    const data = found.slice((page - 1) * perPage, page * perPage);
    const lastPage = Math.ceil(found.length / perPage);
    const meta = {
      total: found.length,
      lastPage,
      currentPage: page,
      perPage,
      prev: null,
      next: null,
    };
    return sendJson(response, 200, { data, meta });
  }
  const session = sessions.find((each) => each.id === id);
  const isMissing = !session || (part !== undefined && part !== 'stop' && session.endTime === null);
  if (isMissing || (part === 'stop' && id === LIVE_SESSION.livekit)) {
    return sendJson(response, 404, { error: 'Not found' });
  }
  if (part === undefined) return sendJson(response, 200, { ...session, toolCalls: [TOOL_CALL] });
  if (part === 'stop') return sendJson(response, 200, {});
  if (part === 'transcript') return sendJson(response, 200, transcript(session));
  if (part === 'analytics')
    return sendJson(response, 200, analytics(session, query.get('includeMessages') === 'true'));
  return sendJson(response, 200, {
    recordingUrl: `https://recordings.example/${id}.mp4?signature=x`,
  });
}
