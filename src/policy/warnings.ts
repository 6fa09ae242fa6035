import type { Conditions } from './claims.ts';
import type { Limit, MintBlock, Period } from './mint-schema.ts';
import { isTokenLimit } from './mint-terms.ts';
import { hasLimits, isLimited, type PolicyFile } from './policy-schema.ts';
import type { Role } from './role-schema.ts';
import { ALL_SCOPES, type Scope } from './scopes.ts';

/** Claims that users of common identity providers can edit. */
const EDITABLE = /user_?metadata|unsafe_?metadata/i;

/** Write scopes that do not change what sessions do. */
const HARMLESS_WRITES: readonly Scope[] = ['sessions:write', 'meetings:write', 'share-links:write'];

/** Read scopes whose records have no owner that a policy knows. */
const UNSEPARATED: readonly Scope[] = [
  'avatars:read',
  'tools:read',
  'voices:read',
  'llms:read',
  'knowledge:read',
  'meetings:read',
];

/** Whether every token that meets some conditions also meets others. */
const implies = (some: Conditions, others: Conditions): boolean =>
  Object.entries(others).every(([name, values]) => {
    const given = some[name];
    return given !== undefined && [given].flat().every((value) => [values].flat().includes(value));
  });

/** Whether an earlier role matches whatever a role matches. */
const shadows = (earlier: Role, { issuers, when }: Role): boolean =>
  when !== undefined &&
  earlier.when !== undefined &&
  (!earlier.issuers || (issuers?.every((name) => earlier.issuers?.includes(name)) ?? false)) &&
  implies(when, earlier.when);

const getScopes = ({ scopes }: Role): readonly Scope[] => (scopes === 'all' ? ALL_SCOPES : scopes);

function* warnOfRole(role: Role, earlier: readonly Role[], file: PolicyFile): Generator<string> {
  const scopes = getScopes(role);
  const shadow = earlier.find((other) => shadows(other, role));
  if (shadow) yield `never matches, because the role ${shadow.name} before it does.`;
  const editable = Object.keys(role.when ?? {}).find((name) => EDITABLE.test(name));
  if (editable !== undefined)
    yield `depends on the claim ${editable}, which users of some identity providers can edit.`;
  const writes = scopes.filter(
    (scope) => scope.endsWith(':write') && !HARMLESS_WRITES.includes(scope),
  );
  if (typeof role.mint === 'object' && writes.length > 0)
    yield `has ${writes.join(', ')} in addition to a mint block: callers who can change personas, prompts, tools or LLMs can change what sessions do.`;
  if (
    role.mint !== undefined &&
    !scopes.includes('tokens:mint') &&
    !scopes.includes('meetings:write')
  )
    yield 'has a mint block, but not the scope tokens:mint.';
  if (
    role.mint === undefined &&
    scopes.includes('tokens:mint') &&
    scopes.length < ALL_SCOPES.length
  )
    yield 'has the scope tokens:mint, but no mint block, so it cannot create session tokens.';
  const { mint } = role;
  if (typeof mint === 'object' && isLimited(mint) && !/{mint}/.test(mint.clientLabel ?? ''))
    yield 'has no {mint} in clientLabel, so its sessions cannot be found: minutes are not settled, and each token counts for the length of its session.';
  if (typeof mint === 'object' && mint.concurrent === 1 && mint.reuseSeconds !== 0)
    yield 'has concurrent: 1, so a user who has an unused token cannot start a session of another persona or length until the token expires. Set it to 2 or more.';
  const isShared = file.tenants !== undefined && 'names' in file.tenants;
  const seen = scopes.filter((scope) => UNSEPARATED.includes(scope));
  if (isShared && seen.length > 0)
    yield `can read records of other tenants with ${seen.join(', ')}, because tenants share a key.`;
}

/** Says what holds for limits if the service does not show sessions; undefined without limits. */
export const describeUnshown = (file: PolicyFile): string | undefined =>
  hasLimits(file)
    ? 'If UPSTREAM_EXTENSIONS does not have sessions: an unused token is given again for 60 seconds, minutes are not settled, and a caller who keeps tokens can have more sessions than concurrent.'
    : undefined;

/** Returns probable mistakes in a policy, as one sentence each. */
export const findWarnings = (file: PolicyFile): string[] => [
  ...file.roles.flatMap((role, index) =>
    [...warnOfRole(role, file.roles.slice(0, index), file)].map(
      (warning) => `The role ${role.name} ${warning}`,
    ),
  ),
  ...(file.guests?.challenge && file.guests.challenge.require.hostname === undefined
    ? [
        'guests.challenge.require has no hostname, so responses to the challenge of other pages may count.',
      ]
    : []),
];

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
      const [max, unit] = isTokenLimit(limit)
        ? [limit.tokens, 'session tokens']
        : [limit.reservedMinutes, 'minutes'];
      const whom = limit.for === 'all' ? 'all callers together' : 'each tenant';
      return ` At most ${max.toLocaleString('en-GB')} ${unit} per ${limit.per} for ${whom}.`;
    });
  const own =
    all.length === 0
      ? 'sessions without a limit for each subject.'
      : `at most ${most.toLocaleString('en-GB')} minutes of sessions per day for each subject.`;
  return `${own}${shared.join('')}`;
}
