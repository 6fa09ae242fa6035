import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import { readTokenClaims } from '../contract/session-token.ts';
import { type Account, KnownAccount, type Mint, shareAccount } from './accounts.ts';
import { type Change, type LimitStore, nameCounter } from './limits.ts';
import { type Charge, findShortage, type MintTerms, type Shortage } from './mint-terms.ts';
import {
  askSessions,
  CLOCK_MARGIN,
  noteAnswers,
  type OnRepeated,
  type SessionReads,
} from './sessions-of-mints.ts';
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

/** What a mint within limits is, and what it needs. */
export interface MintContext {
  readonly store: LimitStore;
  readonly terms: MintTerms;
  /** The request to send. */
  readonly request: CallRequest;
  /** Whether it is a session token, not a meeting. */
  readonly isToken: boolean;
  /** The id of the credential of the call. */
  readonly credentialId: string | undefined;
  /** Returns the reads of one question; undefined if the upstream has no sessions. */
  readonly readSessions: (() => SessionReads) | undefined;
  readonly onRepeated: OnRepeated;
}

/** How a mint goes on: its limits are taken, an unused token is given again, or neither. */
export type Beginning =
  | { readonly next: 'send' | 'wait' }
  | { readonly next: 'reuse'; readonly id: string; readonly response: JsonObject }
  | { readonly next: 'refuse'; readonly terms: MintTerms; readonly shortage: Shortage };

const sortKeys = (_: string, value: unknown) =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Returns a digest of what a token is for. It is the same for requests that differ only in their label. */
function digestRequest({ request, credentialId }: MintContext): string {
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

/** When the sessions of a subject that count as running end, in milliseconds since 1970, earliest first. */
export const listEnds = ({ mints }: Account, now: number): readonly number[] =>
  mints
    .filter(({ isLease, until }) => isLease && until > now)
    .map(({ until, expiresAt }) => Math.min(until, expiresAt + CLOCK_MARGIN))
    .sort((one, other) => one - other);

/** Forgets a token that the service has refused. Its mint still counts. @returns whether there was one. */
function forgetToken({ mints }: Account, sessionToken: string): boolean {
  const mint = mints.find(
    ({ token }) => token !== undefined && JSON.parse(token).sessionToken === sessionToken,
  );
  if (mint) mint.token = undefined;
  return mint !== undefined;
}

/** Whether a mint that is short of something may have it when sessions turn out to have ended. */
const isReleasable = ({ charge }: Shortage, { charges }: MintTerms) =>
  charge === undefined || charges[charge]?.unit === 'seconds';

/** A mint within the limits of a subject: what it takes, and what is remembered of it, in the account of the subject. */
export class LimitedMint {
  readonly #context: MintContext;
  readonly #known: KnownAccount;
  readonly #charges: readonly (Charge & Change)[];
  /** The digest of its request, if an unused token of an equal one may be given again. */
  readonly #request: string | undefined;
  readonly #isShared: boolean;
  #isRemembered = false;

  /** @param isShared whether it is counted here besides the account of its subject. */
  constructor(context: MintContext, isShared = false) {
    const { store, terms, isToken } = context;
    this.#context = context;
    this.#charges = terms.charges.map((charge) => ({
      ...charge,
      name: nameCounter(store, charge),
    }));
    this.#request = isToken && terms.reuseSeconds !== 0 ? digestRequest(context) : undefined;
    this.#isShared = isShared;
    const name = store.createName('account', terms.holder);
    this.#known = this.#isInTurn ? shareAccount(store, name) : new KnownAccount(store, name);
  }

  /** Whether it waits for no other mint of the subject, so that many may be under way, as of a program. */
  get #isInTurn(): boolean {
    return this.#request === undefined && this.#context.terms.concurrent !== undefined;
  }

  #work<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#isInTurn ? this.#known.inTurn(work) : work();
  }

  #read(): Promise<void> {
    return this.#known.read(this.#charges.map(({ name }) => name));
  }

  #change(change: Parameters<KnownAccount['change']>[0]): Promise<void> {
    return this.#work(() => this.#known.change(change));
  }

  /**
   * Waits for another mint of the subject, and finds an unused token of an equal request, or takes all limits. The upstream
   * is asked for sessions that have started or ended before a token is given again, and before limits refuse.
   */
  begin(unusable: string | undefined): Promise<Beginning> {
    return this.#work(() => this.#begin(unusable));
  }

  async #begin(unusable: string | undefined): Promise<Beginning> {
    const { terms, readSessions } = this.#context;
    const known = this.#known;
    let waitsUntil = performance.now() + MAX_WAIT;
    // At first, nothing or something older is known: to take all limits shows what there is.
    let isRead = false;
    do {
      const { account, counts } = known;
      const { mints, turn } = account;
      const now = Date.now();
      if (this.#request !== undefined && turn && turn.until > now) {
        await delay(LOOK_INTERVAL);
        await this.#read();
        continue;
      }
      if (unusable !== undefined && forgetToken(account, unusable)) {
        await known.write();
        await this.#read();
        continue;
      }
      const unused = mints.findLast(
        (each) =>
          each.request !== undefined &&
          each.request === this.#request &&
          isGivable(each, terms, now),
      );
      const shortage = findShortage(terms, counts, listEnds(account, now));
      if (shortage && !isRead) {
        await this.#read();
        isRead = true;
        continue;
      }
      const asked = unused ? [unused] : shortage && isReleasable(shortage, terms) ? mints : [];
      const mayAsk = now >= QUESTION_INTERVAL + Math.max(account.askedAt, unused?.mintedAt ?? 0);
      if (readSessions && mayAsk && asked.some(({ label }) => label)) {
        await this.#ask(readSessions(), unused ? mints.filter(({ until }) => until > now) : mints);
        waitsUntil = performance.now() + MAX_WAIT;
        continue;
      }
      if (unused?.token)
        return { next: 'reuse', id: unused.id, response: JSON.parse(unused.token) };
      if (shortage) return { next: 'refuse', terms, shortage };
      if (await this.#take(now)) return { next: 'send' };
      isRead = true;
    } while (performance.now() < waitsUntil);
    return { next: 'wait' };
  }

  /** Asks the upstream about the sessions of some mints of the subject, while nobody else mints for it. */
  async #ask(sessions: SessionReads, mints: readonly Mint[]): Promise<void> {
    const { account } = this.#known;
    this.#startTurn(account);
    account.askedAt = Date.now();
    if (!(await this.#known.write())) return this.#read();
    const answers = await askSessions(mints, account.isFoundById, sessions);
    await this.#known.change((current) => {
      this.#endTurn(current);
      // The question may have taken as long as the interval.
      current.askedAt = Date.now();
      return noteAnswers(current, answers, this.#context.onRepeated) ?? [];
    });
    await this.#read();
  }

  /** Takes all limits, and the turn of the subject. @returns whether nothing has changed meanwhile. */
  async #take(now: number): Promise<boolean> {
    const { terms } = this.#context;
    const { account } = this.#known;
    const minted = this.#createMint(now);
    this.#isRemembered =
      minted.isLease || minted.reserved.length > 0 || this.#request !== undefined;
    if (this.#isRemembered) account.mints.push(minted);
    if (this.#request !== undefined) this.#startTurn(account);
    return this.#known.write(
      this.#charges,
      this.#isRemembered && !this.#isShared ? terms.id : undefined,
    );
  }

  /** Returns the mint as it is remembered from now on. */
  #createMint(now: number): Mint {
    const { terms, isToken, readSessions } = this.#context;
    const { id, label, seconds, until } = terms;
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
      reserved: this.#charges.flatMap(({ unit, per, name, endsAt }) =>
        isShown && unit === 'seconds' && per !== 'minute' ? [[name, endsAt]] : [],
      ),
      request: this.#request,
      isUnused: isShown,
      isRepeated: false,
    };
  }

  #startTurn(account: Account): void {
    account.turn = { id: this.#context.terms.id, until: Date.now() + MAX_TURN };
  }

  #endTurn(account: Account): void {
    if (account.turn?.id === this.#context.terms.id) account.turn = undefined;
  }

  /** Remembers a token that has arrived, so that it can be given again. */
  async keep(response: JsonObject): Promise<void> {
    if (!this.#isRemembered) return;
    const { terms } = this.#context;
    const { exp, sessionId, type } = readTokenClaims(String(response.sessionToken));
    const token = JSON.stringify(response);
    const isKept = this.#request !== undefined && type !== 'legacy' && token.length <= MAX_TOKEN;
    await this.#change((account) => {
      this.#endTurn(account);
      const minted = account.mints.find(({ id }) => id === terms.id);
      if (!minted) return [];
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

  /** Returns what it has taken, because it starts no session: all but its limits per minute. */
  async giveBack(): Promise<void> {
    const { terms } = this.#context;
    await this.#change((account) => {
      this.#endTurn(account);
      account.mints = account.mints.filter(({ id }) => id !== terms.id);
      return this.#charges
        .filter(({ per }) => per !== 'minute')
        .map(({ name, amount, endsAt }) => ({ name, amount: -amount, max: 0, endsAt }));
    });
  }
}
