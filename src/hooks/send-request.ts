import { ApiError } from './errors.ts';

/** What a response with errors and data becomes: an error with the data, or the data alone. */
export type ErrorMode = 'throw' | 'partial';

/** Options of one request, besides its variables. */
export interface RequestOptions {
  /** Default: that of the client. */
  readonly errors?: ErrorMode | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with an upload's progress, from 0 to 1. Browsers only, and only if there is a file. */
  readonly onUploadProgress?: ((fraction: number) => void) | undefined;
}

/** Headers by name. Those without a value are not sent. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

interface ApiRequest<Headers = HeaderValues> {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | FormData;
}

type Header = [name: string, value: string];

const isSet = (header: [string, string | undefined]): header is Header => header[1] !== undefined;

/** The response to a request, before it is parsed. */
export interface RawResponse {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

/** Browsers report upload progress only through XMLHttpRequest. */
const sendWithProgress = (
  { url, headers, body }: ApiRequest<Header[]>,
  { signal, onUploadProgress }: RequestOptions,
): Promise<RawResponse> => {
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  signal?.addEventListener('abort', abort);
  return new Promise<RawResponse>((resolve, reject) => {
    request.open('POST', url);
    for (const header of headers) request.setRequestHeader(...header);
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

/** What may be the cause if there is no response. A browser does not tell a page that its origin was refused. */
function findHint(address: string): string {
  const origin = globalThis.location?.origin;
  if (!URL.canParse(address, origin)) return ': its URL must be absolute';
  return origin && new URL(address, origin).origin !== origin
    ? `, or does not allow ${origin} (CORS_ORIGINS)`
    : '';
}

/**
 * Sends a request by `fetch`, or by XMLHttpRequest if the caller wants the progress of an upload.
 * @throws ApiError NETWORK if there is no response.
 */
export async function sendRequest(
  { headers: given, ...request }: ApiRequest,
  options: RequestOptions,
  fetch: typeof globalThis.fetch,
): Promise<RawResponse> {
  const headers = Object.entries(given).filter(isSet);
  try {
    options.signal?.throwIfAborted();
    const wantsProgress = options.onUploadProgress && typeof request.body !== 'string';
    if (wantsProgress && typeof XMLHttpRequest === 'function')
      return await sendWithProgress({ ...request, headers }, options);
    const { url, body } = request;
    const signal = options.signal ?? null;
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, text: await response.text(), retryAfter };
  } catch (cause) {
    const message = `The API cannot be reached${findHint(request.url)}.`;
    throw new ApiError({ code: 'NETWORK', message, cause });
  }
}
