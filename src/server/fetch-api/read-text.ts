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

/** Handles an error after the end, which must not end the process. */
const ignore = () => undefined;

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
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return received.append(chunk);
      received.clear();
      reject(createBodyTooLargeError(maxBytes));
    };
    const onEnd = () => {
      if (timer) clearTimeout(timer);
      // The stream would keep its listeners, and they the body, while the request waits for the upstream.
      body.off('data', onData).off('end', onEnd).off('error', onEarlyEnd).off('close', onEarlyEnd);
      body.on('error', ignore);
      const text = received.bytes.toString('utf8');
      resolve(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    };
    body.on('data', onData).on('end', onEnd).on('error', onEarlyEnd).on('close', onEarlyEnd);
  });
}
