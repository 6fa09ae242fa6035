import type { Limit, MintBlock, Period } from './mint-schema.ts';
import { isTokenLimit } from './mint-terms.ts';
import type { PolicyFile } from './policy-schema.ts';

const MINUTES_OF_DAY = 1_440;

/** How many windows a day has. A month may be used up in a day. */
const WINDOWS: Readonly<Record<Period, number>> = { minute: MINUTES_OF_DAY, day: 1, month: 1 };

/** Returns the minutes of a day that a limit allows. */
const getMinutes = (limit: Limit, sessionMinutes: number) =>
  WINDOWS[limit.per] *
  (isTokenLimit(limit) ? limit.tokens * sessionMinutes : limit.reservedMinutes);

/** Says what all guests together may cost at most per day. */
export function describeGuestCost({ guests, roles }: PolicyFile): string | undefined {
  const mint = roles.find(({ name }) => name === guests?.role)?.mint;
  if (!guests || typeof mint !== 'object') return undefined;
  const shared = mint.limits
    .filter((limit) => limit.for === 'all')
    .map((limit) => getMinutes(limit, mint.maxSessionLengthSeconds / 60));
  const most = Math.ceil(Math.min(guests.concurrent * MINUTES_OF_DAY, ...shared));
  return `at most ${most.toLocaleString('en-GB')} minutes of sessions per day for all guests together.`;
}

/** Says what a role may cost at most for each subject and day. */
export function describeCost(mint: MintBlock | 'any' | undefined): string {
  if (mint === undefined) return 'no sessions.';
  if (mint === 'any') return 'any sessions, without a limit.';
  const { limits, concurrent, maxSessionLengthSeconds } = mint;
  const all = [
    ...limits.map((limit) => getMinutes(limit, maxSessionLengthSeconds / 60)),
    ...(concurrent === undefined ? [] : [concurrent * MINUTES_OF_DAY]),
  ];
  const most = Math.ceil(Math.min(...all));
  const shared = limits
    .filter((limit) => limit.for !== 'subject')
    .map((limit) => {
      const max = isTokenLimit(limit)
        ? `${limit.tokens} tokens`
        : `${limit.reservedMinutes} minutes`;
      return ` ${max} per ${limit.per} for ${limit.for === 'all' ? 'all together' : 'each tenant'}.`;
    });
  const own =
    all.length === 0
      ? 'sessions without a limit for each subject.'
      : `at most ${most.toLocaleString('en-GB')} minutes of sessions per day for each subject.`;
  return `${own}${shared.join('')}`;
}
