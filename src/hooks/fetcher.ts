import { requestBody } from './body.ts';
import {
  type AnyApiError,
  ApiError,
  type ErrorCode,
  type ErrorRecord,
  type InputIssue,
} from './errors.ts';
import { currentSettings, optionsOf, type RequestOptions } from './settings.ts';

interface Sent {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | FormData;
}

/** Browsers tell of an upload's progress only through XMLHttpRequest. */
const sendWithProgress = (
  { url, headers, body }: Sent,
  { signal, onUploadProgress }: RequestOptions,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) =>
      onUploadProgress?.(total ? loaded / total : 0);
    request.onload = () => resolve(request.responseText);
    request.onerror = () => reject(new TypeError('The request failed.'));
    request.onabort = () => reject(new DOMException('The request was given up.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });

async function send(sent: Sent, options: RequestOptions): Promise<string> {
  options.signal?.throwIfAborted();
  const wantsProgress = options.onUploadProgress && sent.body instanceof FormData;
  if (wantsProgress && typeof XMLHttpRequest === 'function') return sendWithProgress(sent, options);
  const { url, ...init } = sent;
  const signal = options.signal ?? null;
  return (await fetch(url, { method: 'POST', ...init, signal })).text();
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isError = (value: unknown): value is ErrorRecord =>
  isObject(value) && typeof value.message === 'string';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function failure(errors: readonly ErrorRecord[], data: unknown): AnyApiError {
  const [{ message, extensions = {} } = { message: 'The API failed.' }] = errors;
  const { code, requestId, issues, retryAfterSeconds } = extensions;
  // The API promises these shapes; `code` is compared, never looked up, so a newer one does no harm.
  return new ApiError({
    code: (typeof code === 'string' ? code : 'INTERNAL') as ErrorCode,
    message,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    issues: Array.isArray(issues) ? (issues as InputIssue[]) : [],
    retryAfterSeconds: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined,
    errors,
    data,
  }) as AnyApiError;
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * What the hooks call: sends one operation and answers its data.
 * @throws ApiError for any error of the answer, and with the codes NETWORK and INVALID_RESPONSE where there was none;
 * the signal's own reason where the request was given up.
 */
export const fetcher =
  <Data, Variables>(document: { toString(): string }, variables?: Variables) =>
  async (context?: { readonly signal?: AbortSignal }): Promise<Data> => {
    const { url, headers } = currentSettings();
    const options = { ...(context?.signal && { signal: context.signal }), ...optionsOf(variables) };
    const body = requestBody(document.toString(), variables);
    const given = typeof headers === 'function' ? await headers() : headers;
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const accept = 'application/graphql-response+json, application/json';
    const sent = { url, headers: { accept, ...type, ...given }, body };
    const text = await send(sent, options).catch((cause: unknown) => {
      if (options.signal?.aborted || isAbort(cause)) throw cause;
      throw new ApiError({ code: 'NETWORK', message: 'The API cannot be reached.', cause });
    });
    const answer = parse(text);
    if (!isObject(answer) || !('data' in answer || 'errors' in answer)) {
      throw new ApiError({
        code: 'INVALID_RESPONSE',
        message: 'The answer is not of a GraphQL API.',
      });
    }
    const errors = Array.isArray(answer.errors) ? answer.errors.filter(isError) : [];
    if (errors.length > 0) throw failure(errors, answer.data);
    // The document's type says what a server that has its schema answers.
    return answer.data as Data;
  };
