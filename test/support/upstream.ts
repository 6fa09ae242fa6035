import type { RequestListener, ServerResponse } from 'node:http';
import { listen } from './listen.ts';

/** An upstream that remembers what it was asked. */
export interface Upstream {
  readonly url: string;
  /** Every call so far, as `METHOD /path?query`, in order of arrival. */
  readonly calls: readonly string[];
  /** Most calls that were under way at the same time. */
  readonly peak: () => number;
  /** Calls that are under way. */
  readonly open: () => number;
}

/** Starts an upstream that counts calls and hands each to `listener`. */
export async function startUpstream(listener: RequestListener): Promise<Upstream> {
  const calls: string[] = [];
  let open = 0;
  let peak = 0;
  const url = await listen((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    open += 1;
    peak = Math.max(peak, open);
    response.on('close', () => {
      open -= 1;
    });
    listener(request, response);
  });
  return { url, calls, peak: () => peak, open: () => open };
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Starts an upstream that gives every call the same answer. */
export const startUpstreamAnswering = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Upstream> =>
  startUpstream((request, response) => {
    request.resume().on('end', () => sendJson(response, status, body, headers));
  });
