import { ApiError } from './errors.ts';

/** Options of one request, besides its variables. */
export interface RequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
  /** Called with an upload's progress, from 0 to 1. Browsers only, and only if there is a file. */
  readonly onUploadProgress?: ((fraction: number) => void) | undefined;
}

/** A request to the API. */
interface ApiRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData;
}

/** The response to a request, before it is parsed. */
export interface RawResponse {
  readonly status: number;
  readonly text: string;
  /** The header Retry-After. */
  readonly retryAfter: string | null;
}

/** Browsers report upload progress only through XMLHttpRequest. */
const sendWithProgress = (
  { url, headers, body }: ApiRequest,
  { signal, onUploadProgress }: RequestOptions,
): Promise<RawResponse> => {
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  signal?.addEventListener('abort', abort);
  return new Promise<RawResponse>((resolve, reject) => {
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) =>
      onUploadProgress?.(total ? loaded / total : 0);
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfter: request.getResponseHeader('retry-after'),
      });
    request.onerror = reject;
    request.onabort = reject;
    request.send(body);
  }).finally(() => signal?.removeEventListener('abort', abort));
};

/**
 * Sends a request by `fetch`, or by XMLHttpRequest if the caller wants the progress of an upload.
 * @throws ApiError NETWORK if there is no response.
 */
export async function sendRequest(
  request: ApiRequest,
  options: RequestOptions,
  fetch: typeof globalThis.fetch,
): Promise<RawResponse> {
  try {
    options.signal?.throwIfAborted();
    const wantsProgress = options.onUploadProgress && request.body instanceof FormData;
    if (wantsProgress && typeof XMLHttpRequest === 'function')
      return await sendWithProgress(request, options);
    const { url, headers, body } = request;
    const signal = options.signal ?? null;
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, text: await response.text(), retryAfter };
  } catch (cause) {
    throw new ApiError({ code: 'NETWORK', message: 'The API cannot be reached.', cause });
  }
}
