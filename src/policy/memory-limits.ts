import {
  type Counter,
  findLongest,
  findShortages,
  getCounterKey,
  type LimitStore,
  LimitsUnavailableError,
  listReturned,
  type Shortage,
  type Taken,
  type Usage,
} from './limits.ts';
import type { Charge } from './mint-terms.ts';

/**
 * Maximum number of counters and of leases. Beyond it, limited session tokens are refused, instead of forgetting a
 * limit.
 */
const MAX_ENTRIES = 100_000;

interface Count {
  value: number;
  readonly endsAt: number;
}

/** Counters in the memory of this process, which a restart forgets. */
class MemoryLimits implements LimitStore {
  readonly #maxEntries: number;
  readonly #counts = new Map<string, Count>();
  /** The ends of leases, by holder and mint. */
  readonly #leases = new Map<string, Map<string, number>>();
  readonly #holders = new Map<string, string>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  async take(mint: Taken, now: number): Promise<Shortage | undefined> {
    const { id, charges, lease } = mint;
    const shortages = findShortages(mint, this.#read(charges, lease?.holder ?? '', now));
    if (shortages.length > 0) return findLongest(shortages);
    this.#makeRoom(now);
    for (const charge of charges) this.#add(charge, charge.amount);
    if (lease) {
      const held = this.#leases.get(lease.holder) ?? new Map();
      this.#leases.set(lease.holder, held.set(id, lease.until));
      this.#holders.set(id, lease.holder);
    }
    return undefined;
  }

  async giveBack(mint: Taken): Promise<void> {
    for (const charge of listReturned(mint)) this.#add(charge, -charge.amount);
    await this.release([mint.id]);
  }

  async release(mints: readonly string[]): Promise<void> {
    for (const mint of mints) {
      const holder = this.#holders.get(mint);
      if (holder !== undefined) this.#end(holder, mint);
    }
  }

  async read(counters: readonly Counter[], holder: string, now: number): Promise<Usage> {
    return this.#read(counters, holder, now);
  }

  async reset(counters: readonly Counter[], holder: string): Promise<void> {
    for (const counter of counters) this.#counts.delete(getCounterKey(counter));
    for (const mint of this.#leases.get(holder)?.keys() ?? []) this.#end(holder, mint);
  }

  #read(counters: readonly Counter[], holder: string, now: number): Usage {
    return {
      counts: counters.map((counter) => this.#counts.get(getCounterKey(counter))?.value ?? 0),
      ends: this.#listRunning(holder, now),
    };
  }

  /** Ends leases that are over. @returns the ends of the others, earliest first. */
  #listRunning(holder: string, now: number): number[] {
    for (const [mint, until] of this.#leases.get(holder) ?? [])
      if (until <= now) this.#end(holder, mint);
    return [...(this.#leases.get(holder)?.values() ?? [])].sort((one, other) => one - other);
  }

  #end(holder: string, mint: string): void {
    const held = this.#leases.get(holder);
    held?.delete(mint);
    if (held?.size === 0) this.#leases.delete(holder);
    this.#holders.delete(mint);
  }

  #add(charge: Charge, amount: number): void {
    const key = getCounterKey(charge);
    const count = this.#counts.get(key);
    if (count) count.value = Math.max(0, count.value + amount);
    else if (amount > 0) this.#counts.set(key, { value: amount, endsAt: charge.window.endsAt });
  }

  #makeRoom(now: number): void {
    const isFull = () =>
      this.#counts.size >= this.#maxEntries || this.#holders.size >= this.#maxEntries;
    if (!isFull()) return;
    for (const [key, { endsAt }] of this.#counts) if (endsAt <= now) this.#counts.delete(key);
    for (const holder of [...this.#leases.keys()]) this.#listRunning(holder, now);
    if (isFull()) throw new LimitsUnavailableError();
  }
}

/** Creates counters in the memory of this process. */
export const createMemoryLimits = (maxEntries: number = MAX_ENTRIES): LimitStore =>
  new MemoryLimits(maxEntries);
