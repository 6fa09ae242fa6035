/** The JWT is not valid. The message says why. Of the token, it contains at most the issuer or audience, if the signature is valid. */
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
