import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from './listen.ts';

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
