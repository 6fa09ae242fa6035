import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Sends raw bytes and returns everything that is received. Like simple clients, it sends everything before it reads the
 * response.
 */
export async function exchange(
  url: string,
  send: (socket: Socket) => Promise<void> | void,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  await send(socket);
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
