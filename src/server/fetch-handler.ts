import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type ErrorBoundaryOptions, FAULT, isDisconnect } from '../listener/error-boundary.ts';
import { type CreateErrorBody, formatError, type HttpError } from '../shared/http-errors.ts';
import { readRequestId } from '../shared/request-id.ts';
import { createRequestCheck, type RequestHead } from '../shared/validate-request.ts';
import { LightHeaders } from './fetch-api/light-headers.ts';
import { LightResponse } from './fetch-api/light-response.ts';
import type { RequestContextOptions, RequestSource } from './request-context.ts';
import type { ServerOptions } from './server-options.ts';

/**
 * Handles a Request.
 * @param context Additional values of the platform, such as `waitUntil`. Plugins find it as `fetchContext`.
 */
export type FetchHandler = (request: Request, context?: object) => Promise<Response>;

/** Creates the response to a request that is rejected before it becomes an operation. */
function createRejection(error: Required<HttpError>, errorBody: CreateErrorBody): Response {
  const { body, ...init } = formatError(error, errorBody);
  return new LightResponse(body, init);
}

/**
 * Returns the body of a Request, if it has one, as a stream that ends when the client disconnects. It is not closed with
 * the response, because adapters of node:http would close the connection.
 */
function openBody({ body, signal }: Request): Readable {
  if (body === null) return Readable.from([]);
  // At run time, it is the platform's ReadableStream, but the type of the module differs.
  const stream = Readable.fromWeb(body as ReadableStream, { signal });
  // An error that nobody handles, for example after a rejection, must not end the process.
  return stream.on('error', () => undefined);
}

function getWaitUntil(context: object = {}): RequestContextOptions['waitUntil'] | undefined {
  const waitUntil = 'waitUntil' in context && context.waitUntil;
  if (typeof waitUntil !== 'function') return undefined;
  return (promise) => Reflect.apply(waitUntil, context, [promise]);
}

/** What a Request consists of, and where it came from. */
export interface ReceivedRequest {
  readonly url: URL;
  readonly init: RequestInit & { readonly method: string; readonly headers: LightHeaders };
  readonly source: RequestSource;
}

/**
 * Receives a Request of any platform. Its host is that of its URL, unless it has the header.
 * @param signal aborts when the client disconnects or the response is complete.
 */
function receive(
  given: Request,
  signal: AbortSignal,
  fetchContext: object | undefined,
  getAddress: NonNullable<ServerOptions['addressOf']>,
): ReceivedRequest {
  const { method } = given;
  const url = new URL(given.url);
  const headers = new LightHeaders(given.headers);
  if (!headers.has('host')) headers.set('host', url.host);
  const body = openBody(given);
  // LightRequest reads a Node stream, such as a node:http message, but its type is the standard one.
  const content = given.body !== null && { body: body as unknown as BodyInit };
  return {
    url,
    init: { method, headers, signal, ...content },
    source: {
      fetchContext,
      requestId: readRequestId(headers.get('x-request-id')),
      body,
      getAddress: () => getAddress(given, fetchContext),
      signal,
      waitUntil: getWaitUntil(fetchContext),
    },
  };
}

/** Returns the parts of a Request that are checked, in the form of a node:http message. */
const getHead = ({
  url: { pathname, search },
  init: { headers },
}: ReceivedRequest): RequestHead => ({
  url: `${pathname}${search}`,
  headers: {
    host: headers.get('host') ?? undefined,
    'transfer-encoding': headers.get('transfer-encoding') ?? undefined,
  },
  rawHeaders: [],
  httpVersion: '1.1',
});

/** Converts a response to the platform's class, which frameworks require. */
function toPlatformResponse(response: Response, method: string): Response {
  if (!(response instanceof LightResponse) && method !== 'HEAD') return response;
  const { status, statusText, headers } = response;
  const text = response instanceof LightResponse ? response.textBody : undefined;
  const body = method === 'HEAD' ? null : (text ?? response.body);
  return new Response(body === '' ? null : body, { status, statusText, headers });
}

interface FetchHandlerOptions extends ErrorBoundaryOptions {
  readonly getAddress: NonNullable<ServerOptions['addressOf']>;
}

/**
 * Creates a handler of Requests that does what the error boundary of a listener does for node:http messages: it rejects
 * invalid requests, and responds with 500 to errors of `handle`.
 */
export function createFetchHandler(
  handle: (received: ReceivedRequest) => PromiseLike<Response> | Response,
  { errorBody, onFault, getAddress }: FetchHandlerOptions,
): FetchHandler {
  const check = createRequestCheck();
  const respond = async (received: ReceivedRequest) => {
    const { requestId } = received.source;
    const rejection = check(getHead(received));
    if (rejection) return createRejection({ ...rejection, requestId }, errorBody);
    return handle(received);
  };
  return async (given, context) => {
    const { method } = given;
    const done = new AbortController();
    const signal = AbortSignal.any([given.signal, done.signal]);
    const received = receive(given, signal, context, getAddress);
    try {
      return toPlatformResponse(await respond(received), method);
    } catch (fault) {
      const { requestId } = received.source;
      if (!given.signal.aborted || !isDisconnect(fault)) onFault?.(fault, requestId);
      return toPlatformResponse(createRejection({ ...FAULT, requestId }, errorBody), method);
    } finally {
      done.abort();
      // Discards the rest of a body that was rejected, as node:http does: a client may read the response only after it has
      // sent everything.
      received.source.body.resume();
    }
  };
}
