import { z } from 'zod';
import { Secret } from '../shared/secret.ts';
import { secret, sharedSecret } from '../shared/settings/setting-types.ts';
import { Claims, HttpsUrl, type Issuer, Name, type Tenants } from './issuer-schema.ts';
import type { Problem, Role } from './role-schema.ts';
import type { Scope } from './scopes.ts';

/** The issuer of the tokens of guests: their `iss` claim, and its name. No issuer of a file can have this name. */
export const GUEST_ISSUER = 'avatar-graphql:guests';

/** Who has the sessions of all guests together. */
export const ALL_GUESTS: string = JSON.stringify(['all guests']);

/** What the subjects of guests start with, and no others. */
export const GUEST_PREFIX = 'guest.';

/** The scopes that a role of guests may have. */
const SCOPES: readonly Scope[] = [
  'personas:read',
  'avatars:read',
  'voices:read',
  'tokens:mint',
  'sessions:read',
];

const MONTH_SECONDS = 2_592_000;

const Challenge = z
  .strictObject({
    verifyUrl: HttpsUrl.describe('URL that verifies responses to the challenge.'),
    secret: secret(z.string().min(1)).describe('Secret of the site at this URL.'),
    require: Claims.default({}).describe(
      'Values that the answer must have besides `success: true`, such as the `hostname` of the page.',
    ),
  })
  .describe('The challenge that a visitor must pass before a guest token. Default: none.');

export const Guests = z
  .strictObject({
    role: Name.describe('The role of guests. Nobody else has it.'),
    secrets: z
      .array(secret(sharedSecret))
      .min(1)
      .max(8)
      .describe('Secrets of the tokens of guests. The first one signs, all of them verify.'),
    seconds: z
      .int()
      .min(60)
      .max(MONTH_SECONDS)
      .default(86_400)
      .describe('How long a token of a guest is valid, in seconds.'),
    concurrent: z
      .int()
      .min(1)
      .max(1_000)
      .describe('Maximum number of concurrent sessions of all guests together.'),
    perAddress: z
      .int()
      .min(1)
      .max(10_000)
      .default(30)
      .describe(
        'Maximum number of guest tokens per hour for an IPv4 address or an IPv6 network of /64. A network of /48 has ten times as many.',
      ),
    challenge: Challenge.optional(),
    tenant: z.string().min(1).describe('The tenant of guests, if there are tenants.').optional(),
  })
  .describe('Visitors of public pages, who get a token without a login. Default: none.');

export type Guests = z.output<typeof Guests>;

/** The token of a guest. */
export interface GuestToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** The parts of the file on which guests depend. */
interface File {
  readonly guests?: Guests | undefined;
  readonly issuers?: readonly Issuer[] | undefined;
  readonly tenants?: Tenants | undefined;
  readonly roles: readonly Role[];
}

function* checkRole({ when, issuers, scopes, personas, sessions, mint }: Role) {
  const why = 'because it is the role of guests';
  if (when) yield ['when', `is not allowed, ${why}`] as const;
  if (issuers) yield ['issuers', `is not allowed, ${why}`] as const;
  if (scopes === 'all' || scopes.some((scope) => !SCOPES.includes(scope)))
    yield ['scopes', `can have only ${SCOPES.join(', ')}, ${why}`] as const;
  if (!Array.isArray(personas)) yield ['personas', `must be a list of ids, ${why}`] as const;
  if (sessions !== 'own') yield ['sessions', `must be own, ${why}`] as const;
  if (typeof mint !== 'object') yield ['mint', `must be a block of rules, ${why}`] as const;
}

/** Returns the text of a secret; none of an invalid one, which zod leaves as it is. */
const reveal = (given: unknown) => (given instanceof Secret ? [given.reveal()] : []);

/** Checks what a file has about guests. */
export function* checkGuests(file: File): Generator<Problem> {
  const { guests, issuers = [], tenants, roles } = file;
  for (const [index, { name, when }] of roles.entries()) {
    if (!when && name !== guests?.role) yield [['roles', index, 'when'], 'is required'];
  }
  const reserved = issuers.findIndex(({ issuer }) => issuer === GUEST_ISSUER);
  if (reserved >= 0) yield [['issuers', reserved, 'issuer'], 'is reserved for guests'];
  if (!guests) return;
  const index = roles.findIndex(({ name }) => name === guests.role);
  const role = roles[index];
  if (!role) yield [['guests', 'role'], 'is the name of no role'];
  for (const [key, message] of role ? checkRole(role) : []) yield [['roles', index, key], message];
  const known = issuers.flatMap(({ secrets = [] }) => secrets).flatMap(reveal);
  const shared = guests.secrets.findIndex((each) =>
    reveal(each).some((text) => known.includes(text)),
  );
  if (shared >= 0) yield [['guests', 'secrets', shared], 'is also a secret of an issuer'];
  yield* checkTenant(guests, tenants);
}

function* checkTenant({ tenant }: Guests, tenants: Tenants | undefined): Generator<Problem> {
  const path = ['guests', 'tenant'];
  if (!tenants) {
    if (tenant !== undefined) yield [path, 'requires tenants'];
    return;
  }
  if (tenant === undefined) yield [path, 'is required, because the policy has tenants'];
  else if ('names' in tenants && !tenants.names.includes(tenant)) yield [path, 'is not in tenants'];
  else if ('keys' in tenants && !Object.hasOwn(tenants.keys, tenant))
    yield [path, 'is not in tenants'];
}
