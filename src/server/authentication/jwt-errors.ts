/** A caller's token does not hold; the message says why, and nothing of the token. */
export class InvalidTokenError extends Error {
  override name = 'InvalidTokenError' as const;
}

/** The keys that callers' tokens are checked with cannot be had, and none are known from before. */
export class KeysUnavailableError extends Error {
  override name = 'KeysUnavailableError' as const;

  constructor(cause: unknown) {
    super('The keys for JWT verification are currently unavailable.', { cause });
  }
}
