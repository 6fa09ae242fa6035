import {
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { listen } from './resources.ts';

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

/** Forwards every request to the server at `url`, unchanged. */
export const forwardTo =
  (url: string): RequestListener =>
  (request, response) => {
    const { method, headers } = request;
    const target = new URL(request.url ?? '/', url);
    const forwarded = httpRequest(target, { method, headers }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  };

/** Number of different responses of each endpoint. */
export const RESPONSE_COUNT = 8;

const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends response number `index`, which repeats `echo`. The last one is a record, which repeats `secret`. */
function sendEcho(response: ServerResponse, index: number, echo: string, secret?: string) {
  const body = JSON.stringify({
    id: 'x',
    error: `Bad ${echo}`,
    message: `${echo} is wrong`,
    details: [{ path: [echo], message: echo, code: echo }],
    reason: echo,
  });
  if (index === 0) return response.destroy();
  if (index === 1) return response.writeHead(500, { 'x-echo': echo, ...JSON_TYPE }).end(body);
  if (index === 2) return response.writeHead(200, { 'x-echo': echo }).end(`<${echo}>`);
  if (index === 3)
    return response.writeHead(401, { 'www-authenticate': echo, ...JSON_TYPE }).end(body);
  if (index === 4) return response.writeHead(400, JSON_TYPE).end(body);
  if (index === 5)
    return response.writeHead(302, { location: `http://127.0.0.1:1/?${echo}` }).end();
  if (index === 6) return response.writeHead(429, { 'retry-after': echo, ...JSON_TYPE }).end(body);
  const record = secret === undefined ? { id: 7 } : { id: 'l1', secret, displayName: secret };
  return response.writeHead(200, JSON_TYPE).end(JSON.stringify(record));
}

const readSecret = async (request: IncomingMessage): Promise<string | undefined> => {
  const text = Buffer.concat(await request.toArray()).toString();
  return text.startsWith('{') ? JSON.parse(text).secret : undefined;
};

/**
 * Starts an upstream whose endpoints fail in different ways, one after the other, and repeat the credential and the
 * secret that they received. `credentials` lists the Authorization headers.
 */
export async function startEchoingUpstream() {
  const credentials: string[] = [];
  const indexes = new Map<string, number>();
  const url = await listen(async (request, response) => {
    const { authorization = '' } = request.headers;
    const secret = await readSecret(request);
    credentials.push(authorization);
    const endpoint = `${request.method} ${request.url}`;
    const index = ((indexes.get(endpoint) ?? 0) + 1) % RESPONSE_COUNT;
    indexes.set(endpoint, index);
    sendEcho(response, index, secret ? `${authorization} ${secret}` : authorization, secret);
  });
  return { url, credentials };
}
