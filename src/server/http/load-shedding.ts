import type { ServerResponse } from 'node:http';
import type { RequestHandler } from './error-boundary.ts';

/** When a server has enough to do. */
export interface LoadSheddingOptions {
  /** Requests to the graph under way at once, at most. */
  readonly atOnce: number;
  /** Whether what lies behind the server takes no more. */
  readonly isSaturated: () => boolean;
  /** Told of every request that is shed. */
  readonly onShed?: () => void;
}

const RETRY_AFTER_SECONDS = 1;

const refuse = (response: ServerResponse) => {
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
 * Hands requests to `handler`, and sheds load: a request to the graph that is one too many is a 503 before a byte of
 * its body is held, so that memory stays within bounds whatever comes. Other paths, such as /health, are always served.
 */
export function withLoadShedding(
  handler: RequestHandler,
  { atOnce, isSaturated, onShed }: LoadSheddingOptions,
): RequestHandler {
  let open = 0;
  return (request, response) => {
    const isGraph = /^\/graphql(?:[?#/]|$)/.test(request.url ?? '');
    if (isGraph && (open >= atOnce || isSaturated())) {
      onShed?.();
      return refuse(response);
    }
    if (isGraph) {
      open += 1;
      response.on('close', () => {
        open -= 1;
      });
    }
    return handler(request, response);
  };
}
