import type { Dispatcher } from 'undici';
import { GrowableBuffer } from '../shared/growable-buffer.ts';
import { findRequestId, REQUEST_ID_HEADER } from '../shared/request-id.ts';
import { decodeText } from './content-decoding.ts';
import type { Credential } from './credential.ts';
import type { DeadlineTimer } from './deadline.ts';
import type { Attempt } from './diagnostics.ts';
import type { WireRequest } from './request.ts';
import type { WireResponse } from './response.ts';

type Headers = WireResponse['headers'];

/** One request that is sent, and its response as it arrives. It is its own dispatch handler, because hundreds are active. */
export class SentRequest implements Dispatcher.DispatchHandler, Attempt {
  readonly origin: string;
  readonly call: string;
  readonly uploadBytes: number | undefined;
  readonly startedAt: number = performance.now();
  status: number | undefined = undefined;
  readonly #request: WireRequest;
  readonly #body = new GrowableBuffer();
  #statusCode = 0;
  #responseHeaders: Headers = {};
  #controller: Dispatcher.DispatchController | undefined;
  #isAborted = false;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  /** @param call method and path template. */
  constructor(origin: string, call: string, request: WireRequest) {
    this.origin = origin;
    this.call = call;
    this.uploadBytes = request.uploadBytes;
    this.#request = request;
  }

  /**
   * Returns the id by which the upstream knows it: its own if it told one that repeats no secret, otherwise the one that was
   * sent.
   */
  getRequestId(credential: Credential | undefined): string | undefined {
    const { headers, secret } = this.#request;
    const sent = headers[REQUEST_ID_HEADER];
    const id = findRequestId(this.#responseHeaders, sent);
    if (id === undefined || id === sent) return sent;
    const isSecret = secret !== undefined && id.includes(secret);
    return isSecret || (credential && credential.redact(id) !== id) ? sent : id;
  }

  /**
   * Sends the request. Resolves when the response is complete.
   * @throws errors of undici, and the reason for which `timer` ends it.
   */
  send(dispatcher: Dispatcher, timer: DeadlineTimer): Promise<void> {
    return timer.wait<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      const { method, path, headers, body } = this.#request;
      // The deadline covers the whole response, so undici's own timers are off.
      const options = { method, path, headers, body, headersTimeout: 0, bodyTimeout: 0 };
      dispatcher.dispatch(options, this);
      return () => this.#abort();
    });
  }

  /** Returns the complete response. @throws DecodingError */
  readResponse(maxBytes: number): WireResponse {
    const headers = this.#responseHeaders;
    this.status = this.#statusCode;
    const text = decodeText(this.#body.bytes, headers['content-encoding'], maxBytes);
    return { status: this.status, headers, text };
  }

  #abort() {
    this.#isAborted = true;
    this.#controller?.abort(new Error('Aborted.'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // If the dispatcher sends a request again, the response starts over.
    this.#body.clear();
    if (this.#isAborted) this.#abort();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#statusCode = status;
    this.#responseHeaders = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body.append(chunk);
  }

  onResponseEnd(): void {
    // Nothing is left to abort.
    this.#controller = undefined;
    this.#resolve();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
