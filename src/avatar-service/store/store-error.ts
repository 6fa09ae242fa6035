/** The store cannot be used. The message is for the operator. */
export class StoreError extends Error {
  override name = 'StoreError' as const;
}

/**
 * Reasons of store failures, and their statuses and messages for clients. Clients retry the status 503, so only failures that
 * pass by themselves have it. If the database is unavailable, it is unknown whether the last write was committed.
 */
const FAILURES = {
  full: [507, 'The disk of the store is full. Nothing was changed.'],
  readOnly: [500, 'The store is read-only. Nothing was changed.'],
  busy: [503, 'The store is locked by another process. Nothing was changed.'],
  missing: [500, 'The store was moved or deleted. Nothing was changed.'],
  damaged: [500, 'The disk of the store failed. Nothing was changed.'],
  unreachable: [503, 'The store is currently unavailable.'],
  keyUnset: [
    409,
    'The service has no key to encrypt API keys. The operator must set STORE_SECRET. Nothing was changed.',
  ],
  keyLost: [
    409,
    'The encryption key for the API keys of custom LLMs is missing. The operator must restore it or delete these LLMs. Nothing was changed.',
  ],
  builtIn: [409, 'Built-in records can only be changed with an API key of the default account.'],
  duplicateName: [409, 'A tool with this name already exists.'],
} as const;

/** An operation of an open store failed, or its data does not allow it. Acknowledged writes are not affected. */
export class StoreFailure extends Error {
  override name = 'StoreFailure' as const;
  readonly reason: keyof typeof FAILURES;
  /** The status of responses. */
  readonly status: number;

  constructor(reason: keyof typeof FAILURES, options?: ErrorOptions) {
    const [status, message] = FAILURES[reason];
    super(message, options);
    this.reason = reason;
    this.status = status;
  }
}
