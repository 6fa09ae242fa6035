import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { LIVE } from './live-service.ts';

/** The request line and the host of a POST request to the graph, without its other headers. */
export const POST_GRAPHQL = 'POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\n';

/** Formats a chunk of a body; of nothing, its end. */
export const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Connects to the server at `url`. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  return socket.on('error', () => undefined);
}

/**
 * Sends raw bytes, of text one for each character, and returns everything that is received. Like simple clients, it
 * sends everything before it reads the response.
 */
export async function exchange(
  url: string,
  send: string | ((socket: Socket) => Promise<void> | void),
): Promise<string> {
  const socket = await openSocket(url);
  const closed = once(socket, 'close');
  if (typeof send === 'string') socket.write(send, 'latin1');
  else await send(socket);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    // Without `Connection: close`, a response is complete after its content length or its last chunk.
    const [head = '', body = ''] = text.split('\r\n\r\n', 2);
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    const isComplete =
      length === undefined
        ? /^transfer-encoding: chunked/im.test(head) && text.endsWith('\r\n0\r\n\r\n')
        : Buffer.byteLength(body) >= Number(length);
    if (isComplete) socket.end();
  });
  await closed;
  return text;
}

/** Writes bytes and waits until they are flushed. */
export async function writeAll(socket: Socket, bytes: string | Uint8Array): Promise<void> {
  if (!socket.write(bytes)) await once(socket, 'drain');
}

/** Sends a byte every 10 ms until there is a response. */
export function dripBytes(socket: Socket): void {
  const drip = setInterval(() => socket.write('x'), 10);
  socket.once('data', () => clearInterval(drip)).once('close', () => clearInterval(drip));
}

/** Decodes a chunked body. */
function decodeChunks(body: string): string {
  const bytes = Buffer.from(body);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (!(size > 0)) break;
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 4 + size;
  }
  return Buffer.concat(chunks).toString();
}

/** Parses the status and JSON body of a response; null for an empty body. */
export function parseResponse(text: string): { status: number; body: unknown } {
  const end = text.indexOf('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
  const isChunked = /^transfer-encoding: chunked/im.test(text.slice(0, end));
  const body = isChunked ? decodeChunks(text.slice(end + 4)) : text.slice(end + 4);
  return { status, body: body === '' ? null : JSON.parse(body) };
}

export type Headers = Record<string, string>;

/** A response with its raw headers and body. */
export interface Reply {
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly headers: Headers;
  /** A character for each byte. */
  readonly body: string;
}

/** Headers about framing and time, which differ between responses. */
export const FRAMING: ReadonlySet<string> = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
]);

/** Posts a body with a Content-Length, or in chunks. */
export function post(
  url: string,
  body: string,
  headers: Headers,
  isChunked = false,
): Promise<Reply> {
  const length = isChunked
    ? { 'transfer-encoding': 'chunked' }
    : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: { ...headers, ...length } }, (reply) => {
      reply.toArray().then((chunks) => {
        const entries = Object.entries(reply.headers).filter(([name]) => !FRAMING.has(name));
        resolve({
          status: reply.statusCode,
          reason: reply.statusMessage,
          headers: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks).toString('latin1'),
        });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const [avatarId] = LIVE.avatars;
const mint = `mutation ($input: CreateSessionTokenInput!) {
  createSessionToken(input: $input) { token { sessionToken type expiresAt } }
}`;

/** Valid and invalid documents and variables. */
const OPERATIONS: readonly object[] = [
  { query: '{ personas { totalCount nodes { id name avatar { displayName imageUrl } record } } }' },
  {
    query:
      '{ personas(first: 3, page: 2) { nodes { ...P } next previous } } fragment P on Persona { id createdAt }',
  },
  {
    query: 'query ($a: Boolean!) { llms { totalCount nothing @include(if: $a) } }',
    variables: { a: false },
  },
  {
    query: 'query ($a: Boolean!) { llms { totalCount nothing @skip(if: $a) } }',
    variables: { a: false },
  },
  { query: '{ a: llms { totalCount } b: llms { id __typename } __typename }' },
  {
    query: `{ tool(id: "${LIVE.tool}") { name config } gone: tool(id: "${LIVE.missing}") { name } }`,
  },
  { query: `{ avatarsByIds(ids: ["${avatarId}", "${LIVE.missing}"]) { id displayName } }` },
  {
    query: `query ($id: ID!) { persona(id: $id) { name llm { id } } }`,
    variables: { id: LIVE.persona },
  },
  { query: '{ __schema { queryType { name } } }' },
  { query: '{ personas(first: 1000) { totalCount } }' },
  { query: '{ tool(id: "") { name } }' },
  { query: '{ tool(id: "../..") { name } }' },
  { query: '{ nope }' },
  { query: '{' },
  { query: '' },
  { query: 7 },
  {},
  { query: '{ llms { totalCount } }', variables: 7 },
  { query: '{ llms { totalCount } }', extensions: [] },
  { query: '{ llms { totalCount } }', unknown: 1 },
  { query: '{ llms { totalCount } }', operationName: 'None' },
  { query: 'query A { llms { totalCount } } query B { llms { page } }', operationName: 'B' },
  { query: 'query A { llms { totalCount } } query B { llms { page } }' },
  { query: 'subscription { x }' },
  { query: 'query ($p: Int) { personas(page: $p) { totalCount } }', variables: { p: 'x' } },
  { query: 'query ($p: Int!) { personas(page: $p) { totalCount } }' },
  { query: 'query ($ids: [ID!]!) { toolsByIds(ids: $ids) { id } }', variables: { ids: [null] } },
  { query: mint, variables: { input: { personaConfig: { personaId: LIVE.persona } } } },
  { query: mint, variables: { input: { personaConfig: {} } } },
  { query: mint, variables: { input: { personaConfig: { personaId: 'a', name: 'b' } } } },
  { query: mint, variables: { input: { clientLabel: 'busy', personaConfig: { personaId: 'a' } } } },
  { query: mint, variables: { input: null } },
  { query: mint },
  {
    query: 'mutation ($i: CreateAvatarInput!) { createAvatar(input: $i) { avatar { id } } }',
    variables: { i: { displayName: 'Ada', image: { file: null, url: 'https://a.example/b.png' } } },
  },
  {
    query: 'mutation ($i: CreateAvatarInput!) { createAvatar(input: $i) { avatar { id } } }',
    variables: { i: { displayName: 'Ada', image: {} } },
  },
  {
    query: `mutation { updateTool(id: "${LIVE.tool}", input: { name: "taken" }) { tool { name } } }`,
  },
  { query: `mutation { deleteTool(id: "${LIVE.missing}") { deletedId } }` },
  { query: '{ llms { totalCount } }', variables: { unused: 'ünïcödé ✓ 🎭' } },
  { query: '{ personas(search: "ünïcödé ✓ 🎭") { totalCount nodes { id } } }' },
];

/** Bodies of requests, odd and invalid ones too. */
export const BODIES: readonly string[] = [
  ...OPERATIONS.map((operation) => JSON.stringify(operation)),
  '',
  '{',
  'null',
  '7',
  '"text"',
  '[]',
  '[{"query":"{ llms { totalCount } }"}]',
  `\ufeff${JSON.stringify({ query: '{ llms { totalCount } }' })}`,
  `{"query":"{ llms { totalCount } }","__proto__":{"x":1}}`,
];

/** Headers that change how a request is handled. */
export const HEADERS: readonly Headers[] = [
  {},
  { accept: 'application/json' },
  { accept: 'application/graphql-response+json' },
  { accept: 'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8' },
  { accept: '*/*' },
  { accept: 'image/png' },
  { accept: 'application/json; charset=latin1' },
  { 'content-type': 'application/json; charset=utf-8' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  { authorization: 'Bearer wrong' },
  { authorization: '' },
  { host: 'evil.example' },
];

/** Replaces what the upstream creates anew for each request. */
export const removeVolatileValues = (body: string) =>
  body.replaceAll(/"(sessionToken|id|createdAt|expiresAt)":"[^"]*"/g, '"$1":"…"');
