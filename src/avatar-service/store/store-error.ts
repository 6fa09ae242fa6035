/** The store cannot be used. The message is for the operator. */
export class StoreError extends Error {
  override name = 'StoreError' as const;
}

/**
 * Reasons of store failures and their messages for clients. If the database is unavailable, it is unknown whether the
 * last write was committed.
 */
const FAILURES = {
  full: 'The disk of the store is full. Nothing was changed.',
  readOnly: 'The store is read-only. Nothing was changed.',
  busy: 'The store is locked by another process. Nothing was changed.',
  missing: 'The store was moved or deleted. Nothing was changed.',
  damaged: 'The disk of the store failed. Nothing was changed.',
  unreachable: 'The store is currently unavailable.',
  keyUnset:
    'The service has no key to encrypt API keys. The operator must set STORE_SECRET. Nothing was changed.',
  keyLost:
    'The encryption key for the API keys of custom LLMs is missing. The operator must restore it or delete these LLMs. Nothing was changed.',
  builtIn: 'Built-in records can only be changed with an API key of the default account.',
  duplicateName: 'A tool with this name already exists.',
} as const;

/** An operation of an open store failed, or its data does not allow it. Acknowledged writes are not affected. */
export class StoreFailure extends Error {
  override name = 'StoreFailure' as const;
  readonly reason: keyof typeof FAILURES;

  constructor(reason: keyof typeof FAILURES, options?: ErrorOptions) {
    super(FAILURES[reason], options);
    this.reason = reason;
  }
}
