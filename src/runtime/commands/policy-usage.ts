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
    (mint?.limits ?? []).map((limit, index) => ({
      role,
      limit,
      charge: createCharge(subject, limit, { index, seconds: 0, now }),
    })),
  );

const describe = ({ role, limit, charge }: Counted, count: number) => {
  const [used, max, unit] = isTokenLimit(limit)
    ? [count, limit.tokens, 'tokens']
    : [Math.ceil(count / 60), limit.reservedMinutes, 'minutes'];
  const shared = limit.for === 'subject' ? '' : ` for ${limit.for}`;
  const end = new Date(charge.window.endsAt).toISOString();
  return `${role}: ${used} of ${max} ${unit} per ${limit.per}${shared}, until ${end}`;
};

/** Returns what a subject has used of each limit, a line each. */
export async function describeUsage(
  policy: Policy,
  limits: LimitStore,
  subject: Subject,
  now: number,
): Promise<string[]> {
  const counted = listLimits(policy, subject, now);
  const { counts, ends } = await limits.read(
    counted.map(({ charge }) => charge),
    getHolder(subject),
    now,
  );
  return [
    ...counted.map((one, index) => describe(one, counts[index] ?? 0)),
    `${ends.length} ${ends.length === 1 ? 'session counts' : 'sessions count'} as running`,
  ];
}

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
