import { z } from 'zod';
import { isHttpsOrLoopback } from '../shared/loopback.ts';
import {
  httpsAddress,
  httpsOrigin,
  printableSecret,
  secret,
  sharedSecret,
} from '../shared/settings/setting-types.ts';

/** A name in labels, rules and logs, which needs no encoding there. */
export const Name = z
  .string()
  .regex(/^[\w-]{1,32}$/, 'must be 1 to 32 letters, digits, "_" or "-"');

const Text = z.string().min(1);

/** The name of a claim, or with a leading `/` a JSON Pointer to it. */
export const ClaimName = Text.max(256).refine(
  (name) => !name.startsWith('/') || !/~(?![01])/.test(name),
  'must be a name or a JSON Pointer, in which "~" is "~0" and "/" in a name is "~1"',
);

const ClaimValue = z.union([Text, z.number(), z.boolean()]);

/** Claims with their values, or with lists of values of which one is enough. */
export const Claims = z.record(ClaimName, z.union([ClaimValue, z.array(ClaimValue).min(1)]));

const HttpsUrl = z
  .url({ protocol: /^https?$/, error: 'must be an absolute https URL' })
  .refine(isHttpsOrLoopback, 'must start with https');

/** The console's client at an issuer, where people sign in by OpenID Connect. It is public, and uses PKCE. */
export interface ConsoleClient {
  readonly clientId: string;
  /** Scopes that it asks for besides `openid`. */
  readonly scopes?: readonly string[] | undefined;
  /** The parameter `audience` of the authorization request, which some issuers need. */
  readonly audience?: string | undefined;
  /** Origin of the token endpoint. Default: that of the issuer. */
  readonly tokenOrigin?: string | undefined;
}

const Console = z
  .strictObject({
    clientId: Text.describe('Client id of the console at the issuer. The client is public.'),
    scopes: z.array(Text).describe('Scopes that it asks for besides `openid`.').optional(),
    audience: Text.describe('Parameter `audience` of the sign-in, which Auth0 needs.').optional(),
    tokenOrigin: httpsOrigin
      .describe('Origin of the token endpoint. Default: that of the issuer.')
      .optional(),
  })
  .describe('How people sign in to the console, by OpenID Connect with PKCE. Default: not at all.');

const Issuer = z.strictObject({
  name: Name.describe('Name of the issuer in labels, roles and logs.'),
  issuer: Text.describe('Its `iss` claim.'),
  jwksUrl: HttpsUrl.describe('URL of its JWKS.').optional(),
  secrets: z
    .array(secret(sharedSecret))
    .min(1)
    .describe('Secrets shared with it, instead of `jwksUrl`; the first is the newest.')
    .optional(),
  algorithms: z
    .array(Text)
    .min(1)
    .describe(
      'Allowed signature algorithms. Default: RS256, PS256, ES256 and EdDSA with `jwksUrl`, HS256 with `secrets`.',
    )
    .optional(),
  audience: z
    .union([Text, z.array(Text).min(1)])
    .transform((names) => [names].flat())
    .describe('Accepted audience, or a list of which one is enough.'),
  audienceClaim: ClaimName.default('aud').describe('The claim with the audience.'),
  require: Claims.default({}).describe('Claims that every token must have.'),
  tenantClaim: ClaimName.describe('The claim with the tenant.').optional(),
  tenant: Text.describe('The tenant of all its tokens, instead of `tenantClaim`.').optional(),
  scopeClaims: z
    .array(ClaimName)
    .min(1)
    .default(['scope', 'scp'])
    .describe('The claims with scopes, which are united.'),
  scopePrefix: z.string().default('').describe('Prefix of scopes. Those without it do not count.'),
  scopesFrom: z
    .enum(['token', 'role'])
    .default('token')
    .describe(
      'Whether a caller has the scopes of the token that its role has too, or all scopes of the role.',
    ),
  console: Console.optional(),
});

/** One issuer of tokens, as the file has it. */
export type Issuer = z.output<typeof Issuer>;

export const Issuers = z
  .array(
    Issuer.superRefine(({ jwksUrl, secrets, tenant, tenantClaim, issuer, console }, context) => {
      if (console && !httpsAddress('an issuer').safeParse(issuer).success)
        context.addIssue({
          code: 'custom',
          message: 'with console needs an issuer that is the https URL of an OpenID provider',
        });
      if ((jwksUrl === undefined) === (secrets === undefined))
        context.addIssue({ code: 'custom', message: 'needs either jwksUrl or secrets' });
      if (tenant !== undefined && tenantClaim !== undefined)
        context.addIssue({ code: 'custom', message: 'has either tenant or tenantClaim' });
    }),
  )
  .min(1)
  .describe('Whose tokens are accepted, instead of the settings AUTH_*.');

const TenantName = Text.max(128);

export const Tenants = z
  .union([
    z.strictObject({
      keyFolder: Text.describe('Folder with a file for each tenant, which has its API key.'),
    }),
    z.strictObject({
      keys: z.record(TenantName, printableSecret).describe('API keys by tenant.'),
    }),
    z.strictObject({
      names: z.array(TenantName).min(1).describe('Tenants that share UPSTREAM_API_KEY.'),
    }),
  ])
  .describe('The tenants, and the API keys of their accounts.');

export type Tenants = z.output<typeof Tenants>;
