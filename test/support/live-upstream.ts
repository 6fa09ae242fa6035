import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  LIVE,
  type LiveRecord,
  liveAvatar,
  liveId,
  liveLlm,
  livePersona,
  liveSummary,
  liveTool,
  liveTools,
  liveVoice,
} from './live-records.ts';
import { respondWithSessions } from './live-sessions.ts';
import { type StartOptions, start } from './start.ts';
import { sendJson, startUpstream, type Upstream } from './upstream.ts';

export { LIVE } from './live-records.ts';

/**
 * The key of the live upstream: a second service, written from recorded responses and not from src. Requests are flat and
 * responses nested, lists have trimmed records and little metadata, errors have many formats, and the response to a
 * deletion is a message or empty.
 */
export const LIVE_KEY = 'live-key';

const token = (claims: object) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ sessionId: 's', ...claims })}.signature`;
};

const body = async (request: IncomingMessage) =>
  JSON.parse(Buffer.concat(await request.toArray()).toString() || '{}');

/** The metadata of a list: all fields, `page` instead of `currentPage`, none, or just the array of items. */
export type Paging = 'full' | 'alias' | 'none' | 'bare';

const listed = (paging: Paging, data: unknown[], page: number, perPage: number, total: number) => {
  if (paging === 'bare') return data;
  if (paging === 'none') return { data };
  if (paging === 'alias') return { data, meta: { total, page, perPage } };
  const lastPage = Math.ceil(total / perPage);
  const next = page < lastPage ? page + 1 : null;
  return { data, meta: { total, lastPage, currentPage: page, perPage, prev: null, next } };
};

const formOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const type = request.headers['content-type'] ?? '';
  const bytes = Buffer.concat(await request.toArray());
  if (!type.startsWith('multipart/')) return JSON.parse(bytes.toString());
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  return Object.fromEntries(form);
};

async function respondWithToken(request: IncomingMessage, response: ServerResponse) {
  const { personaConfig = {}, clientLabel } = request.method === 'POST' ? await body(request) : {};
  if (clientLabel === 'busy') {
    const limit = { error: 'Concurrent session limit reached', reason: 'concurrent_limit' };
    return sendJson(response, 429, limit, { 'retry-after': '30' });
  }
  const type = personaConfig.personaId ? 'stateful' : personaConfig.llmId ? 'ephemeral' : 'legacy';
  return sendJson(response, 200, {
    sessionToken: token({ accountId: 'a', type, personaConfig }),
  });
}

const byId = (records: readonly LiveRecord[]) => new Map(records.map((each) => [each.id, each]));

/** Creates the records of the service. */
const createData = () => ({
  personas: byId(Array.from({ length: 25 }, (_, i) => livePersona(i + 1))),
  avatars: byId(LIVE.avatars.map(liveAvatar)),
  tools: byId(liveTools()),
  voices: byId(LIVE.voices.map(liveVoice)),
  llms: byId([
    liveLlm(LIVE.llm, { displayName: 'House model' }),
    liveLlm(LIVE.defaultLlm, { displayName: 'Default model', isDefault: true, isGlobal: true }),
  ]),
});

type Data = ReturnType<typeof createData>;
type Resource = keyof Data;

const NAMES = {
  personas: 'Persona',
  avatars: 'Avatar',
  tools: 'Tool',
  voices: 'Voice',
  llms: 'LLM',
} as const satisfies Record<Resource, string>;

const isResource = (name: string): name is Resource => Object.hasOwn(NAMES, name);

/** Returns the fields of a nested record that a flat body sets. */
function nested(body: Record<string, unknown>, { tools }: Data): Partial<LiveRecord> {
  const { avatarId, voiceId, systemPrompt, toolIds, ...rest } = body;
  const found = Array.isArray(toolIds) ? toolIds.map((each) => tools.get(String(each))) : [];
  return {
    ...rest,
    ...(avatarId !== undefined && { avatar: liveAvatar(String(avatarId)) }),
    ...(voiceId !== undefined && { voice: voiceId === null ? null : liveVoice(String(voiceId)) }),
    ...(systemPrompt !== undefined && { brain: { personality: null, systemPrompt } }),
    ...(toolIds !== undefined && {
      tools: found.flatMap((tool) => (tool ? [{ id: tool.id, name: tool.name }] : [])),
    }),
  };
}

/** Creates a record from a body, or returns why it is invalid. */
function create(resource: Resource, body: Record<string, unknown>, data: Data) {
  const id = randomUUID();
  if (resource === 'personas') {
    const blank = { ...livePersona(0), avatar: null, voice: null, brain: { systemPrompt: null } };
    return { ...blank, tools: [], ...nested(body, data), id };
  }
  if (resource === 'tools') return liveTool(id, body);
  if (resource === 'llms') {
    const { secret, ...shown } = body;
    return typeof secret === 'string' ? liveLlm(id, shown) : 'secret is required';
  }
  const { imageFile, imageUrl, audioFile, audioKey } = body;
  const file = imageFile ?? imageUrl ?? audioFile ?? audioKey;
  const isTyped = !(file instanceof File) || /^(image|audio)\//.test(file.type);
  if (!file || !isTyped) return 'Invalid file format';
  if (resource === 'avatars') {
    const { displayName, avatarModel = 'cara-4' } = body;
    return { ...liveAvatar(id), displayName, activeVersion: avatarModel };
  }
  return { ...liveVoice(id), displayName: body.name, description: body.description ?? null };
}

const wordsOf = ({ id, name, displayName, description }: LiveRecord) =>
  [id, name, displayName, description].join(' ').toLowerCase();

/** Starts the live upstream for the running test, with 25 personas of 3 avatars, 2 tools, 3 voices and 2 LLMs. */
export async function startLiveUpstream(
  paging: Paging = 'full',
): Promise<Upstream & { readonly key: string }> {
  const data = createData();
  const notFound = (response: ServerResponse, what: string) =>
    sendJson(response, 404, { error: 'Not found', message: `${what} does not exist.` });
  const invalid = (response: ServerResponse, path: string, message: string) => {
    const details = [{ path, message, code: 'custom' }];
    sendJson(response, 400, { error: 'Validation error', details, summary: '1 problem' });
  };

  const list = (response: ServerResponse, resource: Resource, query: URLSearchParams) => {
    const page = Number(query.get('page') ?? 1);
    const perPage = Number(query.get('perPage') ?? 10);
    const search = query.get('search')?.toLowerCase() ?? '';
    const tags = query.get('tags')?.split(',') ?? [];
    const found = [...data[resource].values()].filter((record) => {
      const words = resource === 'personas' ? String(record.name).toLowerCase() : wordsOf(record);
      if (!words.includes(search)) return false;
      if (record.isDefault === true && query.get('includeDefaults') !== 'true') return false;
      const style = query.get('renderStyle') ?? 'all';
      if (style !== 'all' && record.renderStyle !== style) return false;
      if (query.get('onlyOneShot') === 'true' && !record.createdByOrganizationId) return false;
      const own: unknown[] = Array.isArray(record.displayTags) ? record.displayTags : [];
      return tags.length === 0 || tags.some((tag) => own.includes(tag));
    });
    if (found.length === 0) return notFound(response, `No ${resource} found: it`);
    const items = found.slice((page - 1) * perPage, page * perPage);
    const shown = resource === 'personas' ? items.map(liveSummary) : items;
    return sendJson(response, 200, listed(paging, shown, page, perPage, found.length));
  };

  const change = (
    response: ServerResponse,
    resource: Resource,
    record: LiveRecord,
    body: object,
  ) => {
    if ('name' in body && body.name === 'taken' && resource === 'tools') {
      return invalid(response, 'name', 'Name already used');
    }
    const { secret, ...shown } = { secret: undefined, ...nested({ ...body }, data) };
    const changed: LiveRecord = { ...record, ...shown, id: record.id };
    data[resource].set(record.id, changed);
    return sendJson(response, 200, changed);
  };

  const respondWithRecord = async (
    request: IncomingMessage,
    response: ServerResponse,
    resource: Resource,
    id: string,
  ) => {
    const record = data[resource].get(id);
    if (!record) return notFound(response, NAMES[resource]);
    if (request.method === 'GET') return sendJson(response, 200, record);
    if (record.isDefault === true || record.type === 'SYSTEM') {
      return sendJson(response, 403, { error: 'Forbidden' });
    }
    if (request.method === 'PUT') return change(response, resource, record, await body(request));
    if (request.method !== 'DELETE') return notFound(response, 'It');
    data[resource].delete(id);
    if (resource === 'llms') return response.writeHead(204).end();
    return sendJson(response, 200, { message: `${NAMES[resource]} deleted` });
  };

  const respondWithList = async (
    request: IncomingMessage,
    response: ServerResponse,
    resource: Resource,
    query: URLSearchParams,
  ) => {
    if (request.method === 'GET') return list(response, resource, query);
    if (request.method !== 'POST') return notFound(response, 'It');
    const created = create(resource, await formOf(request), data);
    if (typeof created === 'string') return sendJson(response, 422, { error: created });
    const own = { ...created, createdByOrganizationId: liveId(500) };
    const kept: LiveRecord = resource === 'avatars' || resource === 'voices' ? own : created;
    data[resource].set(kept.id, kept);
    return sendJson(response, 201, kept);
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://live');
    const [, , resource = '', itemId = ''] = pathname.split('/');
    if (request.headers.authorization !== `Bearer ${LIVE_KEY}`) {
      response.writeHead(401, { 'content-type': 'text/plain' }).end('Unauthorized');
      return;
    }
    if (pathname === '/v1/auth/session-token') return respondWithToken(request, response);
    if (resource === 'sessions') return respondWithSessions(request, response);
    if (!isResource(resource)) return notFound(response, 'It');
    return itemId === ''
      ? respondWithList(request, response, resource, searchParams)
      : respondWithRecord(request, response, resource, itemId);
  };
  const upstream = await startUpstream((request, response) => {
    respond(request, response).catch(() =>
      sendJson(response, 400, { error: 'Invalid request body' }),
    );
  });
  return { ...upstream, key: LIVE_KEY };
}

/** Starts the API in front of the live upstream. */
export const startLive = async (extensions: StartOptions['extensions'] = 'all') =>
  start({ upstream: await startLiveUpstream(), ...(extensions && { extensions }) });
