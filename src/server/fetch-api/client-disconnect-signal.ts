import type { ServerResponse } from 'node:http';
import type { AbortListener, AbortSignalLike } from '../../shared/abort-signal-like.ts';

/**
 * Aborts when the response is complete or the client disconnects: nobody needs a call that is still active then. An
 * AbortSignal would need a dozen objects that live as long as the request.
 */
export class ClientDisconnectSignal implements AbortSignalLike {
  readonly #response: ServerResponse;
  #isAborted: boolean;
  #reason: DOMException | undefined;
  readonly #listeners: AbortListener[] = [];
  #onDisconnect: (() => void) | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
    this.#isAborted = response.closed;
    response.on('close', () => this.#abort());
  }

  get aborted(): boolean {
    return this.#isAborted;
  }

  get reason(): unknown {
    if (!this.#isAborted) return undefined;
    // Created here, because most responses are complete without a listener.
    this.#reason ??= new DOMException('The response is closed.', 'AbortError');
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.#isAborted) throw this.reason;
  }

  addEventListener(_: 'abort', listener: AbortListener): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_: 'abort', listener: AbortListener): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }

  /**
   * Returns the signal as the response that Yoga's adapter listens to, to abort the signal of its Request if the client
   * disconnects. To a real response it adds three listeners, and each keeps two objects while the request waits.
   */
  asResponse(): ServerResponse {
    // All that the adapter uses is `once` and `errored`.
    return this as object as ServerResponse;
  }

  once(event: string, listener: () => void): void {
    if (event === 'close') this.#onDisconnect = listener;
  }

  get errored(): Error | null {
    return this.#response.errored;
  }

  #abort() {
    this.#isAborted = true;
    if (!this.#response.writableFinished) this.#onDisconnect?.();
    // A copy, because listeners may remove themselves.
    for (const listener of [...this.#listeners]) {
      if (typeof listener === 'function') listener();
      else listener.handleEvent();
    }
  }
}
