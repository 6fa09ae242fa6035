import { gunzipSync } from 'node:zlib';
import { escapeSecret, MIN_SECRET_LENGTH } from '../contract/llm.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import type { Endpoint } from '../contract/resource.ts';
import { REQUEST_ID_HEADER } from '../shared/request-id.ts';
import { redactText } from './credential.ts';
import { omittedRecords } from './diagnostics.ts';
import { readErrorBody, saysListIsEmpty } from './error-body.ts';
import { createInvalidResponseError, createStatusError, UpstreamError } from './errors.ts';
import type { Call } from './request.ts';
import { findRetryAfter, parseRetryAfter } from './retry.ts';

/** A complete response, as received. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

/** A response that matches its endpoint's schema. */
export interface CallResult {
  readonly value: unknown;
  /** How long the response stays fresh, in seconds; undefined if the upstream does not say. */
  readonly freshSeconds: number | undefined;
  /** The id by which the upstream knows the call. */
  readonly requestId: string | undefined;
  /** Length of its body in characters. */
  readonly size: number;
}

export type MakeCall = (call: Call) => Promise<CallResult>;

/** Maximum length of an upstream message that is passed on, in characters. */
const MAX_MESSAGE = 500;

/** Explains why a 404 for a list is invalid unless it says that the list is empty. */
const MISSING_LIST =
  'status 404 for a list; the path of UPSTREAM_URL may be wrong, or the upstream does not have the list';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Minimum length of a secret to redact from an error message, where it is a separate word. */
const MIN_WORD_LENGTH = 4;

const isWordCharacter = (character = '') => /^[\w-]$/.test(character);

/** Redacts a secret from a message, except inside of longer words. */
const redactWord = (text: string, secret: string) =>
  secret.length < MIN_WORD_LENGTH
    ? text
    : redactText(
        text,
        secret,
        (before, after) => isWordCharacter(before) || isWordCharacter(after),
      );

/** Redacts the secret of a request from the JSON text of its response. */
function redactSecret(text: string, secret = ''): string {
  if (secret.length < MIN_SECRET_LENGTH) return text;
  return redactText(redactText(text, escapeSecret(secret)), secret);
}

function createFailure(
  { target, request: { secret = '' }, caller: { credential } }: Call,
  { status, headers }: WireResponse,
  text: string,
): UpstreamError {
  const call = target.name;
  if (status === 401 && credential?.isServerKey)
    return new UpstreamError('key', call, { status, reason: 'server_key_rejected' });
  if (status < 400)
    return createInvalidResponseError(call, `status ${status}; redirects are not followed`);
  const redact = (part: string) => redactWord(credential?.redact(part) ?? part, secret);
  const clean = (part: string) => redact(part).slice(0, MAX_MESSAGE);
  const cleanOptional = (part: string | undefined) => (part === undefined ? part : clean(part));
  // First the whole body: split into a path, the credential would not be found. Then each string, where it was escaped.
  const { isOfService, ...body } = readErrorBody(parseJson(redact(text)));
  const isFailure = status >= 500;
  const { message, reason, details } = isFailure && !isOfService ? { details: [] } : body;
  return createStatusError(call, status, {
    message: cleanOptional(message),
    reason: cleanOptional(reason),
    details: (isFailure ? [] : details).map(({ path, message, code }) => ({
      path: path.map((key) => (typeof key === 'string' ? clean(key) : key)),
      message: clean(message),
      code: clean(code),
    })),
    retryAfterSeconds: isFailure
      ? parseRetryAfter(headers['retry-after'])
      : findRetryAfter(headers),
  });
}

/** Maximum depth at which numeric ids are read. */
const MAX_DEPTH = 6;

const toText = (value: unknown): unknown => (Number.isSafeInteger(value) ? String(value) : value);

/** Replaces numeric ids by their texts, also those of references and of records inside. */
function withTextIds(value: unknown, depth = MAX_DEPTH): unknown {
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withTextIds(item, depth - 1));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    if (/^id$|Id$/.test(key)) return [key, toText(item)];
    if (/Ids$/.test(key) && Array.isArray(item)) return [key, item.map(toText)];
    return [key, withTextIds(item, depth - 1)];
  });
  return Object.fromEntries(entries);
}

/** Reads a record, whose id can be a number. */
const readRecordBody = (body: unknown): unknown =>
  isJsonObject(body) && typeof body.id === 'number' ? withTextIds(body) : body;

/** Reads numbers of pages. What is none, such as the URL of the next page, follows from the others. */
const readMeta = ({ page, ...meta }: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries({ currentPage: page, ...meta }).filter(
      ([, value]) => value === null || typeof value === 'number',
    ),
  );

const isRecord = (item: unknown) =>
  isJsonObject(item) && typeof item.id === 'string' && item.id !== '';

/**
 * Reads a list that differs from the specification only in form: an array or null instead of a page, no `meta`, numeric
 * ids, `page` for the current page. What has no id is left out, and published.
 * @assumed
 */
function readListBody(call: string, body: unknown): unknown {
  const page = body === null || Array.isArray(body) ? { data: body } : body;
  if (!isJsonObject(page)) return body;
  const meta = readMeta(isJsonObject(page.meta) ? page.meta : {});
  const items = page.data === null ? [] : page.data;
  if (!Array.isArray(items)) return { ...page, meta };
  const records = items.map(readRecordBody).filter(isRecord);
  const omitted = items.length - records.length;
  if (omitted > 0) omittedRecords.publish({ call, count: omitted });
  return { ...page, data: records, meta };
}

/** Returns the value of a response, by its endpoint's schema. The secret of the request is redacted from it. */
function readValue(call: Call, response: WireResponse, received: string): unknown {
  const { endpoint, name } = call.target;
  const { status } = response;
  const text = redactSecret(received, call.request.secret);
  const isMissingList = status === 404 && endpoint.emptyResponse !== undefined;
  const isEmptyList = isMissingList && saysListIsEmpty(endpoint, parseJson(text));
  if (isMissingList && !isEmptyList) throw createInvalidResponseError(name, MISSING_LIST);
  if (!isEmptyList && (status < 200 || status > 299)) throw createFailure(call, response, text);
  // Some services respond to the end of a record with a message, others with an empty body.
  const isEnd = endpoint.operation === 'delete' || endpoint.operation === 'stop';
  const mayBeEmpty = endpoint.status === 204 || isEnd;
  if (mayBeEmpty && text.trim() === '') return undefined;
  const json = isEmptyList ? endpoint.emptyResponse : parseJson(text);
  // Even if the body is not needed: a web page from a proxy does not mean that the request was processed.
  if (json === undefined) throw createInvalidResponseError(name, 'it is not JSON');
  if (endpoint.status === 204) return undefined;
  const isList = endpoint.operation === 'list';
  const result = endpoint.read(isList ? readListBody(name, json) : readRecordBody(json));
  if (result.success) return result.data;
  const problems = result.error.issues.slice(0, 3).map(({ path, code }) => {
    const location = path.length === 0 ? 'the body' : path.map(String).join('.');
    return `${location}: ${code}`;
  });
  throw createInvalidResponseError(name, problems.join('; '));
}

/** Large enough to decode most list pages in one chunk. */
const CHUNK_SIZE = 64 * 1024;

/**
 * Decodes a body as UTF-8 without a byte order mark. Requests accept no other coding than gzip; whatever else a service names
 * as one changes nothing. Synchronous, because a page of 100 personas takes 0.1 ms and a stream would take longer.
 */
function decodeBody({ headers, body }: WireResponse, maxBytes: number): string {
  const isCompressed = body.length > 0 && /\bgzip\b/i.test(String(headers['content-encoding']));
  const options = { maxOutputLength: maxBytes, chunkSize: CHUNK_SIZE };
  const text = (isCompressed ? gunzipSync(body, options) : body).toString();
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

const UNCACHEABLE = /(?:^|[\s,])(?:no-store|no-cache)(?:$|[\s,=])/i;
const MAX_AGE = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/i;

/** Replaces numbers of seconds that are too large. RFC 9111, section 1.2.2. */
const MAX_SECONDS = 2 ** 31;

/**
 * Returns for how many seconds a caller may cache a response, by its Cache-Control and Age; undefined if it does not say.
 * `s-maxage` and `private` are ignored: they apply to shared caches.
 */
function readMaxAge(headers: WireResponse['headers']): number | undefined {
  const control = headers['cache-control'];
  if (control === undefined) return undefined;
  if (UNCACHEABLE.test(String(control))) return 0;
  const maxAge = MAX_AGE.exec(String(control))?.[1];
  if (maxAge === undefined) return undefined;
  return Math.max(0, Math.min(Number(maxAge), MAX_SECONDS) - (Number(headers.age) || 0));
}

/** Limits what the upstream says to the maximum of the endpoint. Both are in seconds, or undefined for no limit. */
export const limitFreshness = ({ maxAge }: Endpoint, seconds: number | undefined) =>
  maxAge === undefined ? seconds : Math.min(maxAge, seconds ?? maxAge);

/** Headers that services, gateways and clouds use for request ids, the most specific first. */
const RESPONSE_HEADERS = [
  REQUEST_ID_HEADER,
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-amz-cf-id',
  'x-vercel-id',
  'cf-ray',
];

/** Ids that others give, without spaces or control characters. */
const FOREIGN_ID = /^[\w.:=+/-]{1,128}$/;

/**
 * Returns the id by which the upstream knows a request: its own if it tells one that repeats no secret, otherwise the one
 * that was sent.
 */
export function findRequestId(
  headers: WireResponse['headers'],
  { request: { headers: sentHeaders, secret }, caller: { credential } }: Call,
): string | undefined {
  const sent = sentHeaders[REQUEST_ID_HEADER];
  for (const name of RESPONSE_HEADERS) {
    const id = headers[name];
    if (typeof id !== 'string' || id === sent || !FOREIGN_ID.test(id)) continue;
    const isSecret = secret !== undefined && id.includes(secret);
    return isSecret || (credential && credential.redact(id) !== id) ? sent : id;
  }
  return sent;
}

/**
 * Judges a complete response.
 * @throws UpstreamError, whose message contains paths of an invalid response, never content; errors of zlib.
 */
export function readResponse(call: Call, response: WireResponse, maxBytes: number): CallResult {
  const text = decodeBody(response, maxBytes);
  return {
    value: readValue(call, response, text),
    freshSeconds: readMaxAge(response.headers),
    requestId: findRequestId(response.headers, call),
    size: text.length,
  };
}
