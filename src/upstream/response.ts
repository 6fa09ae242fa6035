import { escapeSecret, MIN_SECRET_LENGTH } from '../contract/llm.ts';
import type { Endpoint } from '../contract/resource.ts';
import { STATUS_CODES } from '../shared/status-texts.ts';
import type { Credential } from './credential.ts';
import { omittedRecords } from './diagnostics.ts';
import { readErrorBody, saysListIsEmpty } from './error-body.ts';
import { createInvalidResponseError, createStatusError, UpstreamError } from './errors.ts';
import { readListBody, readRecordBody } from './list-body.ts';
import { redactText } from './redact-text.ts';
import { findRetryAfter, parseRetryAfter } from './retry-after.ts';

/** A complete response, as received. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
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
  call: string,
  response: WireResponse,
  { secret = '', credential }: Redacted,
): UpstreamError {
  const { status, headers } = response;
  if (status === 401 && credential?.isServerKey)
    return new UpstreamError('key', call, { status, reason: 'server_key_rejected' });
  if (status < 400)
    return createInvalidResponseError(call, `status ${status}; redirects are not followed`);
  const redact = (text: string) => redactWord(credential?.redact(text) ?? text, secret);
  const clean = (text: string) => redact(text).slice(0, MAX_MESSAGE);
  const cleanOptional = (text: string | undefined) => (text === undefined ? text : clean(text));
  // First the whole body: split into a path, the credential would not be found. Then each string, where it was escaped.
  const { isOfService, ...body } = readErrorBody(parseJson(redact(response.text)));
  const isFailure = status >= 500;
  const { message, reason, details } = isFailure && !isOfService ? { details: [] } : body;
  return createStatusError(call, {
    status,
    message: cleanOptional(message),
    statusText: STATUS_CODES[status],
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

/** Secrets of a request that no message may repeat. */
interface Redacted {
  /** The API key of an LLM. */
  readonly secret?: string | undefined;
  readonly credential?: Credential | undefined;
}

/** Reads a body of a form that differs from the specification, and publishes what a list lacks. */
function readBody(endpoint: Endpoint, call: string, json: unknown, page?: number): unknown {
  if (endpoint.operation !== 'list') return readRecordBody(json);
  const { body, omitted } = readListBody(json, page);
  if (omitted > 0) omittedRecords.publish({ call, count: omitted });
  return body;
}

/**
 * Parses a response by its endpoint's schema. The secret of the request is redacted from it.
 * @throws UpstreamError. Its message contains paths of an invalid response, never content.
 */
export function readResponse(
  endpoint: Endpoint,
  call: string,
  response: WireResponse,
  redacted: Redacted & { readonly page?: number | undefined },
): unknown {
  const { status } = response;
  const text = redactSecret(response.text, redacted.secret);
  const isMissingList = status === 404 && endpoint.emptyResponse !== undefined;
  const isEmptyList = isMissingList && saysListIsEmpty(endpoint, parseJson(text));
  if (isMissingList && !isEmptyList) throw createInvalidResponseError(call, MISSING_LIST);
  if (!isEmptyList && (status < 200 || status > 299))
    throw createFailure(call, { ...response, text }, redacted);
  // Some services respond to the end of a record with a message, others with an empty body.
  const isEnd = endpoint.operation === 'delete' || endpoint.operation === 'stop';
  const mayBeEmpty = endpoint.status === 204 || isEnd;
  if (mayBeEmpty && text.trim() === '') return undefined;
  const json = isEmptyList ? endpoint.emptyResponse : parseJson(text);
  // Even if the body is not needed: a web page from a proxy does not mean that the request was processed.
  if (json === undefined) throw createInvalidResponseError(call, 'it is not JSON');
  if (endpoint.status === 204) return undefined;
  const result = endpoint.read(readBody(endpoint, call, json, redacted.page));
  if (result.success) return result.data;
  const problems = result.error.issues.slice(0, 3).map(({ path, code }) => {
    const location = path.length === 0 ? 'the body' : path.map(String).join('.');
    return `${location}: ${code}`;
  });
  throw createInvalidResponseError(call, problems.join('; '));
}
