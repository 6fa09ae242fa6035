import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { FastPathHeaders } from './headers.ts';

/**
 * A Response that keeps what it was made of. As a text is all that GraphQL over HTTP answers with, sending one needs no
 * stream; whatever else is asked of it, a platform's own Response answers, made then.
 */
export class FastPathResponse implements Response {
  readonly status: number;
  readonly statusText: string;
  readonly headers: FastPathHeaders;
  readonly #body: BodyInit | null;
  #made: Response | undefined;

  constructor(body: BodyInit | null = null, init: ResponseInit = {}) {
    this.#body = body;
    this.status = init.status ?? 200;
    this.statusText = init.statusText ?? '';
    this.headers = FastPathHeaders.from(init.headers);
    if (body === null || this.headers.has('content-type')) return;
    // What a body says of its type, its own class tells; only a text's is known beforehand.
    const type =
      typeof body === 'string'
        ? 'text/plain;charset=UTF-8'
        : this.#full.headers.get('content-type');
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

  /** The body as what can be written at once; undefined where it is a stream or needs one. */
  get whole(): string | undefined {
    if (this.#body === null) return '';
    return typeof this.#body === 'string' ? this.#body : undefined;
  }

  get #full(): Response {
    const { status, statusText, headers } = this;
    this.#made ??= new Response(this.#body, { status, statusText, headers: [...headers] });
    return this.#made;
  }

  get body(): Response['body'] {
    return this.#full.body;
  }

  get bodyUsed(): boolean {
    return this.#made?.bodyUsed ?? false;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get redirected(): boolean {
    return false;
  }

  get type(): ResponseType {
    return 'default';
  }

  get url(): string {
    return '';
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#full.arrayBuffer();
  }

  blob(): Promise<Blob> {
    return this.#full.blob();
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#full.bytes();
  }

  formData(): Promise<FormData> {
    return this.#full.formData();
  }

  json(): Promise<unknown> {
    return this.#full.json();
  }

  text(): Promise<string> {
    return this.#full.text();
  }

  clone(): Response {
    const { status, statusText, headers } = this;
    return new FastPathResponse(this.#body, { status, statusText, headers: [...headers] });
  }
}

/** Writes a body as fast as its reader takes it; one who goes away meanwhile is no fault. */
async function sendStream(body: Response['body'], to: ServerResponse): Promise<void> {
  if (body === null) {
    to.end();
    return;
  }
  try {
    await pipeline(body, to);
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** Writes a response, unless the caller has gone. */
export async function sendResponse(response: Response, to: ServerResponse): Promise<void> {
  if (to.destroyed || to.writableEnded) return;
  const { status, statusText } = response;
  const lean = response instanceof FastPathResponse ? response : undefined;
  const headers = lean?.headers ?? FastPathHeaders.from(response.headers);
  const whole = lean?.whole;
  if (whole === undefined) {
    to.writeHead(status, statusText, headers.raw);
    await sendStream(response.body, to);
    return;
  }
  const bytes = Buffer.byteLength(whole);
  headers.set('content-length', String(bytes));
  to.writeHead(status, statusText, headers.raw);
  // Where each character is a byte, the cheaper encoding writes the same.
  to.end(whole, bytes === whole.length ? 'latin1' : 'utf8');
}
