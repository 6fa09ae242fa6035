import { createCipheriv, createDecipheriv } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import {
  type Change,
  createVersion,
  type LimitStore,
  LimitsUnavailableError,
  type Stored,
  VERSION_LENGTH,
} from './limits.ts';

const DAY = 86_400_000;

/** How often a change is tried while others change the same account. */
const MAX_TRIES = 100;

/** A session token or a meeting invite of a subject. Times are in milliseconds since 1970. */
const Mint = z.object({
  id: z.string(),
  /** Label of its sessions, if they can be found by it. */
  label: z.string().optional(),
  mintedAt: z.number(),
  /** Length of its session. */
  seconds: z.number(),
  /** Whether it counts as a running session. */
  isLease: z.boolean(),
  /** Until when it counts as one. */
  until: z.number(),
  /** After this time, it starts no session. */
  expiresAt: z.number(),
  /** Names and ends of the counters whose seconds it has reserved and may return. */
  reserved: z.array(z.tuple([z.string(), z.number()])),
  /** The response with the token, while it may be given again, and a digest of the request. */
  token: z.string().optional(),
  request: z.string().optional(),
  /** Id of the session that the token starts, if the token has it. */
  sessionId: z.string().optional(),
  /** Whether the upstream has shown that no session has started. */
  isUnused: z.boolean(),
  /** Whether the upstream has shown several sessions. */
  isRepeated: z.boolean(),
});
export type Mint = z.output<typeof Mint>;

/** What is known about the mints of a subject. */
const Account = z.object({
  /** Oldest first. */
  mints: z.array(Mint),
  /** Who is asking or minting now, and until when at most. */
  turn: z.object({ id: z.string(), until: z.number() }).optional(),
  /** When the upstream was last asked about sessions. */
  askedAt: z.number(),
  /** Whether a session was found by the id that its token has. */
  isFoundById: z.boolean(),
});
export type Account = z.output<typeof Account>;

const compiled = z.compile(Account);

const isAccount = (value: unknown): value is Account => compiled.validate(value);

const ALGORITHM = 'aes-256-gcm';
const TAG_BYTES = 16;

/** Encrypts an account. The text begins with a random version, and is bound to the name of the account. */
function seal({ key }: LimitStore, name: string, account: Account): string {
  const version = createVersion();
  const iv = Buffer.from(version, 'base64url');
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(name));
  const sealed = [cipher.update(JSON.stringify(account)), cipher.final(), cipher.getAuthTag()];
  return version + Buffer.concat(sealed).toString('base64url');
}

const createAccount = (): Account => ({ mints: [], askedAt: 0, isFoundById: false });

/** Decrypts an account. One that was sealed with another key or for another subject is empty. */
function unseal({ key }: LimitStore, name: string, text: string): Account {
  if (text === '') return createAccount();
  try {
    const iv = Buffer.from(text.slice(0, VERSION_LENGTH), 'base64url');
    const sealed = Buffer.from(text.slice(VERSION_LENGTH), 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key, iv)
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const opened = [decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()];
    const json: unknown = JSON.parse(Buffer.concat(opened).toString());
    if (isAccount(json)) return json;
  } catch {
    // It is of no use.
  }
  return createAccount();
}

/** Until when a mint is remembered: its minutes may still return when somebody asks for them. */
const getEnd = ({ until, expiresAt, reserved }: Mint) =>
  Math.max(until, expiresAt, ...reserved.map(([, endsAt]) => Math.min(until + DAY, endsAt)));

/**
 * Maximum number of mints that are remembered besides those that count as running: a program may mint any number for
 * others.
 */
const MAX_OTHERS = 10;

/** Removes mints that no longer matter. */
function prune(known: Account, now: number): Account {
  const { mints, ...account } = known;
  if (mints.length === 0) return known;
  const isRunning = ({ isLease, until }: Mint) => isLease && until > now;
  const others = mints.filter((mint) => !isRunning(mint) && getEnd(mint) > now);
  const kept = new Set(others.slice(-MAX_OTHERS));
  return { ...account, mints: mints.filter((mint) => isRunning(mint) || kept.has(mint)) };
}

/** An account of a subject, as it was read or written last, and the counts of some counters. */
export class KnownAccount {
  readonly #store: LimitStore;
  readonly #name: string;
  #version = '';
  #account: Account = createAccount();
  #counts: readonly number[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /** @param name in the store. */
  constructor(store: LimitStore, name: string) {
    this.#store = store;
    this.#name = name;
  }

  /** Does some work on it after all earlier work that was given here, so that nobody changes it meanwhile in this process. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Its content, which can be changed. Empty until it is read, or until others turn out to have changed it. */
  get account(): Account {
    return this.#account;
  }

  get counts(): readonly number[] {
    return this.#counts;
  }

  async read(counters: readonly string[]): Promise<void> {
    this.#open(await this.#store.read(this.#name, counters));
  }

  #open({ text, counts }: Stored): void {
    this.#version = text.slice(0, VERSION_LENGTH);
    this.#account = prune(unseal(this.#store, this.#name, text), Date.now());
    this.#counts = counts;
  }

  /**
   * Writes it and changes counters.
   * @returns false if others have changed it, or a counter would be exceeded. Then it is read again, and nothing is written.
   */
  async write(changes: readonly Change[] = [], mint?: string): Promise<boolean> {
    this.#account = prune(this.#account, Date.now());
    const { turn, mints } = this.#account;
    const endsAt = Math.max(turn?.until ?? 0, ...mints.map(getEnd));
    const text = endsAt > Date.now() ? seal(this.#store, this.#name, this.#account) : '';
    const [account, version] = [this.#name, this.#version];
    try {
      const found = await this.#store.commit({ account, version, text, endsAt, changes, mint });
      if (found) this.#open(found);
      else this.#version = text.slice(0, VERSION_LENGTH);
      return !found;
    } catch (error) {
      // It may have been written.
      this.#open({ text: '', counts: [] });
      throw error;
    }
  }

  /** Changes it. `change` returns the changes of counters; undefined if there is nothing to change. */
  async change(change: (account: Account) => readonly Change[] | undefined): Promise<void> {
    for (let count = 0; count < MAX_TRIES; count += 1) {
      const changes = change(this.#account);
      if (!changes || (await this.write(changes))) return;
    }
    throw new LimitsUnavailableError();
  }
}

/** Maximum number of accounts of a store that are kept for the next mint. */
const MAX_SHARED = 100;

const shared = new WeakMap<LimitStore, LRUCache<string, KnownAccount>>();

/**
 * Returns the account that all mints of a holder have in this process: to change it in turn is faster than to try again
 * because another one was faster.
 */
export function shareAccount(store: LimitStore, name: string): KnownAccount {
  const accounts = shared.get(store) ?? new LRUCache({ max: MAX_SHARED });
  const account = accounts.get(name) ?? new KnownAccount(store, name);
  shared.set(store, accounts.set(name, account));
  return account;
}

/** Reads an account and changes it. */
export async function changeAccount(
  store: LimitStore,
  name: string,
  change: Parameters<KnownAccount['change']>[0],
): Promise<void> {
  const known = new KnownAccount(store, name);
  await known.read([]);
  await known.change(change);
}
