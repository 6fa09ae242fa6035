import { request } from 'node:http';

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
const FRAMING = new Set([
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
