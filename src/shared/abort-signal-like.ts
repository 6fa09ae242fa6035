/** Hears that somebody has left. */
export type AbortListener = { handleEvent(): void } | (() => void);

/**
 * Tells that somebody no longer waits. It is what is used here of an AbortSignal, so one will do; so will something with
 * less around it.
 */
export interface AbortSignalLike {
  /** Whether they have left. */
  readonly aborted: boolean;
  /** The error of whoever works for them all the same; undefined while they wait. */
  readonly reason: unknown;
  /** @throws the reason, where they have left. */
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: AbortListener): void;
  removeEventListener(type: 'abort', listener: AbortListener): void;
}
