import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AbortSignalLike } from '../../shared/abort-signal-like.ts';
import { ClientDisconnectSignal } from './client-disconnect-signal.ts';
import { FastPathHeaders } from './headers.ts';

const EMPTY = Buffer.alloc(0);

/** Reads a request's body as text. @throws DOMException AbortError where the caller goes away before it is whole. */
function readText(message: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let whole: Buffer = EMPTY;
    message.on('data', (chunk: Buffer) => {
      whole = whole === EMPTY ? chunk : Buffer.concat([whole, chunk]);
    });
    message.on('end', () => {
      const text = whole.toString('utf8');
      // The message keeps its listeners, and they this, while the upstream is waited for.
      whole = EMPTY;
      resolve(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    });
    message.on('error', () => {
      reject(new DOMException('The caller went away.', 'AbortError'));
    });
  });
}

/**
 * A Request that is a view of node's own message: plugins see the interface that they know, and what they do not look
 * at is not made. Its body is there as text and JSON, any number of times, and not as a stream. Whatever else is asked
 * of it, a platform's own Request answers, made then.
 */
export class FastPathRequest implements Request {
  readonly headers: FastPathHeaders;
  readonly url: string;
  readonly method: string;
  readonly body: null = null;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  #text: Promise<string> | undefined;
  #leaving: AbortSignalLike | undefined;
  #abort: AbortController | undefined;

  constructor(message: IncomingMessage, response: ServerResponse) {
    this.headers = new FastPathHeaders(message.headers);
    this.url = `http://${message.headers.host}${message.url}`;
    this.method = message.method ?? 'POST';
    this.#message = message;
    this.#response = response;
  }

  /** Tells when the caller goes away before the answer is whole. */
  get leaving(): AbortSignalLike {
    this.#leaving ??= new ClientDisconnectSignal(this.#response);
    return this.#leaving;
  }

  /** The same as the platform has it. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      const abort = new AbortController();
      this.#abort = abort;
      if (this.leaving.aborted) abort.abort(this.leaving.reason);
      else this.leaving.addEventListener('abort', () => abort.abort(this.leaving.reason));
    }
    return this.#abort.signal;
  }

  text(): Promise<string> {
    this.#text ??= readText(this.#message);
    return this.#text;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  /** The same as a platform's own Request. */
  async #full(): Promise<Request> {
    const { url, method, headers } = this;
    return new Request(url, { method, headers: [...headers], body: await this.text() });
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.#full()).arrayBuffer();
  }

  async blob(): Promise<Blob> {
    return (await this.#full()).blob();
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#full()).bytes();
  }

  async formData(): Promise<FormData> {
    return (await this.#full()).formData();
  }

  clone(): Request {
    return this;
  }

  get bodyUsed(): boolean {
    return false;
  }

  get cache(): RequestCache {
    return 'default';
  }

  get credentials(): RequestCredentials {
    return 'same-origin';
  }

  get destination(): RequestDestination {
    return '';
  }

  get integrity(): string {
    return '';
  }

  get keepalive(): boolean {
    return false;
  }

  get mode(): RequestMode {
    return 'cors';
  }

  get redirect(): RequestRedirect {
    return 'follow';
  }

  get referrer(): string {
    return 'about:client';
  }

  get referrerPolicy(): ReferrerPolicy {
    return '';
  }
}
