/** The store cannot be used as it is; its message is for the person who runs the service. */
export class StoreError extends Error {
  override name = 'StoreError' as const;
}

/**
 * Why a store fails, and what callers are told of it. A database that cannot be reached may have heard the last of what it
 * was told, or not.
 */
const FAILURES = {
  full: 'The disk of the store is full. Nothing was changed.',
  readOnly: 'The store is read-only. Nothing was changed.',
  busy: 'The store is locked by another process. Nothing was changed.',
  away: 'The store was moved or deleted. Nothing was changed.',
  damaged: 'The disk of the store failed. Nothing was changed.',
  unreachable: 'The store is currently unavailable.',
} as const;

/** An open store cannot do what was asked of it. What was acknowledged before is not touched by it. */
export class StoreFailure extends Error {
  override name = 'StoreFailure' as const;
  readonly reason: keyof typeof FAILURES;

  constructor(reason: keyof typeof FAILURES, options?: ErrorOptions) {
    super(FAILURES[reason], options);
    this.reason = reason;
  }
}
