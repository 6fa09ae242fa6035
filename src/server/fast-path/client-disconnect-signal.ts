import type { ServerResponse } from 'node:http';
import type { AbortListener, AbortSignalLike } from '../../shared/abort-signal-like.ts';

/**
 * Tells when the caller of a request goes away before the answer is whole. An AbortSignal would do the same, by a dozen
 * objects that live as long as the request is under way.
 */
export class ClientDisconnectSignal implements AbortSignalLike {
  #reason: DOMException | undefined;
  readonly #listeners: AbortListener[] = [];

  constructor(response: ServerResponse) {
    response.on('close', () => {
      if (!response.writableFinished) this.#leave();
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
    const place = this.#listeners.indexOf(listener);
    if (place >= 0) this.#listeners.splice(place, 1);
  }

  #leave() {
    this.#reason = new DOMException('The caller went away.', 'AbortError');
    // Whoever hears of it may stop listening.
    for (const listener of [...this.#listeners]) {
      if (typeof listener === 'function') listener();
      else listener.handleEvent();
    }
  }
}
