import { ApiError } from './errors.ts';

/** Options of one request, besides its variables. */
export interface RequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
  /** Called with an upload's progress, from 0 to 1. Browsers only, and only if there is a file. */
  readonly onUploadProgress?: ((fraction: number) => void) | undefined;
}

/** Headers by name. Those without a value are not sent. */
export type HeaderValues<Value = string | undefined> = Readonly<Record<string, Value>>;

/** A request to the API. */
interface ApiRequest<Value = string | undefined> {
  readonly url: string;
  readonly headers: HeaderValues<Value>;
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
  { url, headers, body }: ApiRequest<string>,
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

/** What to check if there is no response. A browser does not tell pages that the API does not allow their origin. */
function describeNetworkError(url: string): string {
  const page = globalThis.location?.origin;
  const isOtherOrigin = page && /^https?:/.test(url) && !url.startsWith(`${page}/`);
  const hint = `, or does not allow pages of ${page} (its setting CORS_ORIGINS)`;
  return `The API cannot be reached${isOtherOrigin ? hint : ''}.`;
}

/** Without a page, there is no origin that a relative URL could refer to. */
function assertAbsolute(url: string): void {
  if (globalThis.location || URL.canParse(url)) return;
  throw new Error(
    `A server needs an absolute URL: createClient({ url: 'https://api.example.com/graphql' }). The URL is ${url}.`,
  );
}

/**
 * Sends a request by `fetch`, or by XMLHttpRequest if the caller wants the progress of an upload.
 * @throws ApiError NETWORK if there is no response; Error for a relative URL outside of a page.
 */
export async function sendRequest(
  { headers: given, ...request }: ApiRequest,
  options: RequestOptions,
  fetch: typeof globalThis.fetch,
): Promise<RawResponse> {
  if (fetch === globalThis.fetch) assertAbsolute(request.url);
  const entries = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const headers: Record<string, string> = Object.fromEntries(entries);
  try {
    options.signal?.throwIfAborted();
    const wantsProgress = options.onUploadProgress && request.body instanceof FormData;
    if (wantsProgress && typeof XMLHttpRequest === 'function')
      return await sendWithProgress({ ...request, headers }, options);
    const { url, body } = request;
    const signal = options.signal ?? null;
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, text: await response.text(), retryAfter };
  } catch (cause) {
    const message = describeNetworkError(request.url);
    throw new ApiError({ code: 'NETWORK', message, cause });
  }
}
