import type { JsonObject } from '../contract/record.ts';
import type { Grant } from './grant.ts';
import { ALL_GUESTS } from './guests.ts';
import type { MintTerms } from './mint-terms.ts';
import type { OnRepeated } from './sessions-of-mints.ts';
import {
  type Beginning,
  beginMint,
  giveBack,
  keepToken,
  type LimitedMint,
} from './unused-tokens.ts';

/** Returns the terms of a guest's mint as one of all guests together; undefined for others. */
export function joinGuests(
  terms: MintTerms,
  { policy: { file, guestRole }, role }: Grant,
): MintTerms | undefined {
  if (!file.guests || role !== guestRole) return undefined;
  const { concurrent } = file.guests;
  return { ...terms, holder: ALL_GUESTS, concurrent, charges: [], reuseSeconds: 0 };
}

/** A mint in the account of its subject, and for a guest also in that of all guests. */
export interface CountedMint extends LimitedMint {
  readonly ofGuests: MintTerms | undefined;
}

const listMints = ({ ofGuests, ...mint }: CountedMint): readonly LimitedMint[] =>
  ofGuests ? [mint, { ...mint, terms: ofGuests, isShared: true }] : [mint];

/** Gives a mint back in all accounts. */
export const giveBackAll = async (mint: CountedMint): Promise<void> =>
  void (await Promise.all(listMints(mint).map(giveBack)));

/** Remembers a token in all accounts. */
export const keepInAll = async (mint: CountedMint, response: JsonObject): Promise<void> =>
  void (await Promise.all(listMints(mint).map((each) => keepToken(each, response))));

/** Begins a mint in the account of its subject. If it has no unused token, it must also fit into that of all guests. */
export async function beginInAll(
  mint: CountedMint,
  unusable: string | undefined,
  onRepeated: OnRepeated,
): Promise<Beginning> {
  const [own, shared] = listMints(mint);
  const begun = await beginMint(own ?? mint, unusable, onRepeated);
  if (begun.next !== 'send' || !shared) return begun;
  const joined = await beginMint(shared, undefined, onRepeated).catch(async (error) => {
    await giveBack(mint).catch(() => undefined);
    throw error;
  });
  if (joined.next === 'send') return begun;
  await giveBack(mint);
  if (joined.next !== 'refuse') return joined;
  return { ...joined, shortage: { ...joined.shortage, isOfGuests: true } };
}
