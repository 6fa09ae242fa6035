import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { getErrorCode } from '../shared/thrown-errors.ts';

/**
 * Returns a body that is in memory as a whole; undefined for a stream. The property of Yoga's class that tells them apart
 * has no public name; Yoga's own function reads it, too.
 */
function readComplete(response: Response): Promise<string | Uint8Array> | string | undefined {
  const type: unknown = Reflect.get(response, 'bodyType');
  if (type === 'String') return response.text();
  if (type === 'Buffer') return response.bytes();
  // Last, because the class makes a stream of what is in memory.
  return response.body === null ? '' : undefined;
}

/**
 * Sends a response, unless the client has disconnected. Not with Yoga's own function: it writes a body in memory and its
 * end separately, and a stream that fails would end the process.
 * @throws the error of a stream that fails.
 */
export async function sendResponse(response: Response, to: ServerResponse): Promise<void> {
  const complete = await readComplete(response);
  if (to.destroyed || to.writableEnded) return;
  to.setHeaders(response.headers).writeHead(response.status, response.statusText || undefined);
  if (complete !== undefined || response.body === null) {
    to.end(complete);
    return;
  }
  // `pipeline` alone adds seven listeners for one event.
  to.setMaxListeners(20);
  try {
    await pipeline(response.body, to);
  } catch (error) {
    if (getErrorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
