import type { Dispatcher } from 'undici';
import type { Leaving } from '../sharing/leaving.ts';
import { type Patience, timeUp } from './patience.ts';
import type { WireRequest } from './request.ts';
import type { WireResponse } from './response.ts';

/** The text of a body that came in pieces, without the mark that some writers put before UTF-8. */
function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  const whole = first && chunks.length === 1 ? first : Buffer.concat(chunks);
  const text = whole.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/**
 * One request and its whole answer. undici's own `request` makes a stream, a promise for its body and an asynchronous
 * resource for each call; an answer that is only ever wanted whole needs none of them.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (response: WireResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: Leaving | undefined;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: WireResponse['headers'] = {};
  #controller: Dispatcher.DispatchController | undefined;
  /** Why it was given up; undici may not know yet. */
  #given: Error | undefined;

  constructor(
    { until, signal }: Patience,
    resolve: (response: WireResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#signal = signal;
    this.#timer = setTimeout(expire, Math.max(0, until - performance.now()), this);
    signal?.addEventListener('abort', this);
  }

  /** The signal aborts: an event listener may be an object, which spares a function for each call. */
  handleEvent(): void {
    this.giveUp(this.#signal?.reason);
  }

  giveUp(reason: unknown): void {
    this.#given = reason instanceof Error ? reason : new Error('Given up.', { cause: reason });
    this.#settle();
    this.#reject(this.#given);
    this.#controller?.abort(this.#given);
  }

  #settle() {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // A dispatcher that repeats a request begins its answer anew.
    this.#chunks.length = 0;
    if (this.#given) controller.abort(this.#given);
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: WireResponse['headers'],
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#settle();
    const text = textOf(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, text });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#settle();
    this.#reject(error);
  }
}

function expire(exchange: Exchange): void {
  exchange.giveUp(timeUp());
}

/**
 * Sends one request and buffers its answer, which `dispatcher` bounds in size.
 * @throws the dispatcher's own errors; the signal's reason where it aborts; DOMException TimeoutError where its time is up.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  patience: Patience,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    patience.signal?.throwIfAborted();
    const { method, path, headers, body } = request;
    // The exchange's own timer is the limit for all of it, so undici need not keep two more.
    const options = { method, path, headers, body, headersTimeout: 0, bodyTimeout: 0 };
    dispatcher.dispatch(options, new Exchange(patience, resolve, reject));
  });
}
