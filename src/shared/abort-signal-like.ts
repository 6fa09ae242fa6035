export type AbortListener = { handleEvent(): void } | (() => void);

/** The part of AbortSignal that this project uses, so that cheaper implementations can replace it. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  /** The reason of the abort; undefined before. */
  readonly reason: unknown;
  /** @throws the reason, after an abort. */
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: AbortListener): void;
  removeEventListener(type: 'abort', listener: AbortListener): void;
}
