import { z } from 'zod';
import { describeIssue } from '../contract/describe-issue.ts';
import { BUILT_IN_LLMS } from '../contract/llm.ts';
import type { JsonObject } from '../contract/record.ts';
import { findKeyById, readBearer } from './authentication.ts';
import type { ServiceRoutes } from './endpoints.ts';
import { BadRequest, ConcurrentLimitReached, NotFound, Unauthorized } from './errors.ts';
import type { Services } from './handler-services.ts';
import { PLAN_LIMITS } from './keys.ts';
import { type SessionClaims, verifySessionToken } from './session-token.ts';
import { isId } from './store/records.ts';
import type { Tables } from './store/store.ts';
import { endExpiredSessions, type StoredSession } from './stored-session.ts';

type Find = (id: string) => Promise<object | undefined>;

/** @throws NotFound if the account does not see the record. */
async function assertExists(noun: string, id: unknown, find: Find): Promise<void> {
  if (id === undefined || id === null) return;
  if (typeof id === 'string' && isId(id) && (await find(id.toLowerCase()))) return;
  throw new NotFound(`${noun} with id ${String(id)} does not exist.`);
}

/** @throws NotFound if a record that the configuration names does not exist. Tokens and personas may name any id. */
async function assertReferences(config: JsonObject, tables: Tables): Promise<void> {
  const { avatarId, voiceId, llmId, toolIds } = config;
  await assertExists('Avatar', avatarId, tables.avatars.find);
  await assertExists('Voice', voiceId, tables.voices.find);
  for (const id of Array.isArray(toolIds) ? toolIds : [])
    await assertExists('Tool', id, tables.tools.find);
  // Others are names of language models, which are not records.
  const isRecord = typeof llmId === 'string' && isId(llmId);
  if (isRecord && !BUILT_IN_LLMS.some(({ id }) => id === llmId))
    await assertExists('LLM', llmId, tables.llms.find);
}

/** Returns what the session has of its persona: of the saved one as it is now, or of the token. */
async function createConfig(
  { personaConfig }: SessionClaims,
  { personas }: Tables,
): Promise<{ personaId: string | null; config: JsonObject }> {
  const { personaId, ...config } = personaConfig;
  if (personaId === undefined) return { personaId: null, config };
  const persona = await personas.find(personaId.toLowerCase());
  if (!persona) throw new NotFound(`Persona with id ${personaId} does not exist.`);
  const { id, createdAt: _, updatedAt: __, ...saved } = persona;
  return { personaId: id, config: { ...saved, ...config } };
}

function getSessionType({ llmId }: JsonObject): StoredSession['report']['sessionType'] {
  if (llmId === 'CUSTOMER_CLIENT_V1') return 'custom_llm_client';
  const isCustom = typeof llmId === 'string' && isId(llmId);
  return isCustom && !BUILT_IN_LLMS.some(({ id }) => id === llmId)
    ? 'custom_llm_server'
    : 'turnkey';
}

/**
 * Starts the session of a token, once. A token of an API key that was revoked starts none.
 * @throws NotFound if a record that its configuration names does not exist; Unauthorized if the token was used before;
 * ConcurrentLimitReached if the account has as many sessions as the plan of the API key allows.
 */
async function startSession(
  { store, now }: Pick<Services, 'store' | 'now'>,
  claims: SessionClaims,
  clientMetadata: JsonObject,
): Promise<StoredSession> {
  const key = await findKeyById(claims.apiKeyId, { store, now });
  if (key?.account !== claims.accountId)
    throw new Unauthorized('The API key that created the session token is no longer valid.');
  const limits = PLAN_LIMITS[key.plan];
  const tables = store.forAccount(key.account);
  const { personaId, config } = await createConfig(claims, tables);
  await assertReferences(config, tables);
  const start = now();
  const startTime = start.toISOString();
  const { maxSessionLengthSeconds = limits.sessionSeconds } = claims.personaConfig;
  const seconds = Math.min(maxSessionLengthSeconds, limits.sessionSeconds);
  const session: StoredSession = {
    id: claims.sessionId.toLowerCase(),
    personaId,
    clientLabel: claims.clientLabel ?? null,
    startTime,
    endTime: null,
    sessionLengthMs: null,
    exitStatus: null,
    engineHost: null,
    engineProtocol: null,
    engineVersion: null,
    clientMetadata,
    personaConfig: { type: 'ephemeral', ...config },
    apiKeyId: isId(key.id) ? key.id : null,
    toolCalls: [],
    createdAt: startTime,
    updatedAt: null,
    report: {
      turns: [],
      summary: null,
      sessionType: getSessionType(config),
      transcriptsEnabled: config.zeroDataRetention !== true,
      recordedVoiceId: null,
      endsAt: new Date(start.getTime() + seconds * 1000).toISOString(),
    },
  };
  await endExpiredSessions(tables, start);
  const result = await tables.sessions.start(session, limits.sessions);
  if (result === 'used')
    throw new Unauthorized('The session token has already been used. Create a new one.');
  if (result === 'full') throw new ConcurrentLimitReached();
  return session;
}

/** Maximum length of the metadata of a client, as JSON. Lists of sessions contain it. */
const MAX_METADATA = 4_096;

/** Seconds between the heartbeats of a client, and how often it connects again. */
const HEARTBEAT_SECONDS = 5;
const RECONNECTIONS = 5;

/** The body that clients of live services send. Other keys are ignored, because the token has the configuration. */
const StartSession = z.looseObject({
  clientMetadata: z
    .record(z.string(), z.unknown())
    .refine((metadata) => JSON.stringify(metadata).length <= MAX_METADATA, {
      error: `must have at most ${MAX_METADATA} characters as JSON`,
    })
    .optional(),
});

/**
 * The endpoint where clients of live services start the session of a token. It is not part of the specification. The
 * session is a record: there is no media engine at the host that the response names. No API key and no cookie starts a
 * session, so a page that reaches this endpoint by DNS rebinding starts none either; without CORS headers, no other
 * page reads it.
 */
export const engine: ServiceRoutes = (scopes, services) => {
  const verify = (header: string | undefined) => {
    const token = readBearer(header);
    if (token !== undefined) return verifySessionToken(token, services);
    throw new Unauthorized('An Authorization header with a bearer session token is required.');
  };
  scopes.app.post('/v1/engine/session', {
    // Before the body is read.
    onRequest: async ({ headers }) => void (await verify(headers.authorization)),
    handler: async (request) => {
      const body = StartSession.safeParse(request.body ?? {}, { error: describeIssue });
      if (!body.success) throw BadRequest.fromIssues(body.error.issues);
      const { clientMetadata = {} } = body.data;
      const claims = await verify(request.headers.authorization);
      const session = await startSession(services, claims, clientMetadata);
      const { host, protocol } = new URL(services.getBaseUrl(request));
      return {
        sessionId: session.id,
        engineHost: host,
        engineProtocol: protocol.replace(':', ''),
        signallingEndpoint: '/ws',
        clientConfig: {
          heartbeatIntervalSeconds: HEARTBEAT_SECONDS,
          maxWsReconnectionAttempts: RECONNECTIONS,
          iceServers: [],
        },
      };
    },
  });
};
