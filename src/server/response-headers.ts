import { hash } from 'node:crypto';
import { hasEntityTag } from '../shared/entity-tag.ts';
import { STATUS_CODES } from '../shared/status-texts.ts';
import { createGraphErrorBody } from './client-errors.ts';
import { LightResponse } from './fetch-api/light-response.ts';
import type { RequestContext } from './request-context.ts';

interface HeaderOptions {
  /** Whether pages of some other origins may read responses. */
  readonly hasAllowedOrigins: boolean;
}

/**
 * Sets `Cache-Control` of the response to an operation by GET: as long as the upstream allows for all of the data, for
 * the client's own cache only. If the upstream sends no `Cache-Control`, clients may keep the response, but must
 * revalidate it each time by its ETag. Errors, and responses that the upstream or the contract forbids to cache, are
 * not kept.
 * @returns the response, or 304 if the client has the same.
 */
function setCacheControl(
  response: Response,
  request: Request,
  { outcome, freshness }: RequestContext,
): Response {
  const { status, headers } = response;
  const isComplete = status === 200 && outcome?.codes.length === 0;
  headers.append('vary', 'Accept, Authorization');
  if (!isComplete || !freshness.isStorable) {
    headers.set('cache-control', 'no-store');
    return response;
  }
  const { maxAge } = freshness;
  headers.set('cache-control', maxAge > 0 ? `private, max-age=${maxAge}` : 'private, no-cache');
  const text = response instanceof LightResponse ? response.textBody : undefined;
  if (text === undefined) return response;
  // Weak: a proxy may compress the body.
  const tag = `W/"${hash('sha256', text, 'base64url')}"`;
  headers.set('etag', tag);
  if (!hasEntityTag(request.headers.get('if-none-match'), tag)) return response;
  headers.delete('content-type');
  headers.delete('content-length');
  return new LightResponse(null, { status: 304, headers });
}

/**
 * Sets the headers of a response.
 * @returns the response. A client error without a body, as Yoga sends some, gets one.
 */
export function completeResponse(
  response: Response,
  request: Request,
  context: RequestContext,
  { hasAllowedOrigins }: HeaderOptions,
): Response {
  const { status, headers } = response;
  const { requestId, outcome } = context;
  headers.set('x-request-id', requestId);
  if (hasAllowedOrigins) headers.append('vary', 'Origin');
  if (outcome && request.method === 'GET') {
    const cacheable = setCacheControl(response, request, context);
    if (cacheable !== response) return cacheable;
  }
  const isClientError = status >= 400 && status < 500;
  if (!isClientError || headers.has('content-type') || response.body !== null) return response;
  const message = `The request was rejected: ${STATUS_CODES[status]}.`;
  const body = createGraphErrorBody({ status, message, requestId });
  return LightResponse.json(body, { status, headers });
}
