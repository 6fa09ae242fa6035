import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { fakeService, readBody, sendJson } from './fake-service.ts';

/** Returns the excerpts of a text that contain one of these secrets. */
export const findSecrets = (text: string, secrets: readonly string[]): string[] =>
  secrets.flatMap((secret) => {
    const at = text.indexOf(secret);
    return at === -1 ? [] : [text.slice(Math.max(0, at - 200), at + secret.length + 50)];
  });

/** Returns the encodings in which a secret could leak, and its hashes. */
export const encodeSecret = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
  ...(['hex', 'base64', 'base64url'] as const).flatMap((encoding) =>
    ['sha256', 'sha1', 'md5'].map((name) => createHash(name).update(secret).digest(encoding)),
  ),
];

/** The responses of each endpoint in turn, which repeat the credential and the secret that they received. */
const ECHOES: readonly ((response: ServerResponse, echo: string, secret?: string) => unknown)[] = [
  (response, echo) => sendJson(response, 500, createError(echo), { 'x-echo': echo }),
  (response, echo) => response.writeHead(200, { 'x-echo': echo }).end(`<${echo}>`),
  (response, echo) => sendJson(response, 401, createError(echo), { 'www-authenticate': echo }),
  (response, echo) => sendJson(response, 400, createError(echo)),
  (response, echo) => response.writeHead(302, { location: `http://127.0.0.1:1/?${echo}` }).end(),
  (response, echo) => sendJson(response, 429, createError(echo), { 'retry-after': echo }),
  (response, _, secret) =>
    sendJson(response, 200, secret ? { id: 'l1', secret, displayName: secret } : { id: 7 }),
  (response) => response.destroy(),
];

/** Number of different responses of each endpoint. */
export const RESPONSE_COUNT: number = ECHOES.length;

const createError = (echo: string) => ({
  id: 'x',
  error: `Bad ${echo}`,
  message: `${echo} is wrong`,
  details: [{ path: [echo], message: echo, code: echo }],
  reason: echo,
});

/** Starts a fake that answers with `ECHOES`. `credentials` lists the Authorization headers. */
export async function startEchoingService() {
  const credentials: string[] = [];
  const { url, calls } = await fakeService(async (request, response) => {
    const { authorization = '', 'content-type': type } = request.headers;
    credentials.push(authorization);
    const call = calls.at(-1);
    const index = calls.filter((each) => each === call).length - 1;
    const secret = type === 'application/json' ? (await readBody(request))?.secret : undefined;
    request.resume();
    const echo = secret ? `${authorization} ${secret}` : authorization;
    ECHOES[index % RESPONSE_COUNT]?.(response, echo, secret);
  });
  return { url, credentials };
}
