import { KnownAccount } from './accounts.ts';
import type { Grant } from './grant.ts';
import { joinGuests } from './guest-mints.ts';
import { isGivable, listEnds } from './limited-mint.ts';
import { type LimitStore, LimitsUnavailableError, nameCounter } from './limits.ts';
import type { Limit } from './mint-schema.ts';
import { type Charge, findShortage, isLimited, type MintTerms } from './mint-terms.ts';
import { decide } from './rules.ts';
import { nameUsed } from './sessions-of-mints.ts';

/** Why a caller cannot create session tokens now. */
export type MintObstacle =
  | 'scope'
  | 'policy'
  | 'limit'
  | 'shared_limit'
  | 'concurrent_limit'
  | 'unavailable';

/** The state of one of a caller's own limits. */
export interface LimitState {
  readonly unit: 'tokens' | 'minutes';
  readonly per: Limit['per'];
  readonly max: number;
  readonly remaining: number;
  /** What session tokens have reserved whose sessions have not ended. */
  readonly reserved: number;
  readonly used: number;
  readonly resetsAt: number;
}

/** Whether a caller can create a session token with the default length now. */
export interface MintState {
  readonly obstacle: MintObstacle | undefined;
  /** When it may be over, in milliseconds since 1970. */
  readonly until?: number | undefined;
  readonly maxSessionLengthSeconds?: number | undefined;
  readonly limits: readonly LimitState[];
  /** Number of sessions that count as running; undefined if they are not limited. */
  readonly running?: number | undefined;
}

const NO_LIMITS = { limits: [] };

/** The persona of a mint that is only used for its terms. */
const getAnyPersona = ({ personas }: Grant): string => {
  if (personas === 'all') return 'any';
  const [first = ''] = personas;
  return first;
};

/** What a subject has of its limits. */
export interface Usage {
  /** In the order of the charges. */
  readonly limits: readonly LimitState[];
  readonly counts: readonly number[];
  /** When the sessions that count as running end, in milliseconds since 1970, earliest first. */
  readonly ends: readonly number[];
  /** Whether a token can be given again. */
  readonly hasUnused: boolean;
}

const toMinutes = (seconds: number) => Math.ceil(seconds / 60);

/** Describes a limit by its counters. Tokens count as used at once. */
function describeCharge(
  { unit, per, max, endsAt }: Charge,
  count: number,
  used: number,
): LimitState {
  const common = { per, resetsAt: endsAt };
  const left = Math.max(0, max - count);
  if (unit === 'tokens') return { ...common, unit, max, remaining: left, reserved: 0, used: count };
  return {
    ...common,
    unit: 'minutes',
    max: max / 60,
    remaining: Math.floor(left / 60),
    reserved: toMinutes(count) - toMinutes(used),
    used: toMinutes(used),
  };
}

/** Reads what a subject has of its limits. @throws LimitsUnavailableError */
export async function readUsage(
  limits: LimitStore,
  terms: Pick<MintTerms, 'holder' | 'charges' | 'reuseSeconds'>,
  now: number,
): Promise<Usage> {
  const names = terms.charges.map((charge) => nameCounter(limits, charge));
  const known = new KnownAccount(limits, limits.createName('account', terms.holder));
  await known.read([...names, ...names.map(nameUsed)]);
  const counts = known.counts.slice(0, names.length);
  const used = known.counts.slice(names.length);
  return {
    limits: terms.charges.map((charge, index) =>
      describeCharge(charge, counts[index] ?? 0, used[index] ?? 0),
    ),
    counts,
    ends: listEnds(known.account, now),
    hasUnused: known.account.mints.some((mint) => isGivable(mint, terms, now)),
  };
}

/**
 * Returns the obstacle of a mint under these terms, and when it may be over.
 * @param all what all guests together have, for a guest.
 */
function findObstacle(
  terms: MintTerms,
  { counts, ends, hasUnused }: Usage,
  ofGuests: MintTerms | undefined,
  all: Usage | undefined,
): Omit<MintState, 'limits'> {
  if (hasUnused) return { obstacle: undefined };
  const full = ofGuests && all && findShortage(ofGuests, [], all.ends);
  if (full) return { obstacle: 'shared_limit', until: full.resetsAt };
  const shortage = findShortage(terms, counts, ends);
  if (!shortage) return { obstacle: undefined };
  const until = shortage.resetsAt;
  if (shortage.charge === undefined) return { obstacle: 'concurrent_limit', until };
  const isOwn = terms.charges[shortage.charge]?.sharedBy === 'subject';
  return { obstacle: isOwn ? 'limit' : 'shared_limit', until };
}

/**
 * Returns whether a caller can mint now, by the same decision and counters as a mint.
 * @param grant undefined without a policy.
 */
export async function readMintState(
  grant: Grant | undefined,
  limits: LimitStore | undefined,
  now: number,
): Promise<MintState> {
  if (!grant) return { ...NO_LIMITS, obstacle: undefined };
  const body = { personaConfig: { personaId: getAnyPersona(grant) } };
  const decision = decide(grant, 'createSessionToken', { body }, now);
  if (decision.outcome !== 'allowed') return { ...NO_LIMITS, obstacle: 'policy' };
  const terms = decision.mint;
  if (!terms) return { ...NO_LIMITS, obstacle: undefined };
  const maxSessionLengthSeconds = terms.seconds;
  const ofGuests = joinGuests(terms, grant);
  if (!isLimited(terms) && !ofGuests)
    return { ...NO_LIMITS, obstacle: undefined, maxSessionLengthSeconds };
  try {
    if (!limits) throw new LimitsUnavailableError();
    const usage = await readUsage(limits, terms, now);
    const all = ofGuests && (await readUsage(limits, ofGuests, now));
    // Shared limits would reveal what others do.
    const isOwn = (_: LimitState, index: number) => terms.charges[index]?.sharedBy === 'subject';
    return {
      ...findObstacle(terms, usage, ofGuests, all),
      maxSessionLengthSeconds,
      limits: usage.limits.filter(isOwn),
      running: terms.concurrent === undefined ? undefined : usage.ends.length,
    };
  } catch (error) {
    if (!(error instanceof LimitsUnavailableError)) throw error;
    return { ...NO_LIMITS, obstacle: 'unavailable', maxSessionLengthSeconds };
  }
}
