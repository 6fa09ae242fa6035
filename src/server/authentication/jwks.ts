import type { JWTVerifyGetKey } from 'jose';
import {
  createRemoteJWKSet,
  customFetch,
  type FetchImplementation,
  type JWKSCacheInput,
  jwksCache,
} from 'jose/jwks/remote';
import type { Secret } from '../../shared/secret.ts';
import { KeysUnavailableError } from './jwt-errors.ts';

/** How a key set is kept. Times are milliseconds. */
export interface KeySetOptions {
  /** Age at which the keys are fetched anew. Default 10 minutes. */
  readonly maxAge?: number | undefined;
  /** Time after a fetch in which a token of an unknown key makes no further one. Default 30 seconds. */
  readonly cooldown?: number | undefined;
  /** How long keys that were once fetched still serve while they cannot be fetched again. Default 24 hours. */
  readonly maxStale?: number | undefined;
  /** Default 5 seconds. */
  readonly timeout?: number | undefined;
}

/** Bytes of a key set, at most. */
const MAX_BYTES = 256 * 1024;

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error(`The JWKS is larger than ${MAX_BYTES} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Fetches a key set; while that fails, answers with the last one that came, up to `maxStale` old. */
function staleWhileDown(maxStale: number): FetchImplementation {
  let last: { readonly text: string; readonly at: number } | undefined;
  return async (url, options) => {
    try {
      const response = await fetch(url, options);
      if (response.status !== 200)
        throw new Error(`The JWKS URL returned status ${response.status}.`);
      const text = await readText(response);
      const { keys } = JSON.parse(text);
      if (!Array.isArray(keys)) throw new Error('The JWKS URL did not return a valid JWKS.');
      last = { text, at: Date.now() };
      return new Response(text);
    } catch (cause) {
      if (last && Date.now() - last.at < maxStale) return new Response(last.text);
      throw new KeysUnavailableError(cause);
    }
  };
}

/** The keys that tokens are verified with. */
export interface JwtKeys {
  /** Finds the key that signed a token. */
  readonly find: JWTVerifyGetKey;
  /**
   * Identifies the keys that are held now; another value after every fetch. Undefined while they are too old to be used
   * without another fetch.
   */
  version(): number | undefined;
}

const noCache = (): JWKSCacheInput => ({});

/**
 * The keys of an identity provider, fetched when first needed, kept, fetched anew when they are old or when a token
 * names a key that is not among them, and served from memory while the provider is down.
 */
export function createRemoteKeys(url: string, options: KeySetOptions = {}): JwtKeys {
  const { maxAge = 600_000, cooldown = 30_000, maxStale = 86_400_000, timeout = 5_000 } = options;
  const cache = noCache();
  const find = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: maxAge,
    cooldownDuration: cooldown,
    timeoutDuration: timeout,
    [customFetch]: staleWhileDown(maxStale),
    [jwksCache]: cache,
  });
  let latest: object | undefined;
  let version = 0;
  return {
    find,
    version: () => {
      // jose puts a new object there in the same step in which it begins to use the keys of a fetch.
      if (cache.jwks !== latest) {
        latest = cache.jwks;
        version += 1;
      }
      return find.fresh ? version : undefined;
    },
  };
}

/** A secret that is shared with the issuer, which never changes. */
export const createSharedSecret = (secret: Secret): JwtKeys => {
  const key = new TextEncoder().encode(secret.reveal());
  return { find: () => key, version: () => 0 };
};
