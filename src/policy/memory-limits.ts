import { randomBytes } from 'node:crypto';
import {
  type Change,
  type Commit,
  type LimitStore,
  LimitsUnavailableError,
  type Stored,
  VERSION_LENGTH,
} from './limits.ts';

/**
 * Maximum number of counters, of accounts and of mints, and of characters of all accounts. Beyond it, limited session
 * tokens are refused, instead of forgetting a limit.
 */
const MAX_ENTRIES = 100_000;
const MAX_CHARACTERS = 64 * 1024 * 1024;

interface Entry<Value> {
  readonly value: Value;
  readonly endsAt: number;
}

/** Counters in the memory of this process, which a restart forgets. */
class MemoryLimits implements LimitStore {
  readonly key: Buffer = randomBytes(32);
  readonly #maxEntries: number;
  readonly #counts = new Map<string, Entry<number>>();
  readonly #accounts = new Map<string, Entry<string>>();
  /** Names of accounts, by mint. */
  readonly #mints = new Map<string, Entry<string>>();
  #characters = 0;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  createName(...parts: readonly (string | number)[]): string {
    return parts.join(' ');
  }

  async read(account: string, counters: readonly string[]): Promise<Stored> {
    return this.#find(account, counters);
  }

  async commit(commit: Commit): Promise<Stored | undefined> {
    const { account, version, text, endsAt, changes, mint } = commit;
    const known = this.#accounts.get(account)?.value ?? '';
    const isExceeded = ({ name, amount, max }: Change) =>
      amount > 0 && (this.#counts.get(name)?.value ?? 0) + amount > max;
    if (known.slice(0, VERSION_LENGTH) !== version || changes.some(isExceeded))
      return this.#find(
        account,
        changes.map(({ name }) => name),
      );
    const characters = text.length - known.length;
    if (characters > 0 || changes.some(({ amount }) => amount > 0)) this.#makeRoom(characters);
    for (const change of changes) this.#change(change);
    this.#setAccount(account, text, endsAt);
    if (mint !== undefined) this.#mints.set(mint, { value: account, endsAt });
    return undefined;
  }

  async findAccounts(mints: readonly string[]): Promise<readonly (string | undefined)[]> {
    return mints.map((mint) => this.#mints.get(mint)?.value);
  }

  #find(account: string, counters: readonly string[]): Stored {
    return {
      text: this.#accounts.get(account)?.value ?? '',
      counts: counters.map((name) => this.#counts.get(name)?.value ?? 0),
    };
  }

  #change({ name, amount, endsAt }: Change): void {
    const value = (this.#counts.get(name)?.value ?? 0) + amount;
    if (value > 0) this.#counts.set(name, { value, endsAt });
    else this.#counts.delete(name);
  }

  #setAccount(account: string, text: string, endsAt: number): void {
    this.#characters += text.length - (this.#accounts.get(account)?.value.length ?? 0);
    if (text === '') this.#accounts.delete(account);
    else this.#accounts.set(account, { value: text, endsAt });
  }

  /** @throws LimitsUnavailableError if there is no room even without what has ended. */
  #makeRoom(characters: number): void {
    const isFull = () =>
      this.#characters + characters > MAX_CHARACTERS ||
      [this.#counts, this.#accounts, this.#mints].some(({ size }) => size >= this.#maxEntries);
    if (!isFull()) return;
    const now = Date.now();
    for (const entries of [this.#counts, this.#mints])
      for (const [name, { endsAt }] of entries) if (endsAt <= now) entries.delete(name);
    for (const [name, { endsAt }] of this.#accounts)
      if (endsAt <= now) this.#setAccount(name, '', endsAt);
    if (isFull()) throw new LimitsUnavailableError();
  }
}

/** Creates counters in the memory of this process. */
export const createMemoryLimits = (maxEntries: number = MAX_ENTRIES): LimitStore =>
  new MemoryLimits(maxEntries);
