interface Entry<Value> {
  readonly owner: string;
  readonly weight: number;
  readonly value: Value;
}

interface Share {
  weight: number;
  /** The least recently used first. */
  readonly keys: Set<string>;
}

export interface FairCacheOptions {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** An entry of more bytes is not kept. Default: that of all. */
  readonly maxEntryBytes?: number;
}

/**
 * A cache that its owners share fairly. Any of them may fill what nobody else needs. Once it is full, the entries go
 * first that were not used for longest of those owners who have most, so that nobody loses an entry who has less than
 * half of an equal share, whatever others do. Entries are found by their key alone.
 */
export class FairCache<Value> {
  readonly #maxWeight: number;
  readonly #minEntryWeight: number;
  readonly #maxEntryBytes: number;
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #shares = new Map<string, Share>();
  /** Owners by the logarithm of what they have, to find those who have most immediately. Least recently used first. */
  readonly #classes: readonly Set<string>[] = Array.from({ length: 32 }, () => new Set());
  #weight = 0;

  /** An entry weighs its bytes, and at least what is left for each of `maxEntries`: then one limit holds both. */
  constructor({ maxEntries, maxBytes, maxEntryBytes = maxBytes }: FairCacheOptions) {
    this.#maxWeight = maxBytes;
    this.#minEntryWeight = Math.floor(maxBytes / maxEntries);
    this.#maxEntryBytes = maxEntryBytes;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    const share = entry && this.#shares.get(entry.owner);
    if (!share) return undefined;
    share.keys.delete(key);
    share.keys.add(key);
    this.#weigh(entry.owner, share, 0);
    return entry.value;
  }

  /** Sets an entry, which the owner then has, whoever had it before. */
  set(owner: string, key: string, value: Value, bytes: number): void {
    this.#delete(key);
    if (bytes > this.#maxEntryBytes) return;
    const weight = Math.max(bytes, this.#minEntryWeight);
    const share = this.#shares.get(owner) ?? { weight: 0, keys: new Set() };
    this.#shares.set(owner, share);
    this.#entries.set(key, { owner, weight, value });
    share.keys.add(key);
    this.#weigh(owner, share, weight);
    while (this.#weight > this.#maxWeight) this.#evict();
  }

  #evict() {
    const [owner = ''] = this.#classes.findLast(({ size }) => size > 0) ?? [];
    const [key = ''] = this.#shares.get(owner)?.keys ?? [];
    this.#delete(key);
  }

  #delete(key: string) {
    const entry = this.#entries.get(key);
    const share = entry && this.#shares.get(entry.owner);
    if (!share) return;
    this.#entries.delete(key);
    share.keys.delete(key);
    this.#weigh(entry.owner, share, -entry.weight);
  }

  /** Adds to what an owner has, who has just used it. */
  #weigh(owner: string, share: Share, added: number) {
    const classOf = ({ weight }: Share) => this.#classes[31 - Math.clz32(weight)];
    classOf(share)?.delete(owner);
    share.weight += added;
    this.#weight += added;
    if (share.weight > 0) classOf(share)?.add(owner);
    else this.#shares.delete(owner);
  }
}
