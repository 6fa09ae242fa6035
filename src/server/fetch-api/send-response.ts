import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import { LightHeaders } from './light-headers.ts';
import { LightResponse } from './light-response.ts';

/** Sends a body with backpressure. A client that disconnects is not an error. */
async function sendStream(body: Response['body'], to: ServerResponse): Promise<void> {
  if (body === null) {
    to.end();
    return;
  }
  try {
    await pipeline(body, to);
  } catch (error) {
    if (getErrorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/**
 * Sends a response, unless the client has disconnected. Yoga's adapter would send text in chunks, and the stack of an
 * internal error.
 */
export async function sendResponse(response: Response, to: ServerResponse): Promise<void> {
  if (to.destroyed || to.writableEnded) return;
  const { status } = response;
  // Without a text, node:http sends the standard one.
  const statusText = response.statusText || undefined;
  const text = response instanceof LightResponse ? response.textBody : undefined;
  const headers =
    response.headers instanceof LightHeaders
      ? response.headers.toNode()
      : new LightHeaders(response.headers).toNode();
  if (text === undefined) {
    to.writeHead(status, statusText, headers);
    await sendStream(response.body, to);
    return;
  }
  const bytes = Buffer.byteLength(text);
  // 204 and 304 have no body, and no length of one.
  if (status !== 204 && status !== 304) headers['content-length'] = String(bytes);
  to.writeHead(status, statusText, headers);
  // For ASCII text, both encodings write the same bytes, and latin1 is faster.
  to.end(text, bytes === text.length ? 'latin1' : 'utf8');
}
