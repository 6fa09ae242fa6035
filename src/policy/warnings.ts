import type { Conditions } from './claims.ts';
import type { PolicyFile } from './policy-schema.ts';
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
  const isShared = file.tenants !== undefined && 'names' in file.tenants;
  const seen = scopes.filter((scope) => UNSEPARATED.includes(scope));
  if (isShared && seen.length > 0)
    yield `can read records of other tenants with ${seen.join(', ')}, because tenants share a key.`;
}

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
