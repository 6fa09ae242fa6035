import {
  type Counter,
  findLongest,
  getCounterKey,
  type LimitStore,
  LimitsUnavailableError,
  listReturned,
  type Shortage,
  type Taken,
} from '../../policy/limits.ts';
import type { RedisConnection } from './connection.ts';
import type { SharedKeys } from './derive-keys.ts';
import { GIVE_BACK, READ, RELEASE, RESET, TAKE } from './policy-scripts.ts';

/** What a script returns: integers and texts. */
type Reply = readonly (number | string | null)[];

/** Counters of mints in Redis, shared by all processes. Key names reveal neither subjects nor tenants. */
class RedisLimits implements LimitStore {
  readonly #connection: RedisConnection;
  readonly #keys: SharedKeys;
  readonly #prefix: string;

  constructor(connection: RedisConnection, keys: SharedKeys, prefix: string) {
    this.#connection = connection;
    this.#keys = keys;
    this.#prefix = `${prefix}:policy`;
  }

  async take({ id, charges, lease }: Taken, now: number): Promise<Shortage | undefined> {
    const keys = [...charges.map(this.#getCounterKey), this.#getLeaseKey(lease?.holder ?? '')];
    const [end, ...exceeded] = await this.#run(
      TAKE,
      [...keys, this.#getMintKey(id)],
      [
        now,
        ...(lease ? [lease.max, lease.until, id] : [0, 0, '']),
        ...charges.flatMap(({ amount, max, window }) => [amount, max, window.endsAt]),
      ],
    );
    return findLongest([
      ...(end ? [{ charge: undefined, resetsAt: Number(end) }] : []),
      ...exceeded.flatMap((index) => {
        const charge = charges[Number(index)];
        return charge ? [{ charge: Number(index), resetsAt: charge.window.endsAt }] : [];
      }),
    ]);
  }

  async giveBack(mint: Taken): Promise<void> {
    const returned = listReturned(mint);
    const amounts = returned.map(({ amount }) => amount);
    await this.#run(GIVE_BACK, returned.map(this.#getCounterKey), amounts);
    await this.release([mint.id]);
  }

  async release(mints: readonly string[]): Promise<void> {
    await this.#run(RELEASE, mints.map(this.#getMintKey), mints);
  }

  async read(counters: readonly Counter[], holder: string, now: number) {
    const keys = [...counters.map(this.#getCounterKey), this.#getLeaseKey(holder)];
    const reply = (await this.#run(READ, keys, [now])).map(Number);
    return { counts: reply.slice(0, counters.length), ends: reply.slice(counters.length) };
  }

  async reset(counters: readonly Counter[], holder: string): Promise<void> {
    await this.#run(RESET, [...counters.map(this.#getCounterKey), this.#getLeaseKey(holder)], []);
  }

  readonly #getCounterKey = (counter: Counter): string =>
    `${this.#prefix}:count:${this.#keys.createName('count', getCounterKey(counter))}`;

  readonly #getMintKey = (id: string): string =>
    `${this.#prefix}:mint:${this.#keys.createName('mint', id)}`;

  #getLeaseKey(holder: string): string {
    return `${this.#prefix}:leases:${this.#keys.createName('leases', holder)}`;
  }

  /** Runs a script, which Redis executes atomically. */
  async #run(
    script: string,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<Reply> {
    const reply: unknown = await this.#connection.tryCommand((redis) =>
      redis.eval(script, keys.length, ...keys, ...values),
    );
    if (!Array.isArray(reply)) throw new LimitsUnavailableError();
    return reply;
  }
}

/**
 * Creates counters in Redis. While Redis is unavailable, no limited session tokens are created. Key names begin with
 * `prefix`.
 */
export const createRedisLimits = (
  connection: RedisConnection,
  keys: SharedKeys,
  prefix: string,
): LimitStore => new RedisLimits(connection, keys, prefix);
