import { hash } from 'node:crypto';
import type { FetchAPI } from 'graphql-yoga';
import { hasEntityTag } from '../shared/entity-tag.ts';
import { STATUS_CODES } from '../shared/status-texts.ts';
import { createGraphErrorBody } from './client-errors.ts';
import type { RequestContext } from './request-context.ts';

interface HeaderOptions {
  /** Whether pages of some other origins may read responses. */
  readonly hasAllowedOrigins: boolean;
  readonly fetchAPI: Pick<FetchAPI, 'Response'>;
}

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
  { outcome, freshness }: RequestContext,
  fetchAPI: Pick<FetchAPI, 'Response'>,
): Promise<Response> {
  const { status, headers } = response;
  const isComplete = status === 200 && outcome?.codes.length === 0;
  headers.append('vary', 'Accept, Authorization');
  if (!isComplete || !freshness.isStorable) {
    headers.set('cache-control', 'no-store');
    return response;
  }
  const { maxAge } = freshness;
  headers.set('cache-control', maxAge > 0 ? `private, max-age=${maxAge}` : 'private, no-cache');
  const text = await response.clone().text();
  // Weak: a proxy may compress the body.
  const tag = `W/"${hash('sha256', text, 'base64url')}"`;
  headers.set('etag', tag);
  if (!hasEntityTag(request.headers.get('if-none-match'), tag)) return response;
  headers.delete('content-type');
  headers.delete('content-length');
  return new fetchAPI.Response(null, { status: 304, headers });
}

/** Adds a body to a client error without one, as Yoga sends some. */
function addBody(
  response: Response,
  requestId: string,
  fetchAPI: Pick<FetchAPI, 'Response'>,
): Response {
  const { status, headers } = response;
  const isClientError = status >= 400 && status < 500;
  if (!isClientError || headers.has('content-type') || response.body !== null) return response;
  const message = `The request was rejected: ${STATUS_CODES[status]}.`;
  const body = createGraphErrorBody({ status, message, requestId });
  return fetchAPI.Response.json(body, { status, headers });
}

/** Sets the headers of a response. Returns the response to send: the same, or another one. */
export function completeResponse(
  response: Response,
  request: Request,
  context: RequestContext,
  { hasAllowedOrigins, fetchAPI }: HeaderOptions,
): Response | Promise<Response> {
  const { headers } = response;
  const { requestId, outcome } = context;
  headers.set('x-request-id', requestId);
  if (hasAllowedOrigins) headers.append('vary', 'Origin');
  const completed = addBody(response, requestId, fetchAPI);
  return outcome && request.method === 'GET'
    ? setCacheControl(completed, request, context, fetchAPI)
    : completed;
}
