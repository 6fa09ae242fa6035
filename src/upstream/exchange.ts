import type { Dispatcher } from 'undici';
import { GrowableBuffer } from '../shared/growable-buffer.ts';
import type { DeadlineTimer } from './deadline.ts';
import type { WireResponse } from './response.ts';

const NO_HEADERS: WireResponse['headers'] = {};

/** A request and its response as it arrives. It is its own dispatch handler, because hundreds are active. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Whether the request went to the upstream, at least in part. */
  isSent = false;
  /** Those of the response; 0 and none until it starts. */
  status = 0;
  headers: WireResponse['headers'] = NO_HEADERS;
  readonly #body = new GrowableBuffer();
  #controller: Dispatcher.DispatchController | undefined;
  #isAborted = false;
  #resolve: (() => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  /** The body of the response so far. */
  get body(): Buffer {
    return this.#body.bytes;
  }

  /**
   * Sends the request. Resolves when the response is complete.
   * @throws errors of undici; the reason for which `timer` ends it.
   */
  send(
    dispatcher: Dispatcher,
    request: Omit<Dispatcher.DispatchOptions, 'origin'>,
    timer: DeadlineTimer,
  ): Promise<void> {
    return timer.wait<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      // The deadline covers the whole response, so undici's own timers are off.
      dispatcher.dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, this);
      return () => this.#abort();
    });
  }

  #abort() {
    this.#isAborted = true;
    this.#controller?.abort(new Error('Aborted.'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isAborted) this.#abort();
    else this.isSent = true;
  }

  onResponseStart(_: unknown, status: number, headers: WireResponse['headers']): void {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#body.append(chunk);
  }

  onResponseEnd(): void {
    // Nothing is left to abort.
    this.#controller = undefined;
    this.#resolve?.();
  }

  onResponseError(_: unknown, error: Error): void {
    this.#reject?.(error);
  }
}
