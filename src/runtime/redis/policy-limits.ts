import type { Redis } from 'ioredis';
import {
  type Commit,
  type LimitStore,
  LimitsUnavailableError,
  type Stored,
} from '../../policy/limits.ts';
import type { RedisConnection } from './connection.ts';
import type { SharedKeys } from './derive-keys.ts';
import { COMMIT } from './policy-scripts.ts';

/**
 * Counters of mints in Redis, shared by all processes. Key names reveal neither subjects nor tenants. While Redis is
 * unavailable, no limited session tokens are created.
 */
export class RedisLimits implements LimitStore {
  readonly key: Buffer;
  readonly #connection: RedisConnection;
  readonly #keys: SharedKeys;
  readonly #prefix: string;

  /** Key names begin with `prefix`. */
  constructor(connection: RedisConnection, keys: SharedKeys, prefix: string) {
    this.#connection = connection;
    this.#keys = keys;
    this.#prefix = `${prefix}:policy`;
    this.key = keys.deriveKey('policy', prefix);
  }

  createName(...parts: readonly (string | number)[]): string {
    return `${this.#prefix}:${this.#keys.createName('policy', ...parts)}`;
  }

  async read(account: string, counters: readonly string[]): Promise<Stored> {
    const [text, ...counts] = await this.#run((redis) => redis.mget(account, ...counters));
    return { text: text ?? '', counts: counts.map(Number) };
  }

  /** The script is executed atomically. */
  async commit(commit: Commit): Promise<Stored | undefined> {
    const { account, version, text, endsAt, changes, mint } = commit;
    const keys = [
      account,
      mint === undefined ? account : this.#nameMint(mint),
      ...changes.map(({ name }) => name),
    ];
    const values = changes.flatMap(({ amount, max, endsAt }) => [amount, max, endsAt]);
    const reply = await this.#run((redis) =>
      redis.eval(COMMIT, keys.length, ...keys, version, text, endsAt, ...values),
    );
    if (!Array.isArray(reply)) return undefined;
    const [found, ...counts] = reply;
    return { text: String(found), counts: counts.map(Number) };
  }

  async findAccounts(mints: readonly string[]): Promise<readonly (string | undefined)[]> {
    const names = mints.map((mint) => this.#nameMint(mint));
    const found = await this.#run((redis) => redis.mget(...names));
    return found.map((name) => name ?? undefined);
  }

  #nameMint(mint: string): string {
    return this.createName('mint', mint);
  }

  async #run<Reply>(command: (redis: Redis) => Promise<Reply>): Promise<Reply> {
    const reply = await this.#connection.tryCommand(command);
    if (reply === undefined) throw new LimitsUnavailableError();
    return reply;
  }
}
