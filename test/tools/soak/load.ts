import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { z } from 'zod';
import { forwardTo } from '../../support/fake-service.ts';
import { CREATE_AVATAR, createAvatarForm, seedImage, seedTool } from '../../support/files.ts';
import { openSocket, POST_GRAPHQL } from '../../support/raw-http.ts';
import { listen } from '../../support/resources.ts';

const Answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).optional(),
});

const Made = z.object({
  createPersona: z.object({ persona: z.object({ id: z.string() }) }),
});

/** What callers were told, and what they were promised. */
export class Told {
  readonly codes = new Map<string, number>();
  /** Ids of personas whose creation was acknowledged. */
  readonly made = new Set<string>();
  requests = 0;
  hungUp = 0;

  count(code: string) {
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
  }
}

const PERSONAS = '{ personas(first: 20) { totalCount nodes { id name avatar { id imageUrl } } } }';
const CONNECTION = '{ personas(first: 30, search: "a") { nodes { id } } }';
const TOOL = `{ tool(id: "${seedTool}") { id name record } }`;
const NOTHING = '{ avatar(id: "00000000-0000-4000-8000-000000000000") { id } }';
const WRONG = '{ personas(first: 1000) { totalCount } nope }';
const CREATE = 'mutation { createPersona(input: { name: "soak" }) { persona { id } } }';
const UPDATE = `mutation { updateTool(id: "${seedTool}", input: { description: "soaked" }) { tool { id } } }`;
const MINT =
  'mutation { createSessionToken(input: { personaConfig: { name: "soak" } }) { token { sessionToken } } }';

/** Documents with how often each is sent, in a hundred. */
const MIX: readonly (readonly [number, string])[] = [
  [35, PERSONAS],
  [10, CONNECTION],
  [15, TOOL],
  [5, NOTHING],
  [3, WRONG],
  [10, CREATE],
  [8, UPDATE],
  [12, MINT],
  [2, CREATE_AVATAR],
];

const pick = (): string => {
  let left = randomInt(100);
  for (const [share, document] of MIX) {
    left -= share;
    if (left < 0) return document;
  }
  return PERSONAS;
};

const picture = seedImage('webp');

const bodyOf = async (query: string) => {
  if (query !== CREATE_AVATAR) {
    return { body: JSON.stringify({ query }), headers: { 'content-type': 'application/json' } };
  }
  const form = new Response(createAvatarForm(picture));
  const type = form.headers.get('content-type') ?? '';
  return { body: Buffer.from(await form.arrayBuffer()), headers: { 'content-type': type } };
};

/** One in so many callers hangs up before it has its answer. */
const HANG_UP = 40;

async function askOnce(pool: Pool, told: Told): Promise<void> {
  const query = pick();
  const signal = randomInt(HANG_UP) === 0 ? AbortSignal.timeout(randomInt(1, 10)) : undefined;
  told.requests += 1;
  try {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/graphql',
      ...(await bodyOf(query)),
      ...(signal && { signal }),
    });
    const { data, errors = [] } = Answer.parse(await body.json());
    if (statusCode !== 200) told.count(`HTTP ${statusCode}`);
    for (const { extensions } of errors) told.count(extensions.code);
    if (errors.length === 0) told.count('no error');
    const made = Made.safeParse(data).data;
    if (made) told.made.add(made.createPersona.persona.id);
  } catch (error) {
    if (signal?.aborted) told.hungUp += 1;
    else told.count(error instanceof Error ? `lost: ${error.message}` : 'lost');
  }
}

/** Asks the graph at `url` from `callers` sides at once until `until`, and waits for the last answer. */
export async function load(url: string, callers: number, until: number, told: Told) {
  const pool = new Pool(url, { connections: callers });
  const caller = async () => {
    while (Date.now() < until) await askOnce(pool, told);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await pool.close();
}

/** What a connection sends before it stops: nothing, or the beginning of a request. */
const STOPS: readonly string[] = [
  '',
  `${POST_GRAPHQL}x-slow: `,
  `${POST_GRAPHQL}content-type: application/json\r\ncontent-length: 900\r\n\r\n{"que`,
  `${POST_GRAPHQL}content-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n--b\r\n`,
];

/** Milliseconds within which the facade hangs up on a client that stops in the middle. */
const PATIENCE = 45_000;

/** Opens connections that stop in the middle. Returns on how many of them the other side hung up. */
export async function stopInTheMiddle(url: string, count: number): Promise<number> {
  const open = async (_: unknown, index: number) => {
    const socket = (await openSocket(url)).resume();
    socket.write(STOPS[index % STOPS.length] ?? '');
    const isClosed = await Promise.race([
      once(socket, 'close'),
      wait(PATIENCE, undefined, { ref: false }),
    ]);
    socket.destroy();
    return isClosed !== undefined;
  };
  const ended = await Promise.all(Array.from({ length: count }, open));
  return ended.filter(Boolean).length;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Ways to fail. */
const FAULTS: readonly ((response: ServerResponse) => unknown)[] = [
  (response) => response.destroy(),
  (response) => response.writeHead(200, { ...JSON_TYPE, 'content-length': 100 }).write('{"id":'),
  (response) => response.writeHead(500, JSON_TYPE).end('{"error":"Oops"}'),
  (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<p>Bad gateway'),
  (response) => response.writeHead(429, { ...JSON_TYPE, 'retry-after': '0' }).end('{}'),
  (response) => response.writeHead(200, JSON_TYPE).end('{"id": broken'),
  (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  () => undefined,
];

/** Milliseconds after which even a request that hangs is broken off. */
const MAX_HANG = 3_000;

/** Opens a proxy of the server at `url` that fails one in twenty requests, and responds to all with 503 while `isAway`. */
export async function openFaultyProxy(url: string): Promise<{ url: string; isAway: boolean }> {
  const forward = forwardTo(url);
  const proxy = { url: '', isAway: false };
  proxy.url = await listen((request, response) => {
    if (!proxy.isAway && randomInt(20) > 0) {
      forward(request, response);
      return;
    }
    request.resume();
    if (proxy.isAway) response.writeHead(503, JSON_TYPE).end('{}');
    else FAULTS[randomInt(FAULTS.length)]?.(response);
    const cut = setTimeout(() => response.destroy(), MAX_HANG);
    response.once('close', () => clearTimeout(cut));
  });
  return proxy;
}
