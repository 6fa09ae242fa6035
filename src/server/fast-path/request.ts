import type { IncomingMessage, ServerResponse } from 'node:http';
import { GrowableBuffer } from '../../shared/growable-buffer.ts';
import { createDisconnectError } from '../http/disconnect-error.ts';
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
  readonly bodyUsed = false;
  readonly cache = 'default';
  readonly credentials = 'same-origin';
  readonly destination = '';
  readonly integrity = '';
  readonly keepalive = false;
  readonly mode = 'cors';
  readonly redirect = 'follow';
  readonly referrer = 'about:client';
  readonly referrerPolicy = '';
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  #text: Promise<string> | undefined;
  #abortController: AbortController | undefined;

  constructor(message: IncomingMessage, response: ServerResponse) {
    this.headers = new FastPathHeaders(message.headers);
    this.url = `http://${message.headers.host}${message.url}`;
    this.method = message.method ?? 'POST';
    this.#message = message;
    this.#response = response;
  }

  get signal(): AbortSignal {
    const created = this.#abortController;
    if (created) return created.signal;
    const abortController = new AbortController();
    this.#abortController = abortController;
    if (this.#response.closed) abortController.abort();
    else this.#response.once('close', () => abortController.abort());
    return abortController.signal;
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
}
