/** The JWT is not valid. The message says why and contains nothing of the token. */
export class InvalidTokenError extends Error {
  override name = 'InvalidTokenError' as const;
}

/** The JWKS cannot be fetched, and there is no cached one. */
export class KeysUnavailableError extends Error {
  override name = 'KeysUnavailableError' as const;

  constructor(cause: unknown) {
    super('The keys for JWT verification are currently unavailable.', { cause });
  }
}
