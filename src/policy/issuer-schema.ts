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

export const HttpsUrl = z
  .url({ protocol: /^https?$/, error: 'must be an absolute https URL' })
  .refine(isHttpsOrLoopback, 'must start with https');

/** The console's client at an issuer, where people sign in by OpenID Connect. It is public, and uses PKCE. */
export interface ConsoleClient {
  readonly clientId: string;
  /** Scopes that the console requests besides `openid`. */
  readonly scopes?: readonly string[] | undefined;
  /** The parameter `audience` of the authorization request, which some issuers need. */
  readonly audience?: string | undefined;
  /** Origin of the token endpoint. Default: that of the issuer. */
  readonly tokenOrigin?: string | undefined;
}

const Console = z
  .strictObject({
    clientId: Text.describe('Client id of the console at the issuer. The client is public.'),
    scopes: z.array(Text).describe('Scopes that the console requests besides `openid`.').optional(),
    audience: Text.describe(
      'Parameter `audience` of the sign-in, which Auth0 requires.',
    ).optional(),
    tokenOrigin: httpsOrigin
      .describe('Origin of the token endpoint. Default: that of the issuer.')
      .optional(),
  })
  .describe(
    'How people sign in to the console, with OpenID Connect and PKCE. By default, they cannot sign in at this issuer.',
  );

const Issuer = z.strictObject({
  name: Name.describe('Name of the issuer in labels, roles and logs.'),
  issuer: Text.describe('The `iss` claim of its tokens.'),
  jwksUrl: HttpsUrl.describe('URL of its JWKS.').optional(),
  secrets: z
    .array(secret(sharedSecret))
    .min(1)
    .describe('Secrets shared with the issuer, instead of `jwksUrl`. The first one is the newest.')
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
    .describe('Accepted audience, or a list of accepted audiences.'),
  audienceClaim: ClaimName.default('aud').describe('The claim with the audience.'),
  require: Claims.default({}).describe('Claims that every token must have.'),
  tenantClaim: ClaimName.describe('The claim with the tenant.').optional(),
  tenant: Text.describe('The tenant of all its tokens, instead of `tenantClaim`.').optional(),
  scopeClaims: z
    .array(ClaimName)
    .min(1)
    .default(['scope', 'scp'])
    .describe('The claims that contain scopes. The scopes of all these claims apply.'),
  scopePrefix: z
    .string()
    .default('')
    .describe('Prefix of scopes. Scopes without the prefix are ignored.'),
  scopesFrom: z
    .enum(['token', 'role'])
    .default('token')
    .describe(
      '`token`: a caller has the scopes of its token that its role also has. `role`: it has all scopes of its role.',
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
          message: 'with console requires an issuer that is the https URL of an OpenID provider',
        });
      if ((jwksUrl === undefined) === (secrets === undefined))
        context.addIssue({ code: 'custom', message: 'requires either jwksUrl or secrets' });
      if (tenant !== undefined && tenantClaim !== undefined)
        context.addIssue({ code: 'custom', message: 'cannot have both tenant and tenantClaim' });
    }),
  )
  .min(1)
  .describe('The issuers whose tokens are accepted, instead of the settings AUTH_*.');

const TenantName = Text.max(128);

export const Tenants = z
  .union([
    z.strictObject({
      keyFolder: Text.describe('Folder with one file for each tenant, which contains its API key.'),
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
