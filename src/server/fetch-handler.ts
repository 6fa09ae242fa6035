import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { FAULT, isDisconnect } from '../listener/listener.ts';
import { formatError, type HttpError } from '../shared/http-errors.ts';
import { readRequestId } from '../shared/request-id.ts';
import { createRequestCheck } from '../shared/validate-request.ts';
import { createGraphErrorBody } from './client-errors.ts';
import type { RequestSource } from './request-context.ts';
import { CLOSED } from './response.ts';
import type { ResolvedOptions, ServerOptions } from './server-options.ts';

/**
 * Handles a Request.
 * @param context Additional values of the platform, such as `waitUntil`. Plugins find it as `fetchContext`.
 */
export type FetchHandler = (request: Request, context?: object) => Promise<Response>;

export interface Handlers extends Pick<ResolvedOptions, 'graphqlEndpoint' | 'onFault'> {
  readonly getAddress: NonNullable<ServerOptions['addressOf']>;
  /** Throws errors outside of an operation. */
  readonly handleRequest: (
    request: Request,
    source: RequestSource,
  ) => PromiseLike<Response> | Response;
}

/** Returns the parts of a Request that are checked, in the form of a node:http message. */
function getHead({ url, headers }: Request) {
  const { host, pathname, search } = new URL(url);
  return {
    url: `${pathname}${search}`,
    headers: {
      host: headers.get('host') ?? host,
      'transfer-encoding': headers.get('transfer-encoding') ?? undefined,
    },
    rawHeaders: [],
    httpVersion: '1.1',
  };
}

/**
 * Returns a function that returns the body of a Request as a stream that ends when the client disconnects. It is opened
 * when it is first read, because plugins may read the Request itself. It is not closed with the response, because
 * adapters of node:http would close the connection.
 */
function createBodyOpener(request: Request): () => Readable {
  let opened: Readable | undefined;
  const open = () => {
    const { body, signal } = request;
    // At run time, it is the platform's ReadableStream, but the type of the module differs.
    const stream = body ? Readable.fromWeb(body as ReadableStream, { signal }) : Readable.from([]);
    // An error that nobody handles, for example after a rejection, must not end the process.
    return stream.on('error', () => undefined);
  };
  return () => {
    opened ??= open();
    return opened;
  };
}

function getWaitUntil(context: object = {}): RequestSource['waitUntil'] {
  const waitUntil = 'waitUntil' in context && context.waitUntil;
  if (typeof waitUntil !== 'function') return undefined;
  return (promise) => Reflect.apply(waitUntil, context, [promise]);
}

/** Converts a response to the platform's class, which frameworks require. */
function toPlatformResponse(response: Response, { method }: Request): Response {
  const { status, statusText, headers, body } = response;
  if (response instanceof Response && method !== 'HEAD') return response;
  const init = { status, statusText, headers: [...headers] };
  const converted = new Response(method === 'HEAD' ? null : body, init);
  // Frameworks may compress the body.
  converted.headers.delete('content-length');
  return converted;
}

/** Creates a handler of Requests with the checks and the error boundary that a listener has for node:http messages. */
export function createFetchHandler({ handleRequest, getAddress, onFault }: Handlers): FetchHandler {
  const check = createRequestCheck();
  const reject = (error: Required<HttpError>) => {
    const { body, ...init } = formatError(error, createGraphErrorBody);
    return new Response(body, init);
  };
  return async (request, fetchContext) => {
    const ended = new AbortController();
    const requestId = readRequestId(request.headers.get('x-request-id'));
    const head = getHead(request);
    const source = {
      fetchContext,
      host: head.headers.host,
      requestId,
      getBody: createBodyOpener(request),
      getAddress: () => getAddress(request, fetchContext),
      signal: AbortSignal.any([request.signal, ended.signal]),
      waitUntil: getWaitUntil(fetchContext),
    };
    try {
      const rejection = check(head);
      const response = rejection
        ? reject({ ...rejection, requestId })
        : await handleRequest(request, source);
      return toPlatformResponse(response, request);
    } catch (fault) {
      if (!request.signal.aborted || !isDisconnect(fault)) onFault(fault, requestId);
      return toPlatformResponse(reject({ ...FAULT, requestId }), request);
    } finally {
      ended.abort(CLOSED);
      // Discards the rest of a body that was rejected, as node:http does: a client may read the response only after it has
      // sent everything.
      if (!request.bodyUsed) source.getBody().resume();
    }
  };
}
