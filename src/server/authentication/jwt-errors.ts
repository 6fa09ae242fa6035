/**
 * The token of a request is not valid: the response is 401 with this message. A custom `authenticate` can throw it, too.
 * Messages of this module say why, and contain at most the audience of a token whose signature is valid.
 */
export class InvalidTokenError extends Error {
  override name = 'InvalidTokenError' as const;
}

/** Seconds until a failed fetch of a JWKS is repeated, and until clients should try again. */
export const KEYS_RETRY_SECONDS = 5;

/** The JWKS cannot be fetched, and there is no cached one. */
export class KeysUnavailableError extends Error {
  override name = 'KeysUnavailableError' as const;

  constructor(cause: unknown) {
    super('The keys for JWT verification are currently unavailable.', { cause });
  }
}
