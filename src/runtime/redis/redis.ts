import { createVerifiedIdCache, type VerifiedIdCache } from '../../graphql/verified-ids.ts';
import type { SharedResponseCache } from '../../server/caching/response-cache.ts';
import type { RateLimitStore } from '../../server/limits/rate-limits.ts';
import type { Secret } from '../../shared/secret.ts';
import { describeAddress } from './address.ts';
import { RedisConnection, type RedisLog } from './connection.ts';
import { deriveKeys } from './keys.ts';
import { createSharedRateLimits } from './rate-limits.ts';
import { RedisResponseCache } from './response-cache.ts';
import { createSharedVerifiedIds } from './verified-ids.ts';

/** Which Redis, and what of it is whose. */
export interface RedisSettings {
  /** A redis:// or rediss:// address, which may hold a password. */
  readonly url: Secret;
  /** What the names of callers and the answers kept are made unreadable with. All processes need the same. */
  readonly secret: Secret;
  /** Milliseconds that a command has. */
  readonly timeout: number;
}

interface Surroundings {
  /** The service, or the store of our own: processes share only what is said of the same one. */
  readonly realm: string;
  /** What besides the asker and the query decides what an answer says. */
  readonly scope: () => unknown;
  readonly log: RedisLog;
}

/** What the processes of one deployment share. Each part does without Redis while that is of no use. */
export interface SharedState {
  /** As a person may be told of it. */
  readonly name: string;
  readonly counters: RateLimitStore;
  readonly answers: SharedResponseCache;
  readonly idMemory: VerifiedIdCache;
  /** What fingerprints of credentials are made with, so that every process gives a credential the same. */
  readonly fingerprintKey: Buffer;
  /** A key that only these processes know, for our own avatar service in each of them. */
  readonly developmentKey: string;
  /** Takes from all processes what was kept for a credential, by its fingerprint, before it is told of its change. */
  forget(whose: string): Promise<void>;
  /** Whether Redis is away, or refuses to keep anything. */
  isAway(): boolean;
  close(): void;
}

/** Connects to Redis; where it is away, that is said in the log and nothing fails. */
export async function openRedis(
  { url, secret, timeout }: RedisSettings,
  { realm, scope, log }: Surroundings,
): Promise<SharedState> {
  const keys = await deriveKeys(secret);
  const prefix = `avatar-graphql:${keys.nameOf('realm', realm)}`;
  const link = new RedisConnection({
    url,
    timeout,
    log,
    greet: (redis) => answers.forgetAll(redis),
  });
  const answers = new RedisResponseCache(link, keys, prefix, scope);
  await link.open();
  return {
    name: describeAddress(url.reveal()),
    counters: createSharedRateLimits(link, keys, prefix),
    answers,
    idMemory: createSharedVerifiedIds(link, keys, prefix, createVerifiedIdCache()),
    fingerprintKey: keys.fingerprints,
    developmentKey: keys.keyFor('development key', realm).toString('base64url'),
    forget: (whose) => answers.forget(whose),
    isAway: () => link.trouble !== undefined,
    close: () => link.close(),
  };
}
