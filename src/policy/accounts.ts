import { createCipheriv, createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import {
  type Change,
  type Commit,
  createVersion,
  type LimitStore,
  LimitsUnavailableError,
  MAX_TRIES,
  VERSION_LENGTH,
} from './limits.ts';

const DAY = 86_400_000;

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

/** Decrypts an account. One that was sealed with another key or for another subject is empty. */
function unseal({ key }: LimitStore, name: string, text: string): Account {
  const empty = { mints: [], askedAt: 0, isFoundById: false };
  if (text === '') return empty;
  try {
    const iv = Buffer.from(text.slice(0, VERSION_LENGTH), 'base64url');
    const sealed = Buffer.from(text.slice(VERSION_LENGTH), 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key, iv)
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const opened = [decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()];
    const json: unknown = JSON.parse(Buffer.concat(opened).toString());
    return isAccount(json) ? json : empty;
  } catch {
    return empty;
  }
}

/** Until when a mint is remembered: its minutes may still return when somebody asks for them. */
const getEnd = ({ until, reserved }: Mint) =>
  Math.max(until, Math.min(until + DAY, ...reserved.map(([, endsAt]) => endsAt)));

/**
 * Maximum number of mints that are remembered besides those that count as running: a program may mint any number for
 * others.
 */
const MAX_OTHERS = 10;

/** Removes mints that no longer matter. */
function prune({ mints, ...account }: Account, now: number): Account {
  const isRunning = ({ isLease, until }: Mint) => isLease && until > now;
  const others = mints.filter((mint) => !isRunning(mint) && getEnd(mint) > now);
  const kept = new Set(others.slice(-MAX_OTHERS));
  return { ...account, mints: mints.filter((mint) => isRunning(mint) || kept.has(mint)) };
}

/** An account as it was read or written, which can be changed, and the counts of some counters. */
export interface Reading {
  readonly name: string;
  version: string;
  readonly account: Account;
  readonly counts: readonly number[];
}

export async function readAccount(
  store: LimitStore,
  name: string,
  counters: readonly string[],
): Promise<Reading> {
  const { text, counts } = await store.read(name, counters);
  const account = prune(unseal(store, name, text), Date.now());
  return { name, version: text.slice(0, VERSION_LENGTH), account, counts };
}

/** Writes a changed account, and changes counters, unless the account was changed since it was read. */
export async function writeAccount(
  store: LimitStore,
  reading: Reading,
  { changes = [], mint }: Partial<Pick<Commit, 'changes' | 'mint'>> = {},
): ReturnType<LimitStore['commit']> {
  const { name: account, version, account: changed } = reading;
  const endsAt = Math.max(changed.turn?.until ?? 0, ...changed.mints.map(getEnd));
  const text = endsAt > Date.now() ? seal(store, account, changed) : '';
  const exceeded = await store.commit({ account, version, text, endsAt, changes, mint });
  if (exceeded?.length === 0) reading.version = text.slice(0, VERSION_LENGTH);
  return exceeded;
}

/**
 * Changes an account. `change` returns the changes of counters; undefined if there is nothing to change.
 * @param known the account as it was written. Default: it is read.
 */
export async function changeAccount(
  store: LimitStore,
  name: string,
  change: (account: Account) => readonly Change[] | undefined,
  known?: Reading,
): Promise<void> {
  for (let count = 0; count < MAX_TRIES; count += 1) {
    const reading = (count === 0 && known) || (await readAccount(store, name, []));
    const changes = change(reading.account);
    if (!changes || (await writeAccount(store, reading, { changes }))) return;
  }
  throw new LimitsUnavailableError();
}
