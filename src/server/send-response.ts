import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { sendNodeResponse } from '@whatwg-node/server';
import { getErrorCode } from '../shared/thrown-errors.ts';

/** Whether the whole body is in memory. Yoga's own function reads the same property, which has no public name. */
const isComplete = (response: Response) =>
  ['String', 'Buffer'].includes(Reflect.get(response, 'bodyType'));

/**
 * Sends a response, unless the client has disconnected.
 * @throws the error of a stream that fails. Yoga's own function would end the process.
 */
export async function sendResponse(
  response: Response,
  request: IncomingMessage,
  to: ServerResponse,
): Promise<void> {
  if (isComplete(response) || response.body === null) {
    await sendNodeResponse(response, to, request, true);
    return;
  }
  if (to.destroyed || to.writableEnded) return;
  // `pipeline` alone adds seven listeners for one event.
  to.setMaxListeners(20);
  to.setHeaders(response.headers).writeHead(response.status, response.statusText || undefined);
  try {
    await pipeline(response.body, to);
  } catch (error) {
    if (getErrorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
