import type { AbortSignalLike } from '../shared/abort-signal-like.ts';
import { type TimeoutPhase, UpstreamError } from './errors.ts';

/** How long somebody waits for a call. */
export interface Waiter {
  /** Ends the wait, which fails with a timeout if the signal's reason is one. */
  readonly signal?: AbortSignalLike | undefined;
  /** On the clock of `performance.now()`. Default: no limit. */
  readonly until?: number | undefined;
}

/** The longest time of a timer of Node.js: a longer one ends at once. */
const MAX_TIME = 2 ** 31 - 1;

/** Starts a wait. Returns a function that cancels it, and has no effect after its end. */
type Start<Value> = (
  resolve: (value: Value) => void,
  reject: (error: unknown) => void,
) => () => void;

/** Ends whatever a call waits for, one thing at a time, when its time is over or its signal aborts. */
export class DeadlineTimer {
  readonly #call: string;
  readonly #signal: AbortSignalLike | undefined;
  readonly #timer: NodeJS.Timeout;
  /** Rejects and cancels the current wait of the call. They have no effect after its end. */
  #reject: ((error: unknown) => void) | undefined;
  #cancel: (() => void) | undefined;
  #failure: UpstreamError | undefined;
  /** What the call waits for. */
  phase: TimeoutPhase;

  /** @param timeout of the call itself, in milliseconds. */
  constructor(call: string, { signal, until = Infinity }: Waiter, timeout = Infinity) {
    const left = until - performance.now();
    this.#call = call;
    this.#signal = signal;
    this.phase = left <= timeout ? 'OPERATION' : 'RESPONSE';
    const time = Math.max(0, Math.min(left, timeout, MAX_TIME));
    this.#timer = setTimeout(() => this.#endInTime(), time);
    if (signal?.aborted) this.handleEvent();
    else if (time === 0) this.#endInTime();
    else signal?.addEventListener('abort', this);
  }

  #endInTime() {
    this.#end(new UpstreamError('timeout', this.#call, { phase: this.phase }));
  }

  #end(failure: UpstreamError) {
    this.#failure = failure;
    // First, because what is cancelled may reject, too.
    this.#reject?.(failure);
    this.#cancel?.();
  }

  /** Called by the signal. An object as listener saves a function for each call. */
  handleEvent(): void {
    const cause: unknown = this.#signal?.reason;
    const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
    const kind = isTimeout ? 'timeout' : 'aborted';
    this.#end(new UpstreamError(kind, this.#call, { cause, phase: 'OPERATION' }));
  }

  /** @throws UpstreamError if the time is over, or the signal has aborted. */
  throwIfOver(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Waits for what `start` starts. @throws UpstreamError when the time is over, and what it rejects with. */
  wait<Value>(start: Start<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
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
