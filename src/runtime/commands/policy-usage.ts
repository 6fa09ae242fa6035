import { changeAccount } from '../../policy/accounts.ts';
import { isGuest } from '../../policy/grant.ts';
import { ALL_GUESTS } from '../../policy/guests.ts';
import { type LimitStore, nameCounter } from '../../policy/limits.ts';
import { readUsage } from '../../policy/mint-state.ts';
import { type Charge, createCharge, getHolder } from '../../policy/mint-terms.ts';
import type { Policy } from '../../policy/policy.ts';
import { getMintBlock } from '../../policy/role-schema.ts';
import { nameUsed } from '../../policy/sessions-of-mints.ts';

/** Whose limits are counted. */
export interface Subject {
  readonly issuer: string;
  readonly tenant: string | undefined;
  /** Undefined for all guests together. */
  readonly subject: string | undefined;
}

interface Counted {
  readonly role: string;
  readonly charge: Charge;
}

/** Lists the limits of all roles that a subject can have: counters are the same whatever the role is. */
const listLimits = (
  { roles, guestRole }: Policy,
  { subject = '', ...whose }: Subject,
  now: number,
): Counted[] =>
  roles
    .filter((role) => isGuest(whose) === (role === guestRole))
    .flatMap(({ name: role, rules }) =>
      (getMintBlock(rules)?.limits ?? [])
        .filter((limit) => subject !== '' || limit.for !== 'subject')
        .map((limit) => ({
          role,
          charge: createCharge({ ...whose, subject }, limit, 0, now),
        })),
    );

const findHolder = ({ subject, ...whose }: Subject) =>
  subject === undefined ? ALL_GUESTS : getHolder({ ...whose, subject });

/** Returns what a subject has used of each limit. */
export async function readSubjectUsage(
  policy: Policy,
  store: LimitStore,
  subject: Subject,
  now: number,
) {
  const counted = listLimits(policy, subject, now);
  const charges = counted.map(({ charge }) => charge);
  const terms = { charges, holder: findHolder(subject), reuseSeconds: undefined };
  const { limits: states, ends, counts } = await readUsage(store, terms, now);
  const limits = states.flatMap(({ resetsAt, ...state }, index) => {
    const { role, charge } = counted[index] ?? {};
    return role === undefined || !charge
      ? []
      : [{ role, ...state, for: charge.sharedBy, resetsAt: new Date(resetsAt).toISOString() }];
  });
  const ofGuests = subject.subject === undefined ? policy.file.guests : undefined;
  const isKnown =
    ofGuests !== undefined ||
    ends.length > 0 ||
    counted.some(({ charge }, index) => charge.sharedBy === 'subject' && counts[index]);
  return {
    limits,
    running: ends.length,
    /** Maximum number of sessions of all guests together. */
    concurrent: ofGuests?.concurrent,
    /** Whether anything is counted for the subject alone. */
    isKnown,
  };
}

/** Describes what a subject has used, a line for each limit. */
export const describeUsage = ({
  limits,
  running,
  concurrent,
  isKnown,
}: Awaited<ReturnType<typeof readSubjectUsage>>): string[] => [
  ...limits.map(({ role, unit, per, for: shared, reserved, used, max, resetsAt }) => {
    const owner = shared === 'subject' ? '' : ` for ${shared}`;
    const open = reserved > 0 ? ` and ${reserved} reserved` : '';
    return `${role}: ${used} used${open} of ${max} ${unit} per ${per}${owner}, until ${resetsAt}`;
  }),
  `${running}${concurrent === undefined ? '' : ` of ${concurrent}`} ${running === 1 ? 'session counts' : 'sessions count'} as running`,
  ...(isKnown
    ? []
    : ['Nothing is counted for this subject now. The subject is the sub claim of its tokens.']),
];

/** Sets what a subject alone has used to zero, and forgets its tokens and sessions. Limits that it shares stay. */
export async function resetUsage(
  policy: Policy,
  store: LimitStore,
  subject: Subject,
  now: number,
): Promise<void> {
  const own = listLimits(policy, subject, now).filter(
    ({ charge }) => charge.sharedBy === 'subject',
  );
  const changes = own.flatMap(({ charge }) => {
    const name = nameCounter(store, charge);
    const change = { amount: -Number.MAX_SAFE_INTEGER, max: 0, endsAt: charge.endsAt };
    return [name, nameUsed(name)].map((each) => ({ ...change, name: each }));
  });
  await changeAccount(store, store.createName('account', findHolder(subject)), (account) => {
    Object.assign(account, { mints: [], turn: undefined, isFoundById: false });
    return changes;
  });
}
