import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type CreateErrorBody, sendError } from '../shared/http-errors.ts';
import { readRequestId } from '../shared/request-id.ts';
import { getErrorCode } from '../shared/thrown-errors.ts';
import { createRequestCheck } from '../shared/validate-request.ts';

export interface ErrorBoundaryOptions {
  readonly errorBody: CreateErrorBody;
  /** Called for every error that the handler does not handle. */
  readonly onFault?: ((fault: unknown, requestId: string) => void) | undefined;
}

/** Handles a request of node:http. May throw, or return a promise that rejects. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The error for clients. It contains no details of the fault. */
export const FAULT = { status: 500, message: 'Internal server error.' } as const;

export const isDisconnect = (error: unknown): boolean =>
  /^(ABORT_ERR|20|ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/.test(String(getErrorCode(error)));

/**
 * Wraps the handler of a port. Rejects invalid requests before they reach it. Responds with 500 to errors that it throws
 * or rejects with, and reports them to `onFault`.
 */
export function withErrorBoundary(
  handler: RequestHandler,
  { errorBody, onFault }: ErrorBoundaryOptions,
): RequestListener {
  const check = createRequestCheck();
  return (request, response) => {
    const fail = (fault: unknown) => {
      const requestId = readRequestId(request.headers['x-request-id']);
      if (!response.destroyed || !isDisconnect(fault)) onFault?.(fault, requestId);
      sendError(response, { ...FAULT, requestId }, errorBody);
    };
    const rejection = check(request);
    if (rejection) {
      if (rejection.closes) response.shouldKeepAlive = false;
      return sendError(response, rejection, errorBody);
    }
    try {
      const result = handler(request, response);
      if (result instanceof Promise) result.catch(fail);
    } catch (fault) {
      fail(fault);
    }
  };
}
