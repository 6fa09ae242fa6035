import type { JsonObject } from '../contract/record.ts';
import type { Grant } from './grant.ts';
import { ALL_GUESTS } from './guests.ts';
import { type Beginning, LimitedMint, type MintContext } from './limited-mint.ts';
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

/** A guest's mint, in its own account and in that of all guests together. */
export class GuestMint implements Pick<LimitedMint, 'begin' | 'keep' | 'giveBack'> {
  readonly #own: LimitedMint;
  readonly #shared: LimitedMint;

  constructor(context: MintContext, ofGuests: MintTerms) {
    this.#own = new LimitedMint(context);
    this.#shared = new LimitedMint({ ...context, terms: ofGuests }, true);
  }

  /** If the guest has no unused token, its mint must also fit into the account of all guests. */
  async begin(unusable: string | undefined): Promise<Beginning> {
    const begun = await this.#own.begin(unusable);
    if (begun.next !== 'send') return begun;
    const joined = await this.#shared.begin(undefined).catch(async (error) => {
      await this.#own.giveBack().catch(() => undefined);
      throw error;
    });
    if (joined.next !== 'send') await this.#own.giveBack();
    return joined;
  }

  async keep(response: JsonObject): Promise<void> {
    await Promise.all([this.#own.keep(response), this.#shared.keep(response)]);
  }

  async giveBack(): Promise<void> {
    await Promise.all([this.#own.giveBack(), this.#shared.giveBack()]);
  }
}
