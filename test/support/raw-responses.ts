import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends bytes and ends the connection. Returns everything that is received until it is closed. */
export async function sendBytes(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const closed = once(socket, 'close');
  let text = '';
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
  socket.end(bytes);
  await closed;
  return text;
}

/** One of the responses on a connection. */
export interface RawResponse {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

function decodeChunks(text: string): readonly [body: string, rest: string] {
  let body = '';
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, end), 16);
    if (end < 0 || Number.isNaN(size)) return [body, ''];
    body += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + 4 + size);
    if (size === 0) return [body, rest];
  }
}

/** Parses the responses on a connection. `isHead` is whether the first one is a response to HEAD, without a body. */
export function parseResponses(text: string, isHead: boolean): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.slice(0, end < 0 ? rest.length : end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    const after = end < 0 ? '' : rest.slice(end + 4);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const isInformational = status < 200;
    const isFirst = responses.length === 0;
    // If the method could not be parsed, the response has a body.
    const isBodyless = isHead && isFirst && !after.startsWith('{');
    const hasBody = !isInformational && status !== 204 && status !== 304 && !isBodyless;
    const isChunked = /^transfer-encoding: chunked/im.test(head);
    const [body, next] = !hasBody
      ? (['', after] as const)
      : isChunked
        ? decodeChunks(after)
        : ([after.slice(0, length), after.slice(length)] as const);
    if (!isInformational) responses.push({ status, head, body });
    rest = next;
  }
  return responses;
}
