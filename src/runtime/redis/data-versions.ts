import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { DataVersions } from '../../upstream/read-cache.ts';
import type { RedisConnection } from './connection.ts';
import type { SharedKeys } from './derive-keys.ts';

/**
 * Lifetimes of versions in milliseconds: of a credential without and with cached reads, and of the common version. A
 * credential without one may have been invented.
 */
const IDLE_TTL = 60_000;
const TTL = 2 * 3_600_000;
const COMMON_TTL = 24 * 3_600_000;

const createVersion = () => randomBytes(9).toString('base64url');

/**
 * The versions of what is cached, in Redis for all processes: one of each credential, which its writes remove, and a
 * common one, which a process changes after it was without Redis. Versions are random, so a lost one only costs calls.
 */
export class RedisDataVersions implements DataVersions {
  readonly #connection: RedisConnection;
  readonly #keys: SharedKeys;
  readonly #prefix: string;

  constructor(connection: RedisConnection, keys: SharedKeys, prefix: string) {
    this.#connection = connection;
    this.#keys = keys;
    this.#prefix = prefix;
  }

  async get(credentialId: string): Promise<string | undefined> {
    const names = [this.#commonName, this.#getName(credentialId)] as const;
    return (await this.#read(names)) ?? this.#create(names);
  }

  change(credentialId: string): Promise<void> {
    return this.#connection.runCriticalCommand((redis) =>
      redis.unlink(this.#getName(credentialId)),
    );
  }

  /** Not awaited: without it, the version only ends earlier. */
  keep(credentialId: string): void {
    void this.#connection.tryCommand((redis) => redis.pexpire(this.#getName(credentialId), TTL));
  }

  /** Changes the versions of all credentials. For a process that may not have told others its writes, nor learned theirs. */
  changeAll(redis: Redis): Promise<unknown> {
    return redis.set(this.#commonName, createVersion(), 'PX', COMMON_TTL);
  }

  get #commonName() {
    return `${this.#prefix}:version`;
  }

  #getName(credentialId: string) {
    return `${this.#prefix}:version:${this.#keys.createName('version', credentialId)}`;
  }

  async #read(names: readonly [string, string]): Promise<string | undefined> {
    const found = await this.#connection.tryCommand((redis) => redis.mget(...names));
    const [common, own] = found ?? [];
    return common && own ? `${common} ${own}` : undefined;
  }

  async #create(names: readonly [string, string]): Promise<string | undefined> {
    const [common, own] = names;
    await this.#connection.tryCommand((redis) =>
      Promise.all([
        redis.set(common, createVersion(), 'PX', COMMON_TTL, 'NX'),
        redis.set(own, createVersion(), 'PX', IDLE_TTL, 'NX'),
      ]),
    );
    return this.#read(names);
  }
}
