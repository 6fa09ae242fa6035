import { createServer, type Socket } from 'node:net';
import { listenForTest } from './resources.ts';

/** An upstream on a socket, which records and sends raw bytes. */
export interface RawUpstream {
  readonly url: string;
  /** Every request, with one character per byte. */
  readonly received: readonly string[];
}

/** Formats a JSON response as HTTP. */
export function formatResponse(
  status: string,
  body: unknown,
  headers: Record<string, string> = {},
): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const lines = Object.entries({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${text}`;
}

const isComplete = (request: string) => {
  const end = request.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /^content-length: (\d+)/im.exec(request.slice(0, end))?.[1];
  if (length !== undefined) return request.length - end - 4 >= Number(length);
  return !/^transfer-encoding: chunked/im.test(request) || request.endsWith('\r\n0\r\n\r\n');
};

/** Handles a complete request: returns the bytes of the response or undefined for none, or uses the socket itself. */
export type Reply = (request: string, socket: Socket) => string | undefined;

/** Starts an upstream for the running test or file. */
export async function startRawUpstream(reply: Reply): Promise<RawUpstream> {
  const received: string[] = [];
  const server = createServer((socket) => {
    let request = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      request += bytes.toString('latin1');
      if (!isComplete(request)) return;
      received.push(request);
      const bytesOut = reply(request, socket);
      request = '';
      if (bytesOut !== undefined) socket.write(bytesOut);
    });
  });
  return { url: `http://127.0.0.1:${await listenForTest(server)}`, received };
}
