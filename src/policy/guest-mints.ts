import type { JsonObject } from '../contract/record.ts';
import { KnownAccount } from './accounts.ts';
import type { Grant } from './grant.ts';
import { ALL_GUESTS } from './guests.ts';
import { type Beginning, LimitedMint, type MintContext } from './limited-mint.ts';
import type { LimitStore } from './limits.ts';
import type { MintTerms } from './mint-terms.ts';

/** Returns the terms of a guest's mint as one of all guests together; undefined for others. */
export function joinGuests(
  terms: MintTerms,
  { policy: { file, guestRole }, role }: Grant,
): MintTerms | undefined {
  if (!file.guests || role !== guestRole) return undefined;
  const { concurrent } = file.guests;
  return { ...terms, holder: ALL_GUESTS, concurrent, charges: [], reuseSeconds: 0 };
}

/** The account of all guests, in a store: all mints of this process have one, and change it in turn. */
class SharedAccount {
  readonly known: KnownAccount;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: LimitStore) {
    this.known = new KnownAccount(store, store.createName('account', ALL_GUESTS));
  }

  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

const accounts = new WeakMap<LimitStore, SharedAccount>();

function findAccount(store: LimitStore): SharedAccount {
  const account = accounts.get(store) ?? new SharedAccount(store);
  accounts.set(store, account);
  return account;
}

/** A guest's mint, in its own account and in that of all guests together. */
export class GuestMint implements Pick<LimitedMint, 'begin' | 'keep' | 'giveBack'> {
  readonly #own: LimitedMint;
  readonly #shared: LimitedMint;
  readonly #account: SharedAccount;

  constructor(context: MintContext, ofGuests: MintTerms) {
    this.#own = new LimitedMint(context);
    this.#account = findAccount(context.store);
    this.#shared = new LimitedMint({ ...context, terms: ofGuests }, this.#account.known);
  }

  /** If the guest has no unused token, its mint must also fit into the account of all guests. */
  async begin(unusable: string | undefined): Promise<Beginning> {
    const begun = await this.#own.begin(unusable);
    if (begun.next !== 'send') return begun;
    const join = () => this.#shared.begin(undefined);
    const joined = await this.#account.inTurn(join).catch(async (error) => {
      await this.#own.giveBack().catch(() => undefined);
      throw error;
    });
    if (joined.next !== 'send') await this.#own.giveBack();
    return joined;
  }

  async keep(response: JsonObject): Promise<void> {
    const keep = () => this.#shared.keep(response);
    await Promise.all([this.#own.keep(response), this.#account.inTurn(keep)]);
  }

  async giveBack(): Promise<void> {
    const giveBack = () => this.#shared.giveBack();
    await Promise.all([this.#own.giveBack(), this.#account.inTurn(giveBack)]);
  }
}
