import type { Readable } from 'node:stream';
import { GrowableBuffer } from '../../shared/growable-buffer.ts';
import {
  createBodyTooLargeError,
  createDisconnectError,
  createSlowBodyError,
} from '../client-errors.ts';

/** Limits of a body that is read into memory. Default: none. */
export interface TextLimits {
  readonly bytes?: number | undefined;
  /** Maximum time until the last byte, in milliseconds. */
  readonly timeout?: number | undefined;
}

/**
 * Reads a body as text. Excess data is read and discarded, because a client may read the response only after it has sent
 * everything.
 * @throws GraphQLError beyond a limit; DOMException AbortError if the client disconnects first.
 */
export function readText(
  body: Readable,
  { bytes: maxBytes = Number.POSITIVE_INFINITY, timeout }: TextLimits = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    // It emits nothing more, such as after a body parser.
    if (body.readableEnded) return resolve('');
    if (body.destroyed) return reject(createDisconnectError());
    const received = new GrowableBuffer();
    let size = 0;
    const timer = timeout !== undefined && setTimeout(() => reject(createSlowBodyError()), timeout);
    const onEarlyEnd = () => {
      if (timer) clearTimeout(timer);
      reject(createDisconnectError());
    };
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return received.append(chunk);
      received.clear();
      reject(createBodyTooLargeError(maxBytes));
    });
    body.on('end', () => {
      if (timer) clearTimeout(timer);
      body.off('close', onEarlyEnd);
      const text = received.bytes.toString('utf8');
      // The stream keeps its listeners, and they would keep the body, while the request waits for the upstream.
      received.clear();
      resolve(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    });
    body.on('error', onEarlyEnd);
    body.on('close', onEarlyEnd);
  });
}
