import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { DiagnosticEvent } from '../shared/diagnostic-event.ts';
import { readRequestId } from '../shared/request-id.ts';
import { setting } from '../shared/settings/setting.ts';
import { integer } from '../shared/settings/setting-types.ts';
import type { RequestHandler } from './error-boundary.ts';

export const loadSettings = z.object({
  /** Maximum number of concurrent requests to the paths of the graph. */
  maxRequests: setting('MAX_REQUESTS', integer(1, 1_000_000).default(4_000), {
    description:
      'Maximum concurrent GraphQL requests of one process; other requests are rejected with 503 and `Retry-After`.',
  }),
});

export interface LoadSheddingOptions extends z.output<typeof loadSettings> {
  /** Paths of the graph: its endpoint and that of MCP. */
  readonly paths: readonly string[];
  /** Whether the upstream's queue is full. */
  readonly isSaturated: () => boolean;
}

/** A GraphQL request that was rejected because of overload. */
export const rejectedRequests = new DiagnosticEvent<object>('request-shed');

const RETRY_AFTER_SECONDS = 1;

const sendOverloaded = ({ headers }: IncomingMessage, response: ServerResponse) => {
  const requestId = readRequestId(headers['x-request-id']);
  const message = 'The API is overloaded and did not process the request. Try again later.';
  const extensions = { code: 'OVERLOADED', retryAfterSeconds: RETRY_AFTER_SECONDS, requestId };
  response
    .writeHead(503, {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': String(RETRY_AFTER_SECONDS),
      'x-request-id': requestId,
    })
    .end(JSON.stringify({ errors: [{ message, extensions }] }));
};

/**
 * Adds load shedding to a handler. Rejects GraphQL requests with 503 while the server is overloaded, before their body is
 * read, so that memory stays bounded. Other paths, such as /health, are always served.
 */
export function withLoadShedding(
  handler: RequestHandler,
  { maxRequests, isSaturated, paths }: LoadSheddingOptions,
): RequestHandler {
  const graphPaths = new Set(paths);
  let active = 0;
  return (request, response) => {
    const isGraph = graphPaths.has(request.url?.split('?', 1)[0] ?? '');
    if (isGraph && (active >= maxRequests || isSaturated())) {
      rejectedRequests.publish({});
      return sendOverloaded(request, response);
    }
    if (isGraph) {
      active += 1;
      response.on('close', () => {
        active -= 1;
      });
    }
    return handler(request, response);
  };
}
