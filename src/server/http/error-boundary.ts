import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type ErrorBody, sendError } from '../../shared/http-errors.ts';
import { createRequestCheck } from '../../shared/request-check.ts';
import { readRequestId } from '../../shared/request-id.ts';

/** How the outermost layer of a port answers. */
export interface ErrorBoundaryOptions {
  readonly errorBody: ErrorBody;
  /** Told of every fault that nothing behind the boundary has answered. */
  readonly onFault?: ((fault: unknown, requestId: string) => void) | undefined;
}

/** Handles a request of node:http; where it answers a promise, that rejects with what could not be answered. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What callers are told of a fault: nothing of it. */
const FAULT = 'Internal server error.';

/** Whether an error says that the other side has gone away, which is nobody's fault. */
const isOfLeaving = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  /^(ABORT_ERR|20|ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/.test(String(error.code));

/**
 * Stands around all that handles the requests of a port. What is no request that can be handled is refused before it;
 * what it throws, or rejects with, is told to the operator and answered as a 500 that says nothing of it.
 */
export function withErrorBoundary(
  handler: RequestHandler,
  { errorBody, onFault }: ErrorBoundaryOptions,
): RequestListener {
  const check = createRequestCheck();
  return (request, response) => {
    const fail = (fault: unknown) => {
      const requestId = readRequestId(request.headers['x-request-id']);
      if (!response.destroyed || !isOfLeaving(fault)) onFault?.(fault, requestId);
      sendError(response, { status: 500, message: FAULT, requestId }, errorBody);
    };
    const refused = check(request);
    if (refused) {
      const requestId = readRequestId(request.headers['x-request-id']);
      sendError(response, { ...refused, requestId }, errorBody);
      return;
    }
    try {
      const handled = handler(request, response);
      if (handled instanceof Promise) handled.catch(fail);
    } catch (fault) {
      fail(fault);
    }
  };
}

/** Hands requests with one of `methods` to `handler`, and refuses all others with 405. */
export function allowMethods(
  handler: RequestHandler,
  methods: readonly string[],
  errorBody: ErrorBody,
): RequestHandler {
  const headers = { allow: methods.join(', ') };
  return (request, response) => {
    if (methods.includes(request.method ?? '')) return handler(request, response);
    const requestId = readRequestId(request.headers['x-request-id']);
    const message = 'This method is not supported.';
    return sendError(response, { status: 405, message, requestId }, errorBody, headers);
  };
}
