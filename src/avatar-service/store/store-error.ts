/** The store cannot be used as it is; its message is for the person who runs the service. */
export class StoreError extends Error {
  override name = 'StoreError' as const;
}

/**
 * Why a store fails, and what callers are told of it. A database that cannot be reached may have heard the last of what it
 * was told, or not.
 */
const FAILURES = {
  full: 'The disk of the store is full: nothing was changed.',
  readOnly: 'The store can be read but not written to: nothing was changed.',
  busy: 'The store is held by another process: nothing was changed.',
  away: 'The store is no longer where it was: nothing was changed.',
  damaged: 'The disk of the store fails: nothing was changed.',
  unreachable: 'The store cannot be reached just now.',
  keyUnset:
    'This service has nothing to encrypt API keys with: its operator has to set STORE_SECRET. Nothing was changed.',
  keyLost:
    'The key is missing that API keys of custom LLMs are encrypted with: its operator has to put it back, or delete those LLMs. Nothing was changed.',
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

/** A record cannot have the name that another one has. */
export class DuplicateNameError extends Error {
  override name = 'DuplicateNameError' as const;

  constructor(taken: string) {
    super(`Another one has the name ${taken}.`);
  }
}
