import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Response } from '@whatwg-node/fetch';
import type { AbortListener, AbortSignalLike } from '../shared/abort-signal-like.ts';
import { hasEntityTag } from '../shared/entity-tag.ts';
import { STATUS_CODES } from '../shared/status-texts.ts';
import { getErrorCode } from '../shared/thrown-errors.ts';
import { createGraphErrorBody } from './client-errors.ts';
import type { RequestContext, ServerPlugin } from './request-context.ts';

/**
 * Sets `Cache-Control` of the response to an operation by GET: as long as the upstream allows for all of the data, for
 * the client's own cache only. If the upstream sends no `Cache-Control`, clients may keep the response, but must
 * revalidate it each time by its ETag. Errors, and responses that the upstream or the contract forbids to cache, are
 * not kept.
 * @returns the response, or 304 if the client has the same.
 */
async function setCacheControl(
  response: Response,
  request: Request,
  { outcome, isStorable, freshUntil = 0 }: RequestContext,
): Promise<Response> {
  const { status, headers } = response;
  const isComplete = status === 200 && outcome?.codes.length === 0;
  headers.append('vary', 'Accept, Authorization');
  if (!isComplete || !isStorable) {
    headers.set('cache-control', 'no-store');
    return response;
  }
  const maxAge = Math.max(0, Math.floor((freshUntil - performance.now()) / 1000));
  headers.set('cache-control', maxAge > 0 ? `private, max-age=${maxAge}` : 'private, no-cache');
  const text = await response.clone().text();
  // Weak: a proxy may compress the body.
  const tag = `W/"${hash('sha256', text, 'base64url')}"`;
  headers.set('etag', tag);
  if (!hasEntityTag(request.headers.get('if-none-match'), tag)) return response;
  headers.delete('content-type');
  headers.delete('content-length');
  return new Response(null, { status: 304, headers });
}

type ResponsePayload = Parameters<NonNullable<ServerPlugin['onResponse']>>[0];

/** Adds a body to a client error without one, as Yoga sends some. */
function addBody(response: Response, requestId: string): Response {
  const { status, headers } = response;
  const isClientError = status >= 400 && status < 500;
  if (!isClientError || headers.has('content-type') || response.body !== null) return response;
  const message = `The request was rejected: ${STATUS_CODES[status]}.`;
  const body = createGraphErrorBody({ status, message, requestId });
  return Response.json(body, { status, headers });
}

/**
 * Adds the headers of all responses.
 * @param hasAllowedOrigins Whether pages of some other origins may read responses.
 */
export function addHeaders(
  { request, response, serverContext, setResponse }: ResponsePayload,
  hasAllowedOrigins: boolean,
): Promise<void> | void {
  const { requestId, outcome } = serverContext;
  const { headers } = response;
  headers.set('x-request-id', requestId);
  if (hasAllowedOrigins) headers.append('vary', 'Origin');
  const completed = addBody(response, requestId);
  if (outcome && request.method === 'GET')
    return setCacheControl(completed, request, serverContext).then(setResponse);
  return setResponse(completed);
}

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

/** The reason of all signals whose response has closed: an error of its own would cost more than the signal. */
export const CLOSED: DOMException = new DOMException('The response is closed.', 'AbortError');

/**
 * Aborts when the response is complete or the client disconnects: nobody needs a call that is still active then. An
 * AbortSignal would take 2 KB for each upstream call of the request.
 */
export class ResponseSignal implements AbortSignalLike {
  #isAborted: boolean;
  readonly #listeners = new Set<AbortListener>();

  constructor(response: ServerResponse) {
    this.#isAborted = response.closed;
    response.on('close', () => this.#abort());
  }

  get aborted(): boolean {
    return this.#isAborted;
  }

  get reason(): unknown {
    return this.#isAborted ? CLOSED : undefined;
  }

  throwIfAborted(): void {
    if (this.#isAborted) throw CLOSED;
  }

  addEventListener(_: 'abort', listener: AbortListener): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: AbortListener): void {
    this.#listeners.delete(listener);
  }

  #abort() {
    this.#isAborted = true;
    for (const listener of this.#listeners) {
      if (typeof listener === 'function') listener();
      else listener.handleEvent();
    }
  }
}
