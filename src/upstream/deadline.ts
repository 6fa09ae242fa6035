import type { AbortSignalLike } from '../shared/abort-signal-like.ts';

export interface Deadline {
  /** On the clock of `performance.now()`. */
  readonly until: number;
  /** Ends the call earlier, with its reason as the error. */
  readonly signal?: AbortSignalLike | undefined;
}

/** The longest time of a timer of Node.js: a longer one ends at once. */
const MAX_TIME = 2 ** 31 - 1;

const createTimeoutError = (): DOMException =>
  new DOMException('The deadline was exceeded.', 'TimeoutError');

/** Starts a wait. Returns a function that cancels it, and has no effect after its end. */
type Start<Value> = (
  resolve: (value: Value) => void,
  reject: (error: unknown) => void,
) => () => void;

/** Ends whatever a call waits for, one thing at a time, when its deadline passes or its signal aborts. */
export class DeadlineTimer {
  readonly #signal: AbortSignalLike | undefined;
  readonly #timer: NodeJS.Timeout;
  /** Rejects and cancels the current wait of the call. They have no effect after its end. */
  #reject: ((reason: unknown) => void) | undefined;
  #cancel: (() => void) | undefined;
  #isOver = false;
  #reason: unknown;

  constructor({ until, signal }: Deadline) {
    const timeLeft = Math.min(until - performance.now(), MAX_TIME);
    this.#signal = signal;
    this.#timer = setTimeout(() => this.#end(createTimeoutError()), Math.max(0, timeLeft));
    if (signal?.aborted) this.#end(signal.reason);
    else if (timeLeft <= 0) this.#end(createTimeoutError());
    else signal?.addEventListener('abort', this);
  }

  #end(reason: unknown) {
    this.#isOver = true;
    this.#reason = reason;
    // First, because what is cancelled may reject, too.
    this.#reject?.(reason);
    this.#cancel?.();
  }

  /** Called by the signal. An object as listener saves a function for each call. */
  handleEvent(): void {
    this.#end(this.#signal?.reason);
  }

  /** @throws the reason, after the deadline or an abort. */
  throwIfOver(): void {
    if (this.#isOver) throw this.#reason;
  }

  /**
   * Waits for what `start` starts. @throws the reason if the deadline passes or the signal aborts, and what it rejects
   * with.
   */
  wait<Value>(start: Start<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) return reject(this.#reason);
      this.#cancel = undefined;
      this.#reject = reject;
      this.#cancel = start(resolve, reject);
    });
  }

  sleep(milliseconds: number): Promise<void> {
    return this.wait((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      return () => clearTimeout(timer);
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this);
  }
}
