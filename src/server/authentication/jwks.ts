import { JWSSignatureVerificationFailed } from 'jose/errors';
import {
  createRemoteJWKSet,
  customFetch,
  type FetchImplementation,
  type JWKSCacheInput,
  jwksCache,
} from 'jose/jwks/remote';
import { jwtVerify } from 'jose/jwt/verify';
import { z } from 'zod';
import type { JsonObject } from '../../contract/record.ts';
import { limitSize } from '../../shared/limit-size.ts';
import type { Secret } from '../../shared/secret.ts';
import { KEYS_RETRY_SECONDS, KeysUnavailableError } from './jwt-errors.ts';

/** How a JWKS is cached. Times are in milliseconds. */
export interface KeySetOptions {
  /** Age at which the keys are fetched again. Default 10 minutes. */
  readonly maxAge?: number | undefined;
  /** Minimum time between two fetches because of unknown keys. Default 30 seconds. */
  readonly cooldown?: number | undefined;
  /** How long stale keys are used while the issuer is unavailable. Default 24 hours. */
  readonly maxStale?: number | undefined;
  /** Minimum time between a failed fetch and the next one. Default 5 seconds. */
  readonly retryDelay?: number | undefined;
  /** Timeout of a fetch. Default 5 seconds. */
  readonly timeout?: number | undefined;
}

const Jwks = z
  .string()
  .transform((text, { addIssue }) => {
    try {
      return JSON.parse(text);
    } catch {
      addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(z.looseObject({ keys: z.array(z.unknown()) }));

/** Maximum size of a response in bytes. */
const MAX_BYTES = 256 * 1024;

/** Reads the body of a response. @param what names it in errors. @throws Error if it is too large. */
export async function readText(response: Response, what = 'The JWKS'): Promise<string> {
  const createError = () => new Error(`${what} is larger than ${MAX_BYTES} bytes.`);
  if (!response.body) return '';
  return Buffer.concat(
    await Array.fromAsync(limitSize(response.body, MAX_BYTES, createError)),
  ).toString();
}

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
  const text = await readText(response);
  const jwks = Jwks.safeParse(text);
  if (!jwks.success) throw new Error('The JWKS URL did not return a valid JWKS.');
  return { text, keys: jwks.data.keys };
}

/**
 * Creates a fetch of a JWKS. If it fails, and for `retryDelay` afterwards, it returns the last JWKS, up to `maxStale` old.
 */
function createStaleIfErrorFetch(maxStale: number, retryDelay: number): FetchImplementation {
  let last: { readonly text: string; readonly fetchedAt: number } | undefined;
  let failure: { readonly cause: unknown; readonly failedAt: number } | undefined;
  return async (url, options) => {
    if (!failure || performance.now() - failure.failedAt >= retryDelay) {
      try {
        const { text } = await fetchKeys(url, options);
        last = { text, fetchedAt: Date.now() };
        failure = undefined;
        return new Response(text);
      } catch (cause) {
        failure = { cause, failedAt: performance.now() };
      }
    }
    if (last && Date.now() - last.fetchedAt < maxStale) return new Response(last.text);
    throw new KeysUnavailableError(failure.cause);
  };
}

/** What a token must fulfil: options of `jwtVerify` of jose. Described here, so that programs need not its types. */
interface TokenRules {
  readonly issuer: string;
  readonly algorithms: string[];
  /** Seconds. */
  readonly clockTolerance: number;
  readonly requiredClaims: string[];
  readonly typ?: string;
}

/** The claims of a token whose times are valid. */
export interface TokenClaims extends JsonObject {
  readonly exp?: number;
  readonly nbf?: number;
}

export interface JwtKeys {
  /** Returns the claims of a token that one of the keys signed. @throws errors of jose; KeysUnavailableError. */
  verify(token: string, options: TokenRules): Promise<TokenClaims>;
  /** Returns the version of the cached keys, which changes with each fetch; undefined if they must be fetched again. */
  version(): number | undefined;
}

/** Keys of a URL. */
export interface RemoteKeySet extends JwtKeys {
  /** Fetches the keys before the first token needs them. @throws KeysUnavailableError. */
  load(): Promise<void>;
}

const createCache = (): JWKSCacheInput => ({});

/**
 * Creates the keys of an identity provider. They are fetched when first needed, cached, and fetched again when they are old
 * or a token names an unknown key. While the provider is unavailable, stale keys are used.
 */
export function createRemoteKeys(url: string, options: KeySetOptions = {}): RemoteKeySet {
  const { maxAge = 600_000, cooldown = 30_000, maxStale = 86_400_000, timeout = 5_000 } = options;
  const { retryDelay = KEYS_RETRY_SECONDS * 1000 } = options;
  const cache = createCache();
  const find = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: maxAge,
    cooldownDuration: cooldown,
    timeoutDuration: timeout,
    [customFetch]: createStaleIfErrorFetch(maxStale, retryDelay),
    [jwksCache]: cache,
  });
  let latest: object | undefined;
  let version = 0;
  return {
    load: () => find.reload(),
    verify: async (token, rules) => (await jwtVerify(token, find, rules)).payload,
    version: () => {
      // jose replaces this object in the same step in which it replaces its keys.
      if (cache.jwks !== latest) {
        latest = cache.jwks;
        version += 1;
      }
      return find.fresh ? version : undefined;
    },
  };
}

/** Creates keys from the secrets shared with the issuer: several while one replaces another. They never change. */
export const createSharedSecrets = (secrets: readonly Secret[]): JwtKeys => {
  const keys = secrets.map((secret) => new TextEncoder().encode(secret.reveal()));
  return {
    verify: async (token, rules) => {
      for (const key of keys) {
        try {
          return (await jwtVerify(token, key, rules)).payload;
        } catch (error) {
          if (!(error instanceof JWSSignatureVerificationFailed)) throw error;
        }
      }
      throw new JWSSignatureVerificationFailed();
    },
    version: () => 0,
  };
};
