import type { RequestListener, ServerResponse } from 'node:http';
import { listen } from './listen.ts';

/** An upstream that records its calls. */
export interface Upstream {
  readonly url: string;
  /** Every call so far, as `METHOD /path?query`, in order of arrival. */
  readonly calls: string[];
  /** Returns the maximum number of concurrent calls so far. */
  readonly peak: () => number;
  /** Returns the number of active calls. */
  readonly open: () => number;
}

/** Starts an upstream that records calls and passes them to `listener`. */
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

/** Responds with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Starts an upstream with the same response to every call. */
export const startUpstreamWithResponse = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Upstream> =>
  startUpstream((request, response) => {
    request.resume().on('end', () => sendJson(response, status, body, headers));
  });

/** Starts an upstream with the same response to every call, which also records the JSON bodies of its calls. */
export async function startRecordingUpstream(
  status: number,
  body: unknown,
): Promise<Upstream & { readonly bodies: readonly unknown[] }> {
  const bodies: unknown[] = [];
  const upstream = await startUpstream(async (request, response) => {
    const received = Buffer.concat(await request.toArray()).toString();
    if (received) bodies.push(JSON.parse(received));
    sendJson(response, status, body);
  });
  return { ...upstream, bodies };
}
