import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson, startUpstream, type Upstream } from './upstream.ts';

/** A call that arrived, with its JSON body. */
interface RecordedCall {
  readonly call: string;
  readonly key: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on any body.
  readonly body: any;
}

/** A persona that all examples may use, and one of somebody else. */
export const MINE = '9ed89edd-d684-4325-b600-e6129ec04ece';
export const OTHER = '11111111-1111-4111-8111-111111111111';

const createPersona = (id: string) => ({
  id,
  name: id === MINE ? 'Mine' : 'Secret persona',
  avatarId: 'a1',
  voiceId: 'v1',
  llmId: 'CUSTOMER_CLIENT_V1',
  systemPrompt: `The prompt of ${id}`,
});

/** The sessions by id: whoever mints puts its label here. */
type Sessions = Map<string, object>;

/** What the records of one key became. */
interface Records {
  readonly sessions: Sessions;
  /** The names of personas that were changed, by id. */
  readonly names: Map<string, string>;
}

const LINK = { id: 'link1', token: 'secret-link', personaId: OTHER, enabled: true };

/** Seconds until a session token expires. */
const LIFETIME = 3_600;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const decode = (sessionToken: string): { readonly sessionId: string; readonly label?: string } =>
  JSON.parse(Buffer.from(sessionToken.split('.')[1] ?? '', 'base64url').toString());

/** Creates a token that names the session that it starts. */
function createToken(body: { readonly clientLabel?: string }) {
  const exp = Math.floor(Date.now() / 1000) + LIFETIME;
  const claims = { type: 'stateful', exp, sessionId: crypto.randomUUID(), label: body.clientLabel };
  return { sessionToken: `header.${encode(claims)}.signature` };
}

/** Responses that depend on nothing, by method and path. */
const RESPONSES: Readonly<Record<string, readonly [status: number, body: unknown]>> = {
  'POST personas': [201, createPersona('new')],
  'DELETE personas/:id': [200, {}],
  'POST sessions/:id/stop': [200, {}],
  'GET sessions/:id/recording': [200, { recordingUrl: 'https://files.example/secret' }],
  'GET share-links': [200, { data: [LINK], meta: { total: 1 } }],
  'GET share-links/:id': [200, LINK],
  'POST share-links': [201, LINK],
  'PUT share-links/:id': [200, LINK],
  'DELETE share-links/:id': [200, {}],
  'POST meetings/:id': [201, { id: 'invite1', status: 'pending' }],
};

/** Returns a page of sessions, newest first. */
function listSessions({ searchParams }: URL, sessions: Sessions) {
  const [page, perPage] = ['page', 'perPage'].map((name) => Number(searchParams.get(name) ?? 1));
  const start = ((page ?? 1) - 1) * (perPage ?? 1);
  const data = [...sessions.values()].reverse().slice(start, start + (perPage ?? 1));
  return { data, meta: { total: sessions.size } };
}

/** Responds as a service with two personas and some sessions. */
function respond(
  url: URL,
  method: string,
  body: { readonly name?: string; readonly clientLabel?: string },
  { sessions, names }: Records,
): readonly [number, unknown] {
  const [, , resource = '', id = '', part = ''] = url.pathname.split('/');
  const path = `${method} ${resource}${id && '/:id'}${part && `/${part}`}`;
  const session = sessions.get(id);
  if (path === 'PUT personas/:id' && body.name !== undefined) names.set(id, body.name);
  const showPersona = (shown: string) => {
    const persona = createPersona(shown);
    return { ...persona, name: names.get(shown) ?? persona.name };
  };
  switch (path) {
    case 'GET personas':
      return [200, { data: [showPersona(MINE), showPersona(OTHER)], meta: { total: 2 } }];
    case 'GET personas/:id':
    case 'PUT personas/:id':
      return [MINE, OTHER].includes(id) ? [200, showPersona(id)] : [404, { message: 'No' }];
    case 'POST auth/:id':
    case 'GET auth/:id':
      return [200, createToken(body)];
    case 'GET sessions/:id':
      return session ? [200, session] : [404, { message: 'No' }];
    case 'GET sessions':
      return [200, listSessions(url, sessions)];
    case 'GET sessions/:id/transcript':
      return [200, { sessionId: id, messages: [{ role: 'user', message: 'Secret words' }] }];
    default:
      return RESPONSES[path] ?? [200, { data: [], meta: { total: 0 } }];
  }
}

/** A recording fake of a service with all extensions. */
export interface PolicyUpstream extends Upstream {
  readonly recorded: readonly RecordedCall[];
  readonly sessions: Sessions;
  /** Starts the session of a token as a client does, under the id that the token has or another one. @returns the id. */
  startSession(sessionToken: string, id?: string): string;
  endSession(id: string): void;
  /** The calls to sessions. */
  questions(): readonly string[];
  /** The bodies of session tokens and meetings. */
  mints(): readonly RecordedCall['body'][];
  /** Responds to the next calls in another way; undefined ends it. */
  setReply(reply: ((request: IncomingMessage, response: ServerResponse) => void) | undefined): void;
}

export async function startPolicyUpstream(): Promise<PolicyUpstream> {
  const recorded: RecordedCall[] = [];
  const sessions: Sessions = new Map();
  const names = new Map<string, Records['names']>();
  let reply: Parameters<PolicyUpstream['setReply']>[0];
  const upstream = await startUpstream(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const { method = '', url = '', headers } = request;
    const sent = text ? JSON.parse(text) : undefined;
    const key = headers.authorization ?? '';
    recorded.push({ call: `${method} ${url}`, key: headers.authorization, body: sent });
    if (reply) return reply(request, response);
    const own: Records['names'] = names.get(key) ?? new Map();
    names.set(key, own);
    const [status, body] = respond(new URL(url, 'http://upstream'), method, sent ?? {}, {
      sessions,
      names: own,
    });
    return sendJson(response, status, body);
  });
  return {
    ...upstream,
    recorded,
    sessions,
    startSession: (sessionToken, id) => {
      const { sessionId, label } = decode(sessionToken);
      const startTime = new Date().toISOString();
      const session = { id: id ?? sessionId, clientLabel: label, personaId: MINE, startTime };
      if (sessions.has(session.id)) throw new Error('The session token was used before.');
      sessions.set(session.id, session);
      return session.id;
    },
    endSession: (id) => {
      sessions.set(id, { ...sessions.get(id), endTime: new Date().toISOString() });
    },
    questions: () =>
      recorded.map(({ call }) => call).filter((call) => call.startsWith('GET /v1/sessions')),
    mints: () =>
      recorded
        .filter(({ call }) => /^POST \/v1\/(auth|meetings)/.test(call))
        .map(({ body }) => body),
    setReply: (next) => {
      reply = next;
    },
  };
}
