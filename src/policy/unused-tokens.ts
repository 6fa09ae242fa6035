import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import {
  type Account,
  changeAccount,
  type Mint,
  type Reading,
  readAccount,
  writeAccount,
} from './accounts.ts';
import { type LimitStore, nameCounter } from './limits.ts';
import { findShortage, type MintTerms, type Shortage } from './mint-terms.ts';
import {
  askSessions,
  CLOCK_MARGIN,
  noteAnswers,
  type OnRepeated,
  type SessionReads,
} from './sessions-of-mints.ts';
import { readTokenClaims } from './token-claims.ts';
import type { CallRequest } from './verdict.ts';

/** Milliseconds between two questions about the sessions of one subject. In between, the last answer stands. */
const QUESTION_INTERVAL = 2_000;

/** How long a mint waits for others of its subject in milliseconds, and how often it looks whether they have ended. */
const MAX_WAIT = 2_000;
const LOOK_INTERVAL = 50;

/** Milliseconds after which a turn ends whose process has crashed: a call has ended before. */
const MAX_TURN = 40_000;

/** How long a token starts sessions in milliseconds, if it does not say so. @assumed */
const DEFAULT_LIFETIME = 3_600_000;

/** Seconds for which a token is given again if the upstream does not show whether its session has started. */
const UNPROVED_SECONDS = 60;

/** Maximum number of characters of a token that is kept, and of the tokens of one subject. */
const MAX_TOKEN = 16_384;
const MAX_TOKENS = 10;

/** A limited mint, and the parts of the upstream that it needs. */
export interface LimitedMint {
  readonly store: LimitStore;
  readonly terms: MintTerms;
  /** The request to send. */
  readonly request: CallRequest;
  /** Whether it is counted here besides the account of its subject. */
  readonly isShared?: boolean;
  /** Whether it is a session token, not a meeting. */
  readonly isToken: boolean;
  /** The id of the credential of the call. */
  readonly credentialId: string | undefined;
  /** Returns the reads of one question; undefined if the upstream has no sessions. */
  readonly readSessions: (() => SessionReads) | undefined;
}

/** How a mint goes on: its limits are taken, an unused token is given again, or neither. */
export type Beginning =
  | { readonly next: 'send' | 'wait' }
  | { readonly next: 'reuse'; readonly id: string; readonly response: JsonObject }
  | { readonly next: 'refuse'; readonly shortage: Shortage };

/** Whether an unused token may be given again. */
const isReused = ({ isToken, terms }: LimitedMint) => isToken && terms.reuseSeconds !== 0;

const sortKeys = (_: string, value: unknown) =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Returns a digest of what a token is for. It is the same for requests that differ only in their label. */
function digestRequest({ request, credentialId }: LimitedMint): string {
  const { clientLabel: _, ...body } = request.body ?? {};
  return hash('sha256', JSON.stringify([credentialId, body], sortKeys), 'base64url');
}

/** Whether a token may be given again now, as far as the account knows. */
export function isGivable(
  mint: Mint,
  { reuseSeconds }: Pick<MintTerms, 'reuseSeconds'>,
  now: number,
): boolean {
  const { token, isUnused, mintedAt, expiresAt } = mint;
  const seconds = reuseSeconds ?? (isUnused ? Number.POSITIVE_INFINITY : UNPROVED_SECONDS);
  const isSoon = now < mintedAt + seconds * 1000;
  return token !== undefined && isSoon && now < expiresAt - CLOCK_MARGIN;
}

/** Forgets a token that the service has refused. Its mint still counts. @returns whether there was one. */
function forgetToken({ mints }: Account, sessionToken: string | undefined): boolean {
  const mint = mints.find(
    ({ token }) =>
      token !== undefined &&
      sessionToken !== undefined &&
      JSON.parse(token).sessionToken === sessionToken,
  );
  if (mint) mint.token = undefined;
  return mint !== undefined;
}

/** Returns the mint as it is remembered from now on. */
function createMint(mint: LimitedMint, now: number): Mint {
  const { store, terms, isToken, readSessions } = mint;
  const { id, label, seconds, charges, until } = terms;
  const isShown = readSessions !== undefined && label?.includes(id) === true;
  const expiresAt = isToken ? now + DEFAULT_LIFETIME : until;
  return {
    id,
    label: isShown ? label : undefined,
    mintedAt: now,
    seconds,
    isLease: terms.concurrent !== undefined,
    until: isToken && isShown ? expiresAt + seconds * 1000 : until,
    expiresAt,
    reserved: isShown
      ? charges
          .filter(({ unit, window }) => unit === 'seconds' && window.per !== 'minute')
          .map((charge) => [nameCounter(store, charge), charge.window.endsAt])
      : [],
    isUnused: isShown,
    isRepeated: false,
  };
}

function endTurn(account: Account, { id }: MintTerms): void {
  if (account.turn?.id === id) account.turn = undefined;
}

/** Asks the upstream about the sessions of some mints of a subject, while nobody else mints for it. */
async function ask(
  { store, terms }: LimitedMint,
  sessions: SessionReads,
  reading: Reading,
  mints: readonly Mint[],
  onRepeated: OnRepeated,
): Promise<void> {
  const { account, name } = reading;
  const now = Date.now();
  Object.assign(account, { turn: { id: terms.id, until: now + MAX_TURN }, askedAt: now });
  if (!(await writeAccount(store, reading))) return;
  const answers = await askSessions(mints, account.isFoundById, sessions);
  await changeAccount(store, name, (current) => {
    endTurn(current, terms);
    return noteAnswers(current, answers, onRepeated) ?? [];
  });
}

/** Whether a mint that is short of something may have it when sessions turn out to have ended. */
const isReleasable = ({ charge }: Shortage, { charges }: MintTerms) =>
  charge === undefined || charges[charge]?.unit === 'seconds';

/**
 * Begins a mint: waits for another one of the subject, and finds an unused token of an equal request, or takes all limits.
 * The upstream is asked for sessions that have started or ended before a token is given again, and before limits refuse.
 */
export async function beginMint(
  mint: LimitedMint,
  unusable: string | undefined,
  onRepeated: OnRepeated,
): Promise<Beginning> {
  const { store, terms, readSessions } = mint;
  const counters = terms.charges.map((charge) => nameCounter(store, charge));
  const name = store.createName('account', terms.holder);
  const request = isReused(mint) ? digestRequest(mint) : undefined;
  let waitsUntil = performance.now() + MAX_WAIT;
  do {
    const reading = await readAccount(store, name, counters);
    const { account } = reading;
    const { mints, turn } = account;
    const now = Date.now();
    if (request !== undefined && turn && turn.until > now) {
      await delay(LOOK_INTERVAL);
      continue;
    }
    if (forgetToken(account, unusable)) {
      await writeAccount(store, reading);
      continue;
    }
    const unused = mints.findLast(
      (each) =>
        each.request !== undefined && each.request === request && isGivable(each, terms, now),
    );
    const shortage = findShortage(terms, reading.counts, listEnds(account, now));
    const asked = unused ? [unused] : shortage && isReleasable(shortage, terms) ? mints : [];
    const mayAsk = now >= QUESTION_INTERVAL + Math.max(account.askedAt, unused?.mintedAt ?? 0);
    if (readSessions && mayAsk && asked.some(({ label }) => label)) {
      const running = mints.filter(({ until }) => until > now);
      await ask(mint, readSessions(), reading, unused ? running : mints, onRepeated);
      waitsUntil = performance.now() + MAX_WAIT;
      continue;
    }
    if (unused?.token) return { next: 'reuse', id: unused.id, response: JSON.parse(unused.token) };
    if (shortage) return { next: 'refuse', shortage };
    if (await take(mint, reading, counters, request)) return { next: 'send' };
  } while (performance.now() < waitsUntil);
  return { next: 'wait' };
}

/** Takes all limits of a mint, and the turn of its subject. @returns whether nobody has changed them meanwhile. */
async function take(
  mint: LimitedMint,
  reading: Reading,
  counters: readonly string[],
  request: string | undefined,
): Promise<boolean> {
  const { store, terms } = mint;
  const { account } = reading;
  const now = Date.now();
  const minted = { ...createMint(mint, now), request };
  const isRemembered = minted.isLease || minted.reserved.length > 0 || request !== undefined;
  if (isRemembered) account.mints.push(minted);
  if (request !== undefined) account.turn = { id: terms.id, until: now + MAX_TURN };
  const changes = counters.flatMap((name, index) => {
    const charge = terms.charges[index];
    return charge ? [{ ...charge, name, endsAt: charge.window.endsAt }] : [];
  });
  const exceeded = await writeAccount(store, reading, {
    changes,
    mint: isRemembered && !mint.isShared ? terms.id : undefined,
  });
  if (exceeded?.length !== 0) return false;
  written.set(terms, reading);
  return true;
}

/** The accounts as mints have written them last, so that they need not be read again. */
const written = new WeakMap<MintTerms, Reading>();

/** Changes the account of a mint that has taken its limits. */
const change = ({ store, terms }: LimitedMint, make: Parameters<typeof changeAccount>[2]) =>
  changeAccount(store, store.createName('account', terms.holder), make, written.get(terms));

/** When the sessions of a subject that count as running end, in milliseconds since 1970, earliest first. */
export const listEnds = ({ mints }: Account, now: number): readonly number[] =>
  mints
    .filter(({ isLease, until }) => isLease && until > now)
    .map(({ until, expiresAt }) => Math.min(until, expiresAt + CLOCK_MARGIN))
    .sort((one, other) => one - other);

/** Remembers a token that has arrived, so that it can be given again. */
export async function keepToken(mint: LimitedMint, response: JsonObject): Promise<void> {
  const { terms } = mint;
  const { exp, sessionId, type } = readTokenClaims(String(response.sessionToken));
  const token = JSON.stringify(response);
  const isKept = isReused(mint) && type !== 'legacy' && token.length <= MAX_TOKEN;
  await change(mint, (account) => {
    endTurn(account, terms);
    const minted = account.mints.find(({ id }) => id === terms.id);
    if (!minted) return isReused(mint) ? [] : undefined;
    if (typeof exp === 'number') minted.expiresAt = exp * 1000;
    if (minted.label !== undefined) minted.until = minted.expiresAt + terms.seconds * 1000;
    minted.sessionId = sessionId ?? undefined;
    if (!isKept) return [];
    minted.token = token;
    const kept = account.mints.filter((each) => each.token !== undefined);
    const max = Math.min(terms.concurrent ?? 1, MAX_TOKENS);
    for (const old of kept.slice(0, -max)) old.token = undefined;
    return [];
  });
}

/** Returns what a mint has taken, because it starts no session: all but its limits per minute. */
export async function giveBack(mint: LimitedMint): Promise<void> {
  const { store, terms } = mint;
  await change(mint, (account) => {
    endTurn(account, terms);
    account.mints = account.mints.filter(({ id }) => id !== terms.id);
    return terms.charges
      .filter(({ window }) => window.per !== 'minute')
      .map((charge) => ({
        name: nameCounter(store, charge),
        amount: -charge.amount,
        max: 0,
        endsAt: charge.window.endsAt,
      }));
  });
}
