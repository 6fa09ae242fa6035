import {
  type Answer,
  createAnswer,
  createPage,
  type FakeRecord,
  type FakeService,
  fakeService,
  readBody,
  reply,
  sendJson,
} from './fake-service.ts';

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

const createPersona = (id: string): FakeRecord => ({
  id,
  name: id === MINE ? 'Mine' : 'Secret persona',
  avatarId: 'a1',
  voiceId: 'v1',
  llmId: 'CUSTOMER_CLIENT_V1',
  systemPrompt: `The prompt of ${id}`,
});

const LINK = { id: 'link1', token: 'secret-link', personaId: OTHER, enabled: true };

/** Seconds until a session token expires. */
const LIFETIME = 3_600;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const decode = (sessionToken: string): { readonly sessionId: string; readonly label?: string } =>
  JSON.parse(Buffer.from(sessionToken.split('.')[1] ?? '', 'base64url').toString());

/** Creates a token that names the session that it starts. */
function createToken(label: string | undefined) {
  const exp = Math.floor(Date.now() / 1000) + LIFETIME;
  const claims = { type: 'stateful', exp, sessionId: crypto.randomUUID(), label };
  return { sessionToken: `header.${encode(claims)}.signature` };
}

const empty = reply(200, {});
const link = reply(200, LINK);

/** A recording fake of a service with all extensions. */
export interface PolicyUpstream extends FakeService {
  readonly recorded: readonly RecordedCall[];
  /** The sessions by id: whoever mints puts its label here. */
  readonly sessions: Map<string, object>;
  /** Starts the session of a token as a client does, under the id that the token has or another one. @returns the id. */
  startSession(sessionToken: string, id?: string): string;
  endSession(id: string): void;
  /** The calls to sessions. */
  questions(): readonly string[];
  /** The bodies of session tokens and meetings. */
  mints(): readonly RecordedCall['body'][];
  /** Responds to the next calls in another way; undefined ends it. */
  setReply(reply: Answer | undefined): void;
}

/** Starts a service with two personas, whose names each key changes for itself, and some sessions. */
export async function startPolicyUpstream(): Promise<PolicyUpstream> {
  const recorded: (RecordedCall & { body: unknown })[] = [];
  const sessions: PolicyUpstream['sessions'] = new Map();
  const names = new Map<string, string>();
  let override: Answer | undefined;
  const showPersona = (id: string, key = '') => {
    const persona = createPersona(id);
    return { ...persona, name: names.get(`${key} ${id}`) ?? persona.name };
  };
  const answerPersona: Answer = ({ headers: { authorization } }, response, id) =>
    [MINE, OTHER].includes(id)
      ? sendJson(response, 200, showPersona(id, authorization))
      : sendJson(response, 404, { message: 'No' });
  const answerToken: Answer = (_, response) =>
    sendJson(response, 200, createToken(recorded.at(-1)?.body?.clientLabel));
  const answer = createAnswer({
    overrides: {
      'GET /v1/personas': ({ headers: { authorization } }, response) => {
        const data = [MINE, OTHER].map((id) => showPersona(id, authorization));
        sendJson(response, 200, { data, meta: { total: 2 } });
      },
      'POST /v1/personas': reply(201, createPersona('new')),
      'GET /v1/personas/{id}': answerPersona,
      'PUT /v1/personas/{id}': (request, response, id) => {
        const name = recorded.at(-1)?.body?.name;
        if (name !== undefined) names.set(`${request.headers.authorization} ${id}`, name);
        answerPersona(request, response, id);
      },
      'DELETE /v1/personas/{id}': empty,
      'GET /v1/auth/session-token': answerToken,
      'POST /v1/auth/session-token': answerToken,
      'GET /v1/sessions': ({ url = '' }, response) => {
        const { searchParams } = new URL(url, 'http://fake');
        sendJson(response, 200, createPage([...sessions.values()].reverse(), searchParams));
      },
      'GET /v1/sessions/{id}': (_, response, id) => {
        const session = sessions.get(id);
        sendJson(response, session ? 200 : 404, session ?? { message: 'No' });
      },
      'POST /v1/sessions/{id}/stop': empty,
      'GET /v1/sessions/{id}/transcript': (_, response, sessionId) =>
        sendJson(response, 200, {
          sessionId,
          messages: [{ role: 'user', message: 'Secret words' }],
        }),
      'GET /v1/sessions/{id}/recording': reply(200, {
        recordingUrl: 'https://files.example/secret',
      }),
      'GET /v1/share-links': reply(200, { data: [LINK], meta: { total: 1 } }),
      'POST /v1/share-links': reply(201, LINK),
      'GET /v1/share-links/{id}': link,
      'PUT /v1/share-links/{id}': link,
      'DELETE /v1/share-links/{id}': empty,
      'POST /v1/meetings/{id}': reply(201, { id: 'invite1', status: 'pending' }),
      '[A-Z]+ .*': reply(200, { data: [], meta: { total: 0 } }),
    },
  });
  const service = await fakeService(async (request, response) => {
    const { method, url, headers } = request;
    const body = await readBody(request);
    recorded.push({ call: `${method} ${url}`, key: headers.authorization, body });
    return (override ?? answer)(request, response, '');
  });
  return {
    ...service,
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
      override = next;
    },
  };
}
