import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import { FastPathHeaders } from './headers.ts';

/**
 * A Response that keeps its body as it was passed. GraphQL responses are text, which is sent without a stream. A platform
 * Response, created on demand, serves everything else.
 */
export class FastPathResponse implements Response {
  readonly status: number;
  readonly statusText: string;
  readonly headers: FastPathHeaders;
  readonly redirected = false;
  readonly type = 'default';
  readonly url = '';
  readonly #body: BodyInit | null;
  #created: Response | undefined;

  constructor(body: BodyInit | null = null, init: ResponseInit = {}) {
    this.#body = body;
    this.status = init.status ?? 200;
    this.statusText = init.statusText ?? '';
    this.headers = FastPathHeaders.from(init.headers);
    if (body === null || this.headers.has('content-type')) return;
    // The platform's Response knows the media type of other bodies, such as forms.
    const type =
      typeof body === 'string'
        ? 'text/plain;charset=UTF-8'
        : this.#platformResponse.headers.get('content-type');
    if (type !== null) this.headers.set('content-type', type);
  }

  static json(data: unknown, init: ResponseInit = {}): Response {
    const response = new FastPathResponse(JSON.stringify(data), init);
    if (!new Headers(init.headers).has('content-type')) {
      response.headers.set('content-type', 'application/json');
    }
    return response;
  }

  static redirect(url: string | URL, status = 302): Response {
    return new FastPathResponse(null, { status, headers: { location: String(url) } });
  }

  static error(): Response {
    return Response.error();
  }

  /** The body as text; undefined if it has to be streamed. */
  get textBody(): string | undefined {
    if (this.#body === null) return '';
    return typeof this.#body === 'string' ? this.#body : undefined;
  }

  get #platformResponse(): Response {
    const { status, statusText, headers } = this;
    this.#created ??= new Response(this.#body, { status, statusText, headers: [...headers] });
    return this.#created;
  }

  get body(): Response['body'] {
    return this.#platformResponse.body;
  }

  get bodyUsed(): boolean {
    return this.#created?.bodyUsed ?? false;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#platformResponse.arrayBuffer();
  }

  blob(): Promise<Blob> {
    return this.#platformResponse.blob();
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#platformResponse.bytes();
  }

  formData(): Promise<FormData> {
    return this.#platformResponse.formData();
  }

  json(): Promise<unknown> {
    return this.#platformResponse.json();
  }

  text(): Promise<string> {
    return this.#platformResponse.text();
  }

  clone(): Response {
    const { status, statusText, headers } = this;
    return new FastPathResponse(this.#body, { status, statusText, headers: [...headers] });
  }
}

/** Sends a body with backpressure. A client that disconnects is not an error. */
async function sendStream(body: Response['body'], to: ServerResponse): Promise<void> {
  if (body === null) {
    to.end();
    return;
  }
  try {
    await pipeline(body, to);
  } catch (error) {
    if (getErrorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** Sends a response, unless the client has disconnected. */
export async function sendResponse(response: Response, to: ServerResponse): Promise<void> {
  if (to.destroyed || to.writableEnded) return;
  const { status, statusText } = response;
  const fast = response instanceof FastPathResponse ? response : undefined;
  const headers = fast?.headers ?? FastPathHeaders.from(response.headers);
  const text = fast?.textBody;
  if (text === undefined) {
    to.writeHead(status, statusText, headers.raw);
    await sendStream(response.body, to);
    return;
  }
  const bytes = Buffer.byteLength(text);
  headers.set('content-length', String(bytes));
  to.writeHead(status, statusText, headers.raw);
  // For ASCII text, both encodings write the same bytes, and latin1 is faster.
  to.end(text, bytes === text.length ? 'latin1' : 'utf8');
}
