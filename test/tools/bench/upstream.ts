import { createServer, type ServerResponse } from 'node:http';

// The upstream of the bench: records that are made up, always the same, and of the size that real records have. Run as a
// process of its own, it answers from memory after LATENCY milliseconds, prints its address, says at /calls how many calls
// came since it was last asked, and serves KEY_SET at /keys.

const id = (kind: number, n: number) =>
  `00000000-0000-4000-8${kind}00-${String(n).padStart(12, '0')}`;

/** Personas in the list, of which each page shows some. */
const PERSONAS = 200;

/** Avatars that the personas share. */
const AVATARS = 5;

/** Id of a tool: any number names one. */
export const toolId = (n: number): string => id(3, n);

/** Id of the persona that tokens are minted for. */
export const PERSONA_ID: string = id(1, 1);

const TIMES = { createdAt: '2026-01-01T08:00:00.000Z', updatedAt: '2026-06-01T08:00:00.000Z' };

const persona = (n: number) => ({
  id: id(1, n),
  name: `Persona ${n}`,
  description: 'Answers questions about the house, its rooms and what is on today.',
  avatarId: id(2, n % AVATARS),
  avatarModel: 'cara-3',
  voiceId: id(4, n % 7),
  llmId: 'SERVICE_LLAMA_v3_3_70B_V1',
  systemPrompt: `You are persona ${n}. You are kind and brief, you never guess, and you say so when you do not know.`,
  skipGreeting: n % 2 === 0,
  ...TIMES,
});

/** One avatar, by number. */
const avatar = (n: number) => ({
  id: id(2, n),
  displayName: `Avatar ${n}`,
  variantName: 'desk',
  imageUrl: `https://pictures.example/${n}.webp`,
  availableVersions: ['cara-2', 'cara-3'],
  activeVersion: 'cara-3',
  ...TIMES,
});

/** A tool, by id. */
const tool = (id: string) => ({
  id,
  name: 'lookup',
  description: 'Looks things up in the catalogue.',
  type: 'SERVER_WEBHOOK',
  config: { url: 'https://tools.example/lookup', method: 'GET', headers: {} },
  disableInterruptions: false,
  usageCount: 3,
  ...TIMES,
});

/** The lists: how many records each has, and what they are. */
const LISTS: Readonly<Record<string, readonly [total: number, make: (n: number) => object]>> = {
  personas: [PERSONAS, persona],
  avatars: [40, avatar],
  tools: [30, (n) => tool(toolId(n))],
};

/** A page of a list. */
function pageOf([total, make]: (typeof LISTS)[string], page: number, perPage: number) {
  const start = (page - 1) * perPage;
  const length = Math.max(0, Math.min(perPage, total - start));
  return {
    data: Array.from({ length }, (_, index) => make(start + index)),
    meta: { total, lastPage: Math.ceil(total / perPage), currentPage: page, perPage },
  };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What minting answers: a token as long as real ones, signed by nobody. */
const sessionToken = {
  sessionToken: [
    part({ alg: 'HS256', typ: 'JWT' }),
    part({ type: 'stateful', accountId: id(5, 1), personaId: PERSONA_ID, exp: 4_000_000_000 }),
    'c2lnbmF0dXJlLW9mLW5vYm9keS1hdC1hbGwtMTIzNDU2Nzg5MA',
  ].join('.'),
};

/** What the upstream answers to a call. */
export function answerTo(url: string): unknown {
  const { pathname, searchParams } = new URL(url, 'http://upstream');
  const [, , resource, id = ''] = pathname.split('/');
  const [page, perPage] = ['page', 'perPage'].map((name) => Number(searchParams.get(name)));
  const list = LISTS[resource ?? ''];
  if (!list) return sessionToken;
  if (id === '') return pageOf(list, page || 1, perPage || 10);
  return resource === 'tools' ? tool(id) : list[1](Number(id.slice(-12)));
}

function serve(): void {
  const { LATENCY = '0', KEY_SET = '{"keys":[]}' } = process.env;
  const latency = Number(LATENCY);
  const bodies = new Map<string, Buffer>();
  let calls = 0;
  const bodyOf = (url: string): Buffer => {
    const known = bodies.get(url);
    if (known) return known;
    const body = Buffer.from(JSON.stringify(answerTo(url)));
    if (bodies.size < 4_000) bodies.set(url, body);
    return body;
  };
  const send = (response: ServerResponse, body: Buffer) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const { url = '/' } = request;
    request.resume();
    if (url === '/keys') return send(response, Buffer.from(KEY_SET));
    if (url === '/calls') {
      send(response, Buffer.from(String(calls)));
      calls = 0;
      return;
    }
    calls += 1;
    if (latency > 0) setTimeout(send, latency, response, bodyOf(url));
    else send(response, bodyOf(url));
  });
  // Thousands of connections come at once where a load begins: what Node lets wait for accept() by default, 511, would lose
  // most of them, and the system tries again after a second, and after two more.
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : '';
    process.stdout.write(`http://127.0.0.1:${port}\n`);
  });
}

if (import.meta.main) serve();
