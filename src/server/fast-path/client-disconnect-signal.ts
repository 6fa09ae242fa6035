import type { ServerResponse } from 'node:http';
import type { AbortListener, AbortSignalLike } from '../../shared/abort-signal-like.ts';

/**
 * Aborts if the client disconnects before the response is complete. An AbortSignal would need a dozen objects that live
 * as long as the request.
 */
export class ClientDisconnectSignal implements AbortSignalLike {
  #reason: DOMException | undefined;
  readonly #listeners: AbortListener[] = [];

  constructor(response: ServerResponse) {
    response.on('close', () => {
      if (!response.writableFinished) this.#abort();
    });
  }

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): unknown {
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.#reason) throw this.#reason;
  }

  addEventListener(_: 'abort', listener: AbortListener): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_: 'abort', listener: AbortListener): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }

  #abort() {
    this.#reason = new DOMException('The client disconnected.', 'AbortError');
    // A copy, because listeners may remove themselves.
    for (const listener of [...this.#listeners]) {
      if (typeof listener === 'function') listener();
      else listener.handleEvent();
    }
  }
}
