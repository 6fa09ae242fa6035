import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AbortSignalLike } from '../../shared/abort-signal-like.ts';
import { GrowableBuffer } from '../../shared/growable-buffer.ts';
import { createDisconnectError } from '../http/disconnect-error.ts';
import { ClientDisconnectSignal } from './client-disconnect-signal.ts';
import { FastPathHeaders } from './headers.ts';

/** Reads a request's body as text. @throws DOMException AbortError if the client disconnects first. */
function readText(message: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const body = new GrowableBuffer();
    message.on('data', (chunk: Buffer) => {
      body.append(chunk);
    });
    message.on('end', () => {
      const text = body.bytes.toString('utf8');
      // The message keeps its listeners, and they would keep the body, while the request waits for the upstream.
      body.clear();
      resolve(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    });
    message.on('error', () => {
      reject(createDisconnectError());
    });
  });
}

/**
 * A Request that is a view of node's message. Plugins see the standard interface, and unused parts are never created.
 * The body can be read as text or JSON any number of times, but not as a stream. A platform Request, created on demand,
 * serves everything else.
 */
export class FastPathRequest implements Request {
  readonly headers: FastPathHeaders;
  readonly url: string;
  readonly method: string;
  readonly body: null = null;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  #text: Promise<string> | undefined;
  #disconnectSignal: AbortSignalLike | undefined;
  #abortController: AbortController | undefined;

  constructor(message: IncomingMessage, response: ServerResponse) {
    this.headers = new FastPathHeaders(message.headers);
    this.url = `http://${message.headers.host}${message.url}`;
    this.method = message.method ?? 'POST';
    this.#message = message;
    this.#response = response;
  }

  /** Aborts if the client disconnects before the response is complete. Cheaper than `signal`. */
  get disconnectSignal(): AbortSignalLike {
    this.#disconnectSignal ??= new ClientDisconnectSignal(this.#response);
    return this.#disconnectSignal;
  }

  get signal(): AbortSignal {
    if (!this.#abortController) {
      const abortController = new AbortController();
      this.#abortController = abortController;
      if (this.disconnectSignal.aborted) abortController.abort(this.disconnectSignal.reason);
      else
        this.disconnectSignal.addEventListener('abort', () =>
          abortController.abort(this.disconnectSignal.reason),
        );
    }
    return this.#abortController.signal;
  }

  text(): Promise<string> {
    this.#text ??= readText(this.#message);
    return this.#text;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  /** Copies this into a platform Request. */
  async #toPlatformRequest(): Promise<Request> {
    const { url, method, headers } = this;
    return new Request(url, { method, headers: [...headers], body: await this.text() });
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.#toPlatformRequest()).arrayBuffer();
  }

  async blob(): Promise<Blob> {
    return (await this.#toPlatformRequest()).blob();
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#toPlatformRequest()).bytes();
  }

  async formData(): Promise<FormData> {
    return (await this.#toPlatformRequest()).formData();
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
