/**
 * The token of a request is not valid: the response is 401 with this message. One's own `authenticate` throws it. The message
 * of this module says why, and of a token contains at most the audience, if the signature is valid.
 */
export class InvalidTokenError extends Error {
  override name = 'InvalidTokenError' as const;
}

/** Seconds before a JWKS that could not be fetched is fetched again, and before clients should try again. */
export const KEYS_RETRY_SECONDS = 5;

/** The JWKS cannot be fetched, and there is no cached one. */
export class KeysUnavailableError extends Error {
  override name = 'KeysUnavailableError' as const;

  constructor(cause: unknown) {
    super('The keys for JWT verification are currently unavailable.', { cause });
  }
}
