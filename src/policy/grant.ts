import { Id, type JsonObject } from '../contract/record.ts';
import { fulfils, readClaim } from './claims.ts';
import { GUEST_ISSUER, GUEST_PREFIX } from './guests.ts';
import type { OwnLabels } from './label.ts';
import type { Policy, Role } from './policy.ts';
import { MAX_PERSONAS } from './role-schema.ts';
import type { Scope } from './scopes.ts';

/** The data of a caller with a verified token. */
export interface VerifiedToken {
  /** Name of the issuer; without issuers in the policy, any text that identifies it. */
  readonly issuer: string;
  readonly subject: string;
  /** The tenant, which is in the table of tenants; undefined if there are none. */
  readonly tenant?: string | undefined;
  readonly claims: JsonObject;
  /** The scopes of the token, without a prefix. */
  readonly scopes: ReadonlySet<string>;
}

/** What a policy grants to one caller. */
export interface Grant {
  readonly policy: Policy;
  /** Undefined if no role matches, and for callers without a token. */
  readonly role: Role | undefined;
  readonly issuer: string;
  readonly subject: string;
  readonly tenant: string | undefined;
  readonly scopes: ReadonlySet<Scope>;
  /** The personas that exist for the caller, in the order of their list. */
  readonly personas: 'all' | ReadonlySet<string>;
  /** The labels of the sessions that exist for the caller. */
  readonly sessions: 'all' | OwnLabels | 'none';
}

const NO_SCOPES: ReadonlySet<Scope> = new Set();

/** What a policy grants to a caller without a token, or without a role: nothing. */
export const grantNothing = (
  policy: Policy,
  { issuer, subject, tenant }: Pick<VerifiedToken, 'issuer' | 'subject' | 'tenant'> = {
    issuer: '',
    subject: '',
  },
): Grant => ({
  policy,
  role: undefined,
  issuer,
  subject,
  tenant,
  scopes: NO_SCOPES,
  personas: new Set(),
  sessions: 'none',
});

/** Whether a token is one that the API gave to a guest. */
export const isGuest = ({ issuer }: Pick<VerifiedToken, 'issuer'>): boolean =>
  issuer === GUEST_ISSUER;

/** Returns the role of a token: that of guests, or the first that matches. */
function findRole({ roles, guestRole }: Policy, token: VerifiedToken): Role | undefined {
  const { issuer, subject, claims } = token;
  if (isGuest(token)) return guestRole;
  // Labels need not contain the issuer to distinguish guests from others.
  if (guestRole && subject.startsWith(GUEST_PREFIX)) return undefined;
  return roles.find(
    ({ rules: { issuers, when } }) =>
      when && (issuers?.includes(issuer) ?? true) && fulfils(claims, when),
  );
}

function findScopes({ file }: Policy, { scopes }: Role, token: VerifiedToken) {
  const issuer = file.issuers?.find(({ name }) => name === token.issuer);
  if (issuer?.scopesFrom === 'role' || isGuest(token)) return scopes;
  return new Set([...scopes].filter((scope) => token.scopes.has(scope)));
}

function findPersonas({ rules: { personas = 'all' } }: Role, { claims }: VerifiedToken) {
  if (personas === 'all') return personas;
  if (Array.isArray(personas)) return new Set(personas);
  // Of a text or a list; there are none in something else.
  const ids = [readClaim(claims, personas.claim)]
    .flat()
    .flatMap((id) => Id.safeParse(id).data ?? []);
  return new Set(ids.slice(0, MAX_PERSONAS));
}

/** Returns the labels of the caller's own sessions. They have one form in all roles that mint. */
function findSessions(
  { templates: [template] }: Policy,
  { rules }: Role,
  { issuer, tenant, subject }: VerifiedToken,
): Grant['sessions'] {
  if (rules.sessions !== 'own') return 'all';
  return template === undefined ? 'none' : { template, issuer, tenant, subject };
}

/** Decides what a policy grants to the bearer of a token. */
export function resolveRole(policy: Policy, token: VerifiedToken): Grant {
  const nothing = grantNothing(policy, token);
  const role = findRole(policy, token);
  if (!role || token.subject === '' || !token.subject.isWellFormed()) return nothing;
  return {
    ...nothing,
    role,
    scopes: findScopes(policy, role, token),
    personas: findPersonas(role, token),
    sessions: findSessions(policy, role, token),
  };
}
