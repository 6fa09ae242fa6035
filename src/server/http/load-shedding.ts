import type { ServerResponse } from 'node:http';
import type { RequestHandler } from './error-boundary.ts';

/** When a server is overloaded. */
export interface LoadSheddingOptions {
  /** Maximum number of concurrent requests to /graphql and /mcp. */
  readonly maxRequests: number;
  /** Whether the upstream's queue is full. */
  readonly isSaturated: () => boolean;
  /** Called for each rejected request. */
  readonly onRejected?: () => void;
}

const RETRY_AFTER_SECONDS = 1;

const sendOverloaded = (response: ServerResponse) => {
  const message = 'The API is overloaded and did not process the request. Try again later.';
  const extensions = { code: 'OVERLOADED', retryAfterSeconds: RETRY_AFTER_SECONDS };
  response
    .writeHead(503, {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': String(RETRY_AFTER_SECONDS),
    })
    .end(JSON.stringify({ errors: [{ message, extensions }] }));
};

/**
 * Adds load shedding to a handler. Rejects GraphQL requests with 503 while the server is overloaded, before their body is
 * read, so that memory stays bounded. Other paths, such as /health, are always served.
 */
export function withLoadShedding(
  handler: RequestHandler,
  { maxRequests, isSaturated, onRejected }: LoadSheddingOptions,
): RequestHandler {
  let active = 0;
  return (request, response) => {
    const isGraph = /^\/(?:graphql|mcp)(?:[?#/]|$)/.test(request.url ?? '');
    if (isGraph && (active >= maxRequests || isSaturated())) {
      onRejected?.();
      return sendOverloaded(response);
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
