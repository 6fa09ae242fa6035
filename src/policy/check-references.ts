import type { z } from 'zod';
import { checkGuests, type Guests } from './guests.ts';
import type { Issuer, Tenants } from './issuer-schema.ts';
import { listPlaceholders } from './label.ts';
import { getMintBlock, type Problem, type Role } from './role-schema.ts';

/** The parts of the file that refer to each other. */
interface File {
  readonly issuers?: readonly Issuer[] | undefined;
  readonly tenants?: Tenants | undefined;
  readonly roles: readonly Role[];
  readonly guests?: Guests | undefined;
}

const findRepeated = (names: readonly string[]) =>
  names.findIndex((name, index) => names.indexOf(name) < index);

const hasTenants = ({ tenants }: File) => tenants !== undefined;

function* checkIssuers({ issuers = [], tenants }: File): Generator<Problem> {
  const repeated = findRepeated(issuers.map(({ name }) => name));
  if (repeated >= 0) yield [['issuers', repeated, 'name'], 'is the name of another issuer'];
  const sameIssuer = findRepeated(issuers.map(({ issuer }) => issuer));
  if (sameIssuer >= 0)
    yield [['issuers', sameIssuer, 'issuer'], 'is also the iss claim of another issuer'];
  const known =
    tenants && 'keys' in tenants
      ? Object.keys(tenants.keys)
      : tenants && 'names' in tenants
        ? tenants.names
        : undefined;
  for (const [index, { tenant, tenantClaim }] of issuers.entries()) {
    const has = tenant !== undefined || tenantClaim !== undefined;
    if (tenants && !has)
      yield [['issuers', index], 'requires tenant or tenantClaim, because the policy has tenants'];
    if (!tenants && has)
      yield [['issuers', index], 'requires tenants, because it has tenant or tenantClaim'];
    if (tenant !== undefined && known && !known.includes(tenant))
      yield [['issuers', index, 'tenant'], 'is not in tenants'];
  }
}

function* checkRole(role: Role, file: File): Generator<Problem> {
  const { issuers = [], tenants } = file;
  const unknown = role.issuers?.find((name) => !issuers.some((issuer) => issuer.name === name));
  if (unknown !== undefined)
    yield [['issuers'], `names the issuer ${unknown}, which does not exist`];
  if (issuers.length > 1 && !role.issuers && role.name !== file.guests?.role)
    yield [['issuers'], 'is required, because there are several issuers'];
  const isShared = tenants !== undefined && 'names' in tenants;
  for (const key of ['personas', 'sessions'] as const) {
    if (isShared && role[key] === undefined)
      yield [[key], 'is required, because tenants share a key'];
  }
  for (const [index, limit] of getMintBlock(role)?.limits.entries() ?? []) {
    if (limit.for === 'tenant' && !hasTenants(file))
      yield [['mint', 'limits', index, 'for'], 'requires tenants'];
  }
  const template = getMintBlock(role)?.clientLabel;
  if (template !== undefined && listPlaceholders(template).includes('tenant') && !hasTenants(file))
    yield [['mint', 'clientLabel'], 'contains {tenant}, but the policy has no tenants'];
}

/** If a role has only its own sessions, all labels must have the same form, which distinguishes callers. */
function* checkOwnSessions(file: File): Generator<Problem> {
  const { roles, issuers = [], tenants } = file;
  if (!roles.some(({ sessions }) => sessions === 'own')) return;
  const blocks = roles.flatMap((role, index) => {
    const block = getMintBlock(role);
    return block ? [{ index, template: block.clientLabel }] : [];
  });
  const [first] = blocks;
  const why = 'because a role has sessions: own';
  if (!first) {
    yield [['roles'], `require a mint block with clientLabel, ${why}`];
    return;
  }
  const needed = [
    'subject',
    ...(tenants && 'names' in tenants ? ['tenant'] : []),
    ...(issuers.length > 1 ? ['issuer'] : []),
  ];
  for (const { index, template } of blocks) {
    const path = ['roles', index, 'mint', 'clientLabel'];
    const missing = needed.find((name) => !listPlaceholders(template ?? '').includes(name));
    if (template !== first.template) yield [path, `must be the same in all roles, ${why}`];
    else if (missing !== undefined) yield [path, `must contain {${missing}}, ${why}`];
  }
}

function* checkRoles(file: File): Generator<Problem> {
  const repeated = findRepeated(file.roles.map(({ name }) => name));
  if (repeated >= 0) yield [['roles', repeated, 'name'], 'is the name of another role'];
  for (const [index, role] of file.roles.entries()) {
    for (const [path, message] of checkRole(role, file)) yield [['roles', index, ...path], message];
  }
}

/** Checks the references between the parts of the file. */
export function checkReferences(file: File, context: z.RefinementCtx): void {
  for (const problems of [
    checkIssuers(file),
    checkRoles(file),
    checkOwnSessions(file),
    checkGuests(file),
  ]) {
    for (const [path, message] of problems)
      context.addIssue({ code: 'custom', path: [...path], message });
  }
}
