import { STATUS_CODES } from '../shared/status-texts.ts';
import { createGraphErrorBody } from './client-errors.ts';
import { LightResponse } from './fetch-api/light-response.ts';
import type { RequestContext } from './request-context.ts';

interface HeaderOptions {
  readonly variesByOrigin: boolean;
  /** Whether responses tell by `x-response-cache` whether they were cached. */
  readonly hasCacheStatus: boolean;
}

/**
 * Sets `Cache-Control` of the response to an operation by GET: as long as the upstream allows for all of the data, for the
 * client's own cache only, and not at all for errors.
 */
function setCacheControl(
  { status, headers }: Response,
  { outcome, freshness }: RequestContext,
): void {
  const isCacheable = status === 200 && outcome?.codes.length === 0 && freshness.maxAge > 0;
  headers.append('vary', 'Accept, Authorization');
  headers.set('cache-control', isCacheable ? `private, max-age=${freshness.maxAge}` : 'no-store');
}

/**
 * Sets the headers of a response.
 * @returns the response, with a body if it is a client error without one, as Yoga sends some.
 */
export function completeResponse(
  response: Response,
  { method }: Request,
  context: RequestContext,
  { variesByOrigin, hasCacheStatus }: HeaderOptions,
): Response {
  const { status, headers } = response;
  const { requestId, outcome, cacheStatus } = context;
  headers.set('x-request-id', requestId);
  if (variesByOrigin) headers.append('vary', 'Origin');
  if (outcome && method === 'GET') setCacheControl(response, context);
  if (hasCacheStatus && cacheStatus) headers.set('x-response-cache', cacheStatus);
  const isClientError = status >= 400 && status < 500;
  if (!isClientError || headers.has('content-type') || response.body !== null) return response;
  const message = `The request was rejected: ${STATUS_CODES[status]}.`;
  const body = createGraphErrorBody({ status, message, requestId });
  return LightResponse.json(body, { status, headers });
}
