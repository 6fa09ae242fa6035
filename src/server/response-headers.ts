import { hash } from 'node:crypto';
import { Response } from '@whatwg-node/fetch';
import { hasEntityTag } from '../shared/entity-tag.ts';
import { STATUS_CODES } from '../shared/status-texts.ts';
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
  { outcome, freshness }: RequestContext,
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
  return new Response(null, { status: 304, headers });
}

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
 * Sets the headers of responses.
 * @param hasAllowedOrigins Whether pages of some other origins may read responses.
 */
export const useResponseHeaders = (hasAllowedOrigins: boolean): ServerPlugin => ({
  async onResponse({ request, response, serverContext, setResponse }) {
    const { requestId, outcome } = serverContext;
    const { headers } = response;
    headers.set('x-request-id', requestId);
    if (hasAllowedOrigins) headers.append('vary', 'Origin');
    const completed = addBody(response, requestId);
    const isQuery = outcome && request.method === 'GET';
    setResponse(isQuery ? await setCacheControl(completed, request, serverContext) : completed);
  },
});
