import { JWSSignatureVerificationFailed } from 'jose/errors';
import { createRemoteJWKSet, customFetch, type FetchImplementation } from 'jose/jwks/remote';
import { type JWTVerifyOptions, jwtVerify } from 'jose/jwt/verify';
import { z } from 'zod';
import type { JsonObject } from '../../contract/record.ts';
import { readText } from '../../shared/limit-size.ts';
import type { Secret } from '../../shared/secret.ts';
import { KEYS_RETRY_SECONDS, KeysUnavailableError } from './jwt-errors.ts';

/** How a JWKS is cached. Times are in milliseconds. */
const CACHING = {
  /** Age at which the keys are fetched again. */
  maxAge: 600_000,
  /** Minimum time between two fetches because of unknown keys. */
  cooldown: 30_000,
  /** How long stale keys are used while the issuer is unavailable. */
  maxStale: 86_400_000,
  /** Minimum time between a failed fetch and the next one. */
  retryDelay: KEYS_RETRY_SECONDS * 1000,
  /** Timeout of a fetch. */
  timeout: 5_000,
};

export type KeySetOptions = Readonly<Partial<typeof CACHING>>;

const Jwks = z.looseObject({ keys: z.array(z.unknown()) });

/**
 * Fetches a JWKS. The text is the one it was parsed from.
 * @throws Error if there is no valid response.
 */
export async function fetchKeys(
  url: string,
  options: RequestInit,
): Promise<{ readonly text: string; readonly keys: readonly unknown[] }> {
  const response = await fetch(url, options);
  if (response.status !== 200) throw new Error(`The JWKS URL returned status ${response.status}.`);
  const text = await readText(response, 'The JWKS');
  try {
    return { text, ...Jwks.parse(JSON.parse(text)) };
  } catch {
    throw new Error('The JWKS URL did not return a valid JWKS.');
  }
}

/**
 * Creates a fetch of a JWKS. If it fails, and for `retryDelay` afterwards, it returns the last JWKS, up to `maxStale` old.
 */
function createStaleIfErrorFetch(maxStale: number, retryDelay: number): FetchImplementation {
  let last = { text: '', fetchedAt: Number.NEGATIVE_INFINITY };
  let failure = { cause: undefined as unknown, failedAt: Number.NEGATIVE_INFINITY };
  return async (url, options) => {
    if (performance.now() - failure.failedAt >= retryDelay) {
      try {
        const { text } = await fetchKeys(url, options);
        last = { text, fetchedAt: Date.now() };
        return new Response(text);
      } catch (cause) {
        failure = { cause, failedAt: performance.now() };
      }
    }
    if (Date.now() - last.fetchedAt < maxStale) return new Response(last.text);
    throw new KeysUnavailableError(failure.cause);
  };
}

/** Returns the claims of a token that a key signed. Rejects with errors of jose, or KeysUnavailableError. */
export type VerifyClaims = (token: string, options: JWTVerifyOptions) => Promise<JsonObject>;

/** Keys of a URL. */
export interface RemoteKeySet {
  readonly verify: VerifyClaims;
  /** Fetches the keys before the first token needs them. @throws KeysUnavailableError. */
  readonly load: () => Promise<void>;
}

/**
 * Creates the keys of an identity provider. They are fetched when first needed, cached, and fetched again when they are old
 * or a token names an unknown key. While the provider is unavailable, stale keys are used.
 */
export function createRemoteKeys(url: string, options: KeySetOptions = {}): RemoteKeySet {
  const { maxAge, cooldown, maxStale, retryDelay, timeout } = { ...CACHING, ...options };
  const find = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: maxAge,
    cooldownDuration: cooldown,
    timeoutDuration: timeout,
    [customFetch]: createStaleIfErrorFetch(maxStale, retryDelay),
  });
  return {
    load: () => find.reload(),
    verify: async (token, rules) => (await jwtVerify<JsonObject>(token, find, rules)).payload,
  };
}

/** Creates the verification with secrets shared with the issuer: several while one replaces another. */
export const createSecretVerifier = (secrets: readonly Secret[]): VerifyClaims => {
  const keys = secrets.map((secret) => new TextEncoder().encode(secret.reveal()));
  return async (token, rules) => {
    for (const key of keys) {
      try {
        return (await jwtVerify<JsonObject>(token, key, rules)).payload;
      } catch (error) {
        if (!(error instanceof JWSSignatureVerificationFailed)) throw error;
      }
    }
    throw new JWSSignatureVerificationFailed();
  };
};
