import { createRequestBody } from './body.ts';
import {
  type AnyApiError,
  ApiError,
  type ErrorCode,
  type ErrorRecord,
  type InputIssue,
} from './errors.ts';
import { getRequestOptions, getSettings, type RequestOptions } from './settings.ts';

interface ApiRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | FormData;
}

/** Browsers report upload progress only through XMLHttpRequest. */
const sendWithProgress = (
  { url, headers, body }: ApiRequest,
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
    request.onabort = () => reject(new DOMException('The request was aborted.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });

async function sendRequest(request: ApiRequest, options: RequestOptions): Promise<string> {
  options.signal?.throwIfAborted();
  const wantsProgress = options.onUploadProgress && request.body instanceof FormData;
  if (wantsProgress && typeof XMLHttpRequest === 'function')
    return sendWithProgress(request, options);
  const { url, ...init } = request;
  const signal = options.signal ?? null;
  return (await fetch(url, { method: 'POST', ...init, signal })).text();
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isError = (value: unknown): value is ErrorRecord =>
  isObject(value) && typeof value.message === 'string';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function createApiError(errors: readonly ErrorRecord[], data: unknown): AnyApiError {
  const [{ message, extensions = {} } = { message: 'The API request failed.' }] = errors;
  const { code, requestId, issues, retryAfterSeconds } = extensions;
  // The API guarantees these types. `code` is only compared, so an unknown one is harmless.
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

const isAbortError = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError';

/**
 * Sends one operation and returns its data. Called by the hooks.
 * @throws ApiError if the response has errors, and with the codes NETWORK and INVALID_RESPONSE if there is no valid
 * response; the signal's reason if the request was aborted.
 */
export const fetcher =
  <Data, Variables>(document: { toString(): string }, variables?: Variables) =>
  async (context?: { readonly signal?: AbortSignal }): Promise<Data> => {
    const { url, headers } = getSettings();
    const options = {
      ...(context?.signal && { signal: context.signal }),
      ...getRequestOptions(variables),
    };
    const body = createRequestBody(document.toString(), variables);
    const customHeaders = typeof headers === 'function' ? await headers() : headers;
    const contentType = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const accept = 'application/graphql-response+json, application/json';
    const request = { url, headers: { accept, ...contentType, ...customHeaders }, body };
    const text = await sendRequest(request, options).catch((cause: unknown) => {
      if (options.signal?.aborted || isAbortError(cause)) throw cause;
      throw new ApiError({ code: 'NETWORK', message: 'The API cannot be reached.', cause });
    });
    const response = parseJson(text);
    if (!isObject(response) || !('data' in response || 'errors' in response)) {
      throw new ApiError({
        code: 'INVALID_RESPONSE',
        message: 'The response is not a GraphQL response.',
      });
    }
    const errors = Array.isArray(response.errors) ? response.errors.filter(isError) : [];
    if (errors.length > 0) throw createApiError(errors, response.data);
    // The document's type is generated from the API's schema.
    return response.data as Data;
  };
