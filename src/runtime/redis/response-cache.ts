import { randomBytes } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type {
  CacheEntry,
  CacheIdentity,
  SharedResponseCache,
} from '../../server/caching/response-cache.ts';
import type { RedisConnection } from './connection.ts';
import { publishCacheLookup } from './diagnostics.ts';
import { decrypt, encrypt } from './encryption.ts';
import type { SharedKeys } from './keys.ts';

/** Characters of an answer that is kept, at most. How many are kept is for Redis's own `maxmemory`. */
const MAX_CHARACTERS = 512 * 1024;

/** Names credentialId latest mark this process remembers, at most. */
const MAX_NAMES = 10_000;

/** Milliseconds: what a mark outlives, while its owner has nothing kept and while they have; and the mark of all. */
const EMPTY_TTL = 60_000;
const TTL = 2 * 3_600_000;
const COMMON_TTL = 24 * 3_600_000;

/** What was sealed; anything else is as good as nothing. */
const Sealed = z
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

const newMark = () => randomBytes(9).toString('base64url');

/**
 * Answers that all processes share, each for its own asker. Everyone has a mark in Redis, which goes when they change
 * something and never comes again, and all have one together; an answer is sealed with both marks as they were before it
 * was read. So whatever was read before a change opens to nobody after it, whichever process made the change, and a mark
 * that is lost costs no more than a miss.
 */
export class RedisResponseCache implements SharedResponseCache {
  readonly #link: RedisConnection;
  readonly #keys: SharedKeys;
  readonly #prefix: string;
  readonly #scope: () => unknown;
  readonly #latest = new LRUCache<string, string>({ max: MAX_NAMES });

  /** `scope` is what besides the asker and the query decides what an answer says, such as the version. */
  constructor(link: RedisConnection, keys: SharedKeys, prefix: string, scope: () => unknown) {
    this.#link = link;
    this.#keys = keys;
    this.#prefix = prefix;
    this.#scope = scope;
  }

  async find(asker: CacheIdentity, query: string): Promise<CacheEntry | undefined> {
    const { credentialId, identity } = asker;
    const name = this.#keys.nameOf(identity, query, this.#scope());
    const key = `${this.#prefix}:answer:${name}`;
    const found = await this.#link.use('answers', (redis) =>
      redis.mgetBuffer(this.#commonMark, this.#markOf(credentialId), key),
    );
    if (!found) return undefined;
    const [common, own, sealed] = found;
    const marks = common && own ? `${common} ${own}` : await this.#mark(credentialId);
    if (marks === undefined) return undefined;
    if (this.#latest.get(credentialId) !== marks) {
      this.#latest.set(credentialId, marks);
      asker.invalidate();
    }
    const sealingKey = this.#keys.keyFor('answer', name, marks);
    const response = sealed ? Sealed.safeParse(decrypt(sealingKey, sealed)).data : undefined;
    publishCacheLookup(response !== undefined);
    return {
      response,
      set: (result, seconds) => void this.#keep({ key, sealingKey, credentialId }, result, seconds),
    };
  }

  /** Lets nobody have what was read for this asker before now. */
  forget(credentialId: string): Promise<void> {
    return this.#link.insist('changes', (redis) => redis.unlink(this.#markOf(credentialId)));
  }

  /** Lets nobody have what was read before now; for one who may have missed what others, or it itself, forgot. */
  forgetAll(redis: Redis): Promise<unknown> {
    return redis.set(this.#commonMark, newMark(), 'PX', COMMON_TTL);
  }

  get #commonMark() {
    return `${this.#prefix}:mark`;
  }

  #markOf(credentialId: string) {
    return `${this.#prefix}:mark:${this.#keys.nameOf('mark', credentialId)}`;
  }

  /** Makes the marks that are missing; undefined where they do not stay. */
  async #mark(credentialId: string): Promise<string | undefined> {
    const own = this.#markOf(credentialId);
    const made = await this.#link.use('answers', async (redis) => {
      await Promise.all([
        redis.set(this.#commonMark, newMark(), 'PX', COMMON_TTL, 'NX'),
        redis.set(own, newMark(), 'PX', EMPTY_TTL, 'NX'),
      ]);
      return redis.mget(this.#commonMark, own);
    });
    const [common, ownMark] = made ?? [];
    return common && ownMark ? `${common} ${ownMark}` : undefined;
  }

  /** Nobody waits for it: an answer that is not kept is asked for again. */
  async #keep(
    { key, sealingKey, credentialId }: { key: string; sealingKey: Buffer; credentialId: string },
    { data, extensions }: ExecutionResult,
    seconds: number,
  ) {
    if (extensions) return;
    const text = JSON.stringify({ data });
    const milliseconds = Math.floor(seconds * 1000);
    if (text.length > MAX_CHARACTERS || milliseconds < 1) return;
    await this.#link.use('answers', (redis) =>
      Promise.all([
        redis.set(key, encrypt(sealingKey, text), 'PX', milliseconds),
        redis.pexpire(this.#markOf(credentialId), TTL),
      ]),
    );
  }
}
