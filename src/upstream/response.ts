import { STATUS_CODES } from 'node:http';
import type { Endpoint } from '../contract/endpoint.ts';
import { ErrorBody } from '../contract/error.ts';
import { isJsonObject } from '../contract/record.ts';
import type { Credential } from './credential.ts';
import {
  createRefusedError,
  InvalidResponseError,
  type RestError,
  UpstreamFailedError,
} from './errors.ts';
import { createRecordReader } from './record-reader.ts';

/** A whole answer, as read from the socket. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** Longest upstream sentence that is handed on, in characters. */
const MAX_MESSAGE = 500;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Shorter secrets are words that a response may have for other reasons. */
const MIN_SECRET = 8;

/** Takes the secret of a request out of the JSON text of its response. */
export function redactSecret(text: string, secret = ''): string {
  if (secret.length < MIN_SECRET) return text;
  const escaped = JSON.stringify(secret).slice(1, -1);
  return text.replaceAll(escaped, '[redacted]').replaceAll(secret, '[redacted]');
}

/** Reads a Retry-After header, in seconds from `now` or as a date; undefined where it is neither. */
export function parseRetryAfter(header: unknown, now = Date.now()): number | undefined {
  if (typeof header !== 'string' || header.trim() === '') return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

const failureOf = (call: string, response: WireResponse, credential?: Credential): RestError => {
  const { status } = response;
  const retryAfter = parseRetryAfter(response.headers['retry-after']);
  if (status >= 500) return new UpstreamFailedError(call, status, retryAfter);
  if (status < 400) {
    return new InvalidResponseError(call, `status ${status}; redirects are not followed`);
  }
  const redact = (text: string) => credential?.redact(text) ?? text;
  // The whole text first: in a path its parts would no longer be recognised. Then each text, for one that was escaped.
  const body = ErrorBody.safeParse(parseJson(redact(response.text))).data;
  const said = body?.message ?? body?.error ?? STATUS_CODES[status] ?? `Status ${status}`;
  const clean = (text: string) => redact(text).slice(0, MAX_MESSAGE);
  return createRefusedError({
    call,
    status,
    message: clean(said),
    reason: body?.reason ? clean(body.reason) : undefined,
    details: body?.details?.map(({ path, message, code }) => ({
      path: path.map((key) => (typeof key === 'string' ? clean(key) : key)),
      message: clean(message),
      code: clean(code),
    })),
    retryAfterSeconds: retryAfter,
  });
};

/**
 * Reads an answer by its endpoint's schema.
 * @throws RestError of the class that fits: a refusal, a failure, or an answer that breaks the specification. What is
 * wrong with an answer is told by path, never by its content.
 */
export function readResponse(
  endpoint: Endpoint,
  call: string,
  response: WireResponse,
  credential?: Credential,
): unknown {
  const { status, text } = response;
  const isEmptyList =
    status === 404 && endpoint.emptyResponse !== undefined && isJsonObject(parseJson(text));
  if (!isEmptyList && (status < 200 || status > 299)) throw failureOf(call, response, credential);
  // Services differ in whether a deletion answers a message or nothing.
  const mayBeEmpty = endpoint.status === 204 || endpoint.method === 'DELETE';
  if (mayBeEmpty && text.trim() === '') return undefined;
  const json = isEmptyList ? endpoint.emptyResponse : parseJson(text);
  // Also where nothing is needed of it: a web page that some box on the way answered is no sign that anything was done.
  if (json === undefined) throw new InvalidResponseError(call, 'it is not JSON');
  if (endpoint.status === 204) return undefined;
  const seen = createRecordReader(endpoint.response)?.(json);
  if (seen) return seen;
  const result = endpoint.response.safeParse(json);
  if (result.success) return result.data;
  const problems = result.error.issues.slice(0, 3).map(({ path, code }) => {
    const place = path.length === 0 ? 'the body' : path.map(String).join('.');
    return `${place}: ${code}`;
  });
  throw new InvalidResponseError(call, problems.join('; '));
}
