import type { ServerResponse } from 'node:http';
import type { AbortListener, AbortSignalLike } from '../shared/abort-signal-like.ts';

/** The reason of all signals whose response has closed: an error of its own would cost more than the signal. */
export const CLOSED: DOMException = new DOMException('The response is closed.', 'AbortError');

/**
 * Aborts when the response is complete or the client disconnects: nobody needs a call that is still active then. An
 * AbortSignal would take 2 KB for each upstream call of the request.
 */
export class ResponseSignal implements AbortSignalLike {
  #isAborted: boolean;
  readonly #listeners = new Set<AbortListener>();

  constructor(response: ServerResponse) {
    this.#isAborted = response.closed;
    response.on('close', () => this.#abort());
  }

  get aborted(): boolean {
    return this.#isAborted;
  }

  get reason(): unknown {
    return this.#isAborted ? CLOSED : undefined;
  }

  throwIfAborted(): void {
    if (this.#isAborted) throw CLOSED;
  }

  addEventListener(_: 'abort', listener: AbortListener): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: AbortListener): void {
    this.#listeners.delete(listener);
  }

  #abort() {
    this.#isAborted = true;
    for (const listener of this.#listeners) {
      if (typeof listener === 'function') listener();
      else listener.handleEvent();
    }
  }
}
