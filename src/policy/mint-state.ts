import { decide } from './decision.ts';
import type { Grant } from './grant.ts';
import {
  findLongest,
  findShortages,
  isLimited,
  type LimitStore,
  LimitsUnavailableError,
  type Usage,
} from './limits.ts';
import type { Limit } from './mint-schema.ts';
import type { Charge, MintTerms } from './mint-terms.ts';

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

/** Returns the limits of the subject alone, with the remaining amounts. Shared limits would reveal what others do. */
function describeLimits({ role }: Grant, { charges }: MintTerms, { counts }: Usage): LimitState[] {
  return (role?.mint?.limits ?? []).flatMap((limit, index) => {
    const charge: Charge | undefined = charges[index];
    if (!charge || limit.for !== 'subject') return [];
    const isTokens = 'tokens' in limit;
    const left = Math.max(0, charge.max - (counts[index] ?? 0));
    return [
      {
        unit: isTokens ? ('tokens' as const) : ('minutes' as const),
        per: limit.per,
        max: isTokens ? limit.tokens : limit.reservedMinutes,
        remaining: isTokens ? left : Math.floor(left / 60),
        resetsAt: charge.window.endsAt,
      },
    ];
  });
}

/** Returns the obstacle of a mint under these terms, and when it may be over. */
function findObstacle({ role }: Grant, terms: MintTerms, usage: Usage): Omit<MintState, 'limits'> {
  const shortage = findLongest(findShortages(terms, usage));
  if (!shortage) return { obstacle: undefined };
  const until = shortage.resetsAt;
  if (shortage.charge === undefined) return { obstacle: 'concurrent_limit', until };
  const isOwn = role?.mint?.limits[shortage.charge]?.for === 'subject';
  return { obstacle: isOwn ? 'limit' : 'shared_limit', until };
}

const readUsage = async (limits: LimitStore | undefined, terms: MintTerms, now: number) => {
  if (!limits) throw new LimitsUnavailableError();
  return limits.read(terms.charges, terms.lease?.holder ?? '', now);
};

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
  if (!isLimited(terms)) return { ...NO_LIMITS, obstacle: undefined, maxSessionLengthSeconds };
  try {
    const usage = await readUsage(limits, terms, now);
    return {
      ...findObstacle(grant, terms, usage),
      maxSessionLengthSeconds,
      limits: describeLimits(grant, terms, usage),
      running: terms.lease && usage.ends.length,
    };
  } catch (error) {
    if (!(error instanceof LimitsUnavailableError)) throw error;
    return { ...NO_LIMITS, obstacle: 'unavailable', maxSessionLengthSeconds };
  }
}
