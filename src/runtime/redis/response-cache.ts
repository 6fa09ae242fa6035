import { randomBytes } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type {
  CacheCredential,
  CacheEntry,
  ResponseCache,
} from '../../server/caching/response-cache.ts';
import { decrypt, encrypt } from '../../shared/encryption.ts';
import { limitEntries } from '../../shared/limit-entries.ts';
import type { RedisConnection } from './connection.ts';
import type { SharedKeys } from './derive-keys.ts';

/** Maximum characters of a cached response. Redis's `maxmemory` limits their number. */
const MAX_CHARACTERS = 512 * 1024;

/** Maximum number of credentials whose last seen versions this process remembers. */
const MAX_NAMES = 10_000;

/**
 * Lifetimes of versions in milliseconds: of a credential without and with cached responses, and of the global version.
 */
const IDLE_VERSION_TTL = 60_000;
const VERSION_TTL = 2 * 3_600_000;
const GLOBAL_VERSION_TTL = 24 * 3_600_000;

/** The decrypted data of a cache entry. Anything else counts as a miss. */
const CachedData = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(z.strictObject({ data: z.record(z.string(), z.unknown()).nullable() }));

const createVersion = () => randomBytes(9).toString('base64url');

/**
 * A response cache in Redis that all processes share.
 *
 * Each credential has a version in Redis, which is deleted when the credential changes data and never repeats, and
 * there is one global version. The encryption key of a response depends on both versions as they were before its data
 * was read. After a change, earlier responses can therefore no longer be decrypted, whichever process made the change.
 * A lost version costs no more than cache misses.
 */
export class RedisResponseCache implements ResponseCache {
  readonly #connection: RedisConnection;
  readonly #keys: SharedKeys;
  readonly #prefix: string;
  readonly #scope: () => unknown;
  readonly #lastSeenVersions = new LRUCache<string, string>(limitEntries(MAX_NAMES));

  /**
   * `scope` returns what a response depends on besides the query and its callers, such as this software's version.
   */
  constructor(connection: RedisConnection, keys: SharedKeys, prefix: string, scope: () => unknown) {
    this.#connection = connection;
    this.#keys = keys;
    this.#prefix = prefix;
    this.#scope = scope;
  }

  async find(credential: CacheCredential, query: string): Promise<CacheEntry | undefined> {
    const { credentialId } = credential;
    const name = this.#keys.createName(query, this.#scope());
    const key = `${this.#prefix}:response:${name}`;
    const values = await this.#connection.tryCommand('responses', (redis) =>
      redis.mgetBuffer(this.#globalVersionKey, this.#getVersionKey(credentialId), key),
    );
    if (!values) return undefined;
    const [globalVersion, ownVersion, encrypted] = values;
    const versions =
      globalVersion && ownVersion
        ? `${globalVersion} ${ownVersion}`
        : await this.#createVersions(credentialId);
    if (versions === undefined) return undefined;
    if (this.#lastSeenVersions.get(credentialId) !== versions) {
      this.#lastSeenVersions.set(credentialId, versions);
      credential.invalidate();
    }
    const encryptionKey = this.#keys.deriveKey('response', name, versions);
    const response = encrypted
      ? CachedData.safeParse(decrypt(encryptionKey, encrypted)).data
      : undefined;
    return {
      response,
      set: (result, seconds) =>
        void this.#store({ key, encryptionKey, credentialId }, result, seconds),
    };
  }

  /** Invalidates all responses that were read for this credential before now. */
  invalidate(credentialId: string): Promise<void> {
    return this.#connection.runCriticalCommand('changes', (redis) =>
      redis.unlink(this.#getVersionKey(credentialId)),
    );
  }

  /**
   * Invalidates all responses that were read before now. For a process that may have missed invalidations, its own
   * included.
   */
  invalidateAll(redis: Redis): Promise<unknown> {
    return redis.set(this.#globalVersionKey, createVersion(), 'PX', GLOBAL_VERSION_TTL);
  }

  get #globalVersionKey() {
    return `${this.#prefix}:version`;
  }

  #getVersionKey(credentialId: string) {
    return `${this.#prefix}:version:${this.#keys.createName('version', credentialId)}`;
  }

  /** Creates missing versions. Returns undefined if they cannot be stored. */
  async #createVersions(credentialId: string): Promise<string | undefined> {
    const ownVersionKey = this.#getVersionKey(credentialId);
    const stored = await this.#connection.tryCommand('responses', async (redis) => {
      await Promise.all([
        redis.set(this.#globalVersionKey, createVersion(), 'PX', GLOBAL_VERSION_TTL, 'NX'),
        redis.set(ownVersionKey, createVersion(), 'PX', IDLE_VERSION_TTL, 'NX'),
      ]);
      return redis.mget(this.#globalVersionKey, ownVersionKey);
    });
    const [globalVersion, ownVersion] = stored ?? [];
    return globalVersion && ownVersion ? `${globalVersion} ${ownVersion}` : undefined;
  }

  /** Not awaited: a response that is not stored is a later miss. */
  async #store(
    {
      key,
      encryptionKey,
      credentialId,
    }: { key: string; encryptionKey: Buffer; credentialId: string },
    { data, extensions }: ExecutionResult,
    seconds: number,
  ) {
    if (extensions) return;
    const text = JSON.stringify({ data });
    const milliseconds = Math.floor(seconds * 1000);
    if (text.length > MAX_CHARACTERS || milliseconds < 1) return;
    await this.#connection.tryCommand('responses', (redis) =>
      Promise.all([
        redis.set(key, encrypt(encryptionKey, text), 'PX', milliseconds),
        redis.pexpire(this.#getVersionKey(credentialId), VERSION_TTL),
      ]),
    );
  }
}
