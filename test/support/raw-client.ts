import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Sends bytes as they are, all of them before the first byte of the answer is read, as simple clients do, and answers
 * with everything that came back.
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
    // An answer that leaves the connection open is whole when its declared length, or its last chunk, is there.
    const [head = '', body = ''] = text.split('\r\n\r\n', 2);
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    const isWhole =
      length === undefined
        ? /^transfer-encoding: chunked/im.test(head) && text.endsWith('\r\n0\r\n\r\n')
        : Buffer.byteLength(body) >= Number(length);
    if (isWhole) socket.end();
  });
  await closed;
  return text;
}

/** Writes bytes and waits until the other side has taken them off our hands. */
export async function writeAll(socket: Socket, bytes: string | Uint8Array): Promise<void> {
  if (!socket.write(bytes)) await once(socket, 'drain');
}

/** The bytes of a body that came in chunks, each a length in hexadecimal and so many bytes. */
function unchunked(body: string): string {
  const bytes = Buffer.from(body);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (!(size > 0)) break;
    pieces.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 4 + size;
  }
  return Buffer.concat(pieces).toString();
}

/** Status and JSON body of an answer; null for a body that is empty. */
export function readAnswer(text: string): { status: number; body: unknown } {
  const end = text.indexOf('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
  const isChunked = /^transfer-encoding: chunked/im.test(text.slice(0, end));
  const body = isChunked ? unchunked(text.slice(end + 4)) : text.slice(end + 4);
  return { status, body: body === '' ? null : JSON.parse(body) };
}
