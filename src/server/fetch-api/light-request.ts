import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { LightHeaders } from './light-headers.ts';
import { readText, type TextLimits } from './read-text.ts';

/** Members that plugins rarely use: those of a platform Request, which is created for them. */
const RARE = [
  ...(['arrayBuffer', 'blob', 'bytes', 'clone', 'formData'] as const),
  ...(['cache', 'credentials', 'destination', 'integrity', 'keepalive', 'mode'] as const),
  ...(['redirect', 'referrer', 'referrerPolicy'] as const),
] as const;

/** Creates a platform signal that follows another one. */
function followSignal(signal: AbortSignal | null | undefined): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return controller.signal;
}

/**
 * A Request over a message of node:http. It behaves as the standard class, but only the URL and the headers are parsed
 * at once. Text and JSON are read from the message itself. Everything else is done by a platform Request, which is
 * created on demand; `clone` returns one.
 */
export class LightRequest implements Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  /** The URL, which Yoga's adapter uses instead of parsing it again. */
  readonly parsedUrl: URL;
  declare readonly arrayBuffer: Request['arrayBuffer'];
  declare readonly blob: Request['blob'];
  declare readonly bytes: Request['bytes'];
  declare readonly cache: Request['cache'];
  declare readonly clone: Request['clone'];
  declare readonly credentials: Request['credentials'];
  declare readonly destination: Request['destination'];
  declare readonly formData: Request['formData'];
  declare readonly integrity: Request['integrity'];
  declare readonly keepalive: Request['keepalive'];
  declare readonly mode: Request['mode'];
  declare readonly redirect: Request['redirect'];
  declare readonly referrer: Request['referrer'];
  declare readonly referrerPolicy: Request['referrerPolicy'];
  readonly #givenSignal: AbortSignal | null | undefined;
  readonly #message: Readable | undefined;
  #isRead = false;
  #created: Request | undefined;
  #signal: AbortSignal | undefined;

  constructor(input: string | URL | Request, init: RequestInit = {}) {
    const message: unknown = init.body;
    if (typeof input === 'object' && !(input instanceof URL)) {
      this.#created = new Request(input instanceof LightRequest ? input.#platform : input, init);
    } else if (message instanceof Readable) {
      this.#message = message;
    } else if (init.body !== undefined) {
      this.#created = new Request(input, init);
    }
    this.#givenSignal = init.signal;
    this.parsedUrl = new URL(this.#created?.url ?? String(input));
    this.url = this.parsedUrl.href;
    this.method = this.#created?.method ?? init.method?.toUpperCase() ?? 'GET';
    this.headers = this.#created?.headers ?? new LightHeaders(init.headers);
  }

  get #platform(): Request {
    this.#created ??= this.#createPlatformRequest();
    return this.#created;
  }

  #createPlatformRequest() {
    const { url, method, headers, signal } = this;
    // At run time, it is the platform's ReadableStream, but the type of the module differs.
    const stream = this.#message && (ReadableStream.from(this.#message) as BodyInit);
    const body = this.#isRead ? '' : (stream ?? null);
    const init = { method, headers, signal, body, duplex: 'half' };
    const created = new Request(url, init);
    // A body that was read cannot be read again.
    if (this.#isRead) void created.text();
    return created;
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#created?.signal ?? followSignal(this.#givenSignal);
    return this.#signal;
  }

  get body(): Request['body'] {
    return this.#created || this.#message ? this.#platform.body : null;
  }

  get bodyUsed(): boolean {
    return this.#created?.bodyUsed ?? this.#isRead;
  }

  text(): Promise<string> {
    return this.#created || this.#isRead ? this.#platform.text() : this.textWithin({});
  }

  /** Reads the body as text, within limits. @throws as `readText`. */
  textWithin(limits: TextLimits): Promise<string> {
    if (this.bodyUsed) return this.#platform.text();
    if (this.#created || !this.#message) {
      const { body } = this;
      // At run time, it is the platform's ReadableStream, but the type of the module differs.
      return body
        ? readText(Readable.fromWeb(body as ReadableStream), limits)
        : Promise.resolve('');
    }
    this.#isRead = true;
    return readText(this.#message, limits);
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  static {
    for (const name of RARE) {
      const get = function (this: LightRequest) {
        const value: unknown = this.#platform[name];
        return typeof value === 'function' ? value.bind(this.#platform) : value;
      };
      Object.defineProperty(LightRequest.prototype, name, { get });
    }
  }
}
