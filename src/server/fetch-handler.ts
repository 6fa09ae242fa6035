import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { FAULT, isDisconnect } from '../listener/listener.ts';
import { formatError, type HttpError } from '../shared/http-errors.ts';
import { createRequestCheck } from '../shared/validate-request.ts';
import { createGraphErrorBody } from './client-errors.ts';
import { RequestContext, type ServerContext, type WaitUntil } from './request-context.ts';
import { CLOSED } from './response.ts';
import type { ResolvedOptions } from './server-options.ts';

/**
 * Handles a Request.
 * @param context Additional values of the platform, such as `waitUntil`. Plugins find it as `fetchContext`.
 */
export type FetchHandler = (request: Request, context?: object) => Promise<Response>;

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

function openBody({ body, signal }: Request): Readable {
  // At run time, it is the platform's ReadableStream, but the type of the module differs.
  const stream = body ? Readable.fromWeb(body as ReadableStream, { signal }) : Readable.from([]);
  // An error that nobody handles, for example after a rejection, must not end the process.
  return stream.on('error', () => undefined);
}

function getWaitUntil(context: object = {}): WaitUntil | undefined {
  const waitUntil = 'waitUntil' in context && context.waitUntil;
  if (typeof waitUntil !== 'function') return undefined;
  return (promise) => Reflect.apply(waitUntil, context, [promise]);
}

/** What is known of a Request. */
class FetchRequestContext extends RequestContext {
  override readonly fetchContext: object | undefined;
  override readonly waitUntil: WaitUntil;
  readonly host: string;
  readonly signal: AbortSignal;
  readonly ended = new AbortController();
  private readonly request: Request;
  /** Shared with the copy that Yoga makes of this. */
  private readonly opened: { body?: Readable } = {};

  constructor(server: ServerContext, request: Request, host: string, fetchContext?: object) {
    super(server, request.headers.get('x-request-id'));
    this.fetchContext = fetchContext;
    this.waitUntil = getWaitUntil(fetchContext) ?? server.waitUntil;
    this.host = host;
    this.signal = AbortSignal.any([request.signal, this.ended.signal]);
    this.request = request;
  }

  /**
   * Opened when it is first read, because plugins may read the Request itself. Not closed with the response, because
   * adapters of node:http would close the connection.
   */
  get body(): Readable {
    this.opened.body ??= openBody(this.request);
    return this.opened.body;
  }

  get clientAddress(): string {
    return this.server.getAddress(this.request, this.fetchContext);
  }
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

function createErrorResponse(error: Required<HttpError>): Response {
  const { body, ...init } = formatError(error, createGraphErrorBody);
  return new Response(body, init);
}

/**
 * Creates a handler of Requests with the checks and the error boundary that a listener has for node:http messages.
 * @param handle throws errors outside of an operation.
 */
export function createFetchHandler(
  server: ServerContext,
  handle: (request: Request, context: RequestContext) => PromiseLike<Response> | Response,
  onFault: ResolvedOptions['onFault'],
): FetchHandler {
  const check = createRequestCheck();
  return async (request, fetchContext) => {
    const head = getHead(request);
    const context = new FetchRequestContext(server, request, head.headers.host, fetchContext);
    const { requestId } = context;
    try {
      const rejection = check(head);
      const response = rejection
        ? createErrorResponse({ ...rejection, requestId })
        : await handle(request, context);
      return toPlatformResponse(response, request);
    } catch (fault) {
      if (!request.signal.aborted || !isDisconnect(fault)) onFault(fault, requestId);
      return toPlatformResponse(createErrorResponse({ ...FAULT, requestId }), request);
    } finally {
      context.ended.abort(CLOSED);
      // Discards the rest of a body that was rejected, as node:http does: a client may read the response only after it has
      // sent everything.
      if (!request.bodyUsed) context.body.resume();
    }
  };
}
