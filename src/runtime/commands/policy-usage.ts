import type { LimitStore } from '../../policy/limits.ts';
import type { Limit } from '../../policy/mint-schema.ts';
import { type Charge, createCharge, getHolder, isTokenLimit } from '../../policy/mint-terms.ts';
import type { Policy } from '../../policy/policy.ts';

/** Whose limits are counted. */
export interface Subject {
  readonly issuer: string;
  readonly tenant: string | undefined;
  readonly subject: string;
}

interface Counted {
  readonly role: string;
  readonly limit: Limit;
  readonly charge: Charge;
}

/** Lists the limits of all roles for a subject: counters are the same whatever the role is. */
const listLimits = ({ roles }: Policy, subject: Subject, now: number): Counted[] =>
  roles.flatMap(({ name: role, mint }) =>
    (mint?.limits ?? []).map((limit) => ({
      role,
      limit,
      charge: createCharge(subject, limit, 0, now),
    })),
  );

/** The use of one limit. */
interface LimitUsage {
  readonly role: string;
  readonly unit: 'tokens' | 'minutes';
  readonly per: Limit['per'];
  readonly for: Limit['for'];
  readonly used: number;
  readonly max: number;
  readonly resetsAt: string;
}

/** What a subject has used. */
export interface SubjectUsage {
  readonly limits: readonly LimitUsage[];
  readonly running: number;
  /** Whether anything is counted for the subject alone. */
  readonly isKnown: boolean;
}

function toUsage({ role, limit, charge }: Counted, count: number): LimitUsage {
  const [unit, used, max] = isTokenLimit(limit)
    ? (['tokens', count, limit.tokens] as const)
    : (['minutes', Math.ceil(count / 60), limit.reservedMinutes] as const);
  const resetsAt = new Date(charge.window.endsAt).toISOString();
  return { role, unit, per: limit.per, for: limit.for, used, max, resetsAt };
}

/** Returns what a subject has used of each limit. */
export async function readUsage(
  policy: Policy,
  limits: LimitStore,
  subject: Subject,
  now: number,
): Promise<SubjectUsage> {
  const counted = listLimits(policy, subject, now);
  const charges = counted.map(({ charge }) => charge);
  const { counts, ends } = await limits.read(charges, getHolder(subject), now);
  const used = counted.map((one, index) => toUsage(one, counts[index] ?? 0));
  const isKnown = ends.length > 0 || used.some((one) => one.for === 'subject' && one.used > 0);
  return { limits: used, running: ends.length, isKnown };
}

/** Describes what a subject has used, a line for each limit. */
export const describeUsage = ({ limits, running, isKnown }: SubjectUsage): string[] => [
  ...limits.map(({ role, unit, per, for: shared, used, max, resetsAt }) => {
    const owner = shared === 'subject' ? '' : ` for ${shared}`;
    return `${role}: ${used} of ${max} ${unit} per ${per}${owner}, until ${resetsAt}`;
  }),
  `${running} ${running === 1 ? 'session counts' : 'sessions count'} as running`,
  ...(isKnown
    ? []
    : ['Nothing is counted for this subject now. The subject is the sub claim of its tokens.']),
];

/** Sets what a subject alone has used to zero. Limits that it shares stay. */
export async function resetUsage(
  policy: Policy,
  limits: LimitStore,
  subject: Subject,
  now: number,
): Promise<void> {
  const own = listLimits(policy, subject, now).filter(({ limit }) => limit.for === 'subject');
  await limits.reset(
    own.map(({ charge }) => charge),
    getHolder(subject),
  );
}
