import { createVerifiedIdCache, type VerifiedIdCache } from '../../graphql/verified-ids.ts';
import type { ResponseCache } from '../../server/caching/response-cache.ts';
import type { SharedDocuments } from '../../server/documents/resolve-document.ts';
import type { RateLimitStore } from '../../server/limits/rate-limits.ts';
import type { Secret } from '../../shared/secret.ts';
import { describeAddress } from './address.ts';
import { RedisConnection, type RedisLog } from './connection.ts';
import { deriveKeys } from './derive-keys.ts';
import { createSharedDocuments } from './documents.ts';
import { createSharedRateLimits } from './rate-limits.ts';
import { RedisResponseCache } from './response-cache.ts';
import { createSharedVerifiedIds } from './verified-ids.ts';

export interface RedisSettings {
  /** A redis:// or rediss:// address, which may contain a password. */
  readonly url: Secret;
  /** Protects the names of callers and the cached responses. All processes need the same. */
  readonly secret: Secret;
  /** Command timeout in milliseconds. */
  readonly timeout: number;
}

interface RedisContext {
  /** The upstream, or the store of the built-in avatar service. Only processes with the same realm share state. */
  readonly realm: string;
  /** What a response depends on besides the query and its callers. */
  readonly scope: () => unknown;
  readonly log: RedisLog;
}

/**
 * State that the processes of one deployment share. Each part falls back to local state while Redis is unavailable.
 */
export interface SharedState {
  /** For logs and the startup summary. */
  readonly name: string;
  readonly rateLimits: RateLimitStore;
  readonly responseCache: ResponseCache;
  readonly verifiedIds: VerifiedIdCache;
  readonly documents: SharedDocuments;
  /** Key of credential fingerprints, the same in all processes. */
  readonly fingerprintKey: Buffer;
  /** API key of the built-in avatar service, known to these processes only. */
  readonly developmentKey: string;
  /**
   * Invalidates all cached responses of a credential in all processes. Resolves before the change is reported to the
   * caller.
   */
  invalidate(credentialId: string): Promise<void>;
  /** Whether Redis is unreachable or refuses writes. */
  isUnavailable(): boolean;
  close(): void;
}

/** Connects to Redis. If it is unavailable, logs an error and does not fail. */
export async function openRedis(
  { url, secret, timeout }: RedisSettings,
  { realm, scope, log }: RedisContext,
): Promise<SharedState> {
  const keys = await deriveKeys(secret);
  const prefix = `avatar-graphql:${keys.createName('realm', realm)}`;
  const connection = new RedisConnection({
    url,
    timeout,
    log,
    prepare: (redis) => responseCache.invalidateAll(redis),
  });
  const responseCache = new RedisResponseCache(connection, keys, prefix, scope);
  await connection.open();
  return {
    name: describeAddress(url.reveal()),
    rateLimits: createSharedRateLimits(connection, keys, prefix),
    responseCache,
    verifiedIds: createSharedVerifiedIds(connection, keys, prefix, createVerifiedIdCache()),
    documents: createSharedDocuments(connection, keys, prefix),
    fingerprintKey: keys.fingerprints,
    developmentKey: keys.deriveKey('development key', realm).toString('base64url'),
    invalidate: (credentialId) => responseCache.invalidate(credentialId),
    isUnavailable: () => connection.unavailableReason !== undefined,
    close: () => connection.close(),
  };
}
