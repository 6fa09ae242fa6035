import type { Leaving } from '../sharing/leaving.ts';

/** How long something may take, and who may give it up before. */
export interface Patience {
  /** When it has to be over, on the clock of `performance.now()`. */
  readonly until: number;
  /** Gives it up, with its reason as the error. */
  readonly signal?: Leaving | undefined;
}

/** The error of what took too long. */
export const timeUp = (): DOMException =>
  new DOMException('The time for this is up.', 'TimeoutError');

/** @throws the signal's reason, or a TimeoutError, where there is no patience left. */
export function expectPatience({ until, signal }: Patience): void {
  signal?.throwIfAborted();
  if (performance.now() >= until) throw timeUp();
}

/**
 * Waits for `work` as long as patience lasts; `work` has to find out for itself that nobody waits for it any more.
 * AbortSignal.timeout and AbortSignal.any would stay in memory until the time is up, minutes for calls of milliseconds.
 * @throws the signal's reason; DOMException TimeoutError.
 */
export async function within<Value>(
  { until, signal }: Patience,
  work: () => Promise<Value>,
): Promise<Value> {
  signal?.throwIfAborted();
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timeUp()), Math.max(0, until - performance.now()));
  const leave = () => reject(signal?.reason);
  signal?.addEventListener('abort', leave);
  try {
    return await Promise.race([over, work()]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}
