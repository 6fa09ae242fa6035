import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type NetConnectOpts, type Socket } from 'node:net';

/** The request line and the host of a POST request to the graph, without its other headers. */
export const POST_GRAPHQL = 'POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\n';

/** Formats a chunk of a body; of nothing, its end. */
export const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Connects to the server at `url`. */
export async function openSocket(
  url: string,
  options: Partial<NetConnectOpts> = {},
): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ ...options, host: hostname, port: Number(port) });
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

/** Sends a request with a body that has a Content-Length or is in chunks, and does not change its target. */
export function sendRaw(
  url: string,
  options: { readonly method: string; readonly path?: string; readonly headers: Headers },
  body?: string,
  isChunked = false,
): Promise<Reply> {
  const length = isChunked
    ? { 'transfer-encoding': 'chunked' }
    : body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const headers = { ...options.headers, ...length };
    const sent = request(url, { ...options, headers }, (reply) => {
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

/** Posts a body with a Content-Length, or in chunks. */
export const post = (url: string, body: string, headers: Headers, isChunked = false) =>
  sendRaw(url, { method: 'POST', headers }, body, isChunked);
