import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import {
  httpsAddress,
  httpsOrigin,
  integer,
  list,
  secret,
  sharedSecret,
  text,
} from '../../shared/settings/setting-types.ts';

/** A name in a list. */
const name = z.string().min(1, 'must not contain an empty name');

/**
 * JWT authentication of callers. The upstream's API key then acts for them, within the scopes of their JWTs.
 */
export const authenticationSettings = z.object({
  jwksUrl: setting('AUTH_JWKS_URL', httpsAddress("the URL of the issuer's JWKS").optional(), {
    description: 'JWKS URL of the issuer of client JWTs.',
    absent: 'JWT authentication is off, or uses `AUTH_SECRET`',
    example: 'https://issuer.example.com/.well-known/jwks.json',
    common: true,
  }),
  secret: setting('AUTH_SECRET', secret(sharedSecret).optional(), {
    description: 'Secret shared with the issuer of client JWTs, instead of `AUTH_JWKS_URL`.',
    absent: 'JWT authentication is off, or uses `AUTH_JWKS_URL`',
  }),
  issuer: setting('AUTH_ISSUER', text('any text').optional(), {
    description:
      'Expected `iss` claim of every JWT. Required with `AUTH_JWKS_URL` or `AUTH_SECRET`.',
    absent: 'JWT authentication is off',
    example: 'https://issuer.example.com/',
    common: true,
  }),
  audience: setting('AUTH_AUDIENCE', list(name, 'audiences').optional(), {
    description:
      'Expected `aud` claim of every JWT: one of these. Required with `AUTH_JWKS_URL` or `AUTH_SECRET`.',
    absent: 'JWT authentication is off',
    example: 'avatar-graphql',
    common: true,
  }),
  algorithms: setting(
    'AUTH_ALGORITHMS',
    list(z.string(), 'algorithm names for that kind of key').optional(),
    {
      description: 'Allowed signature algorithms of JWTs.',
      absent: '`RS256,PS256,ES256,EdDSA` with `AUTH_JWKS_URL`, `HS256` with `AUTH_SECRET`',
      example: 'RS256,PS256,ES256,EdDSA',
    },
  ),
  scopeClaims: setting('AUTH_SCOPE_CLAIMS', list(name, 'claims').prefault('scope,scp'), {
    description:
      'Claims with the scopes of a JWT, which are united: names, or JSON Pointers such as `/realm_access/roles`. A text is split at spaces.',
    example: 'permissions',
  }),
  scopePrefix: setting('AUTH_SCOPE_PREFIX', text('any text').default(''), {
    description: 'What scopes in JWTs begin with, before `personas:read`. Others do not count.',
    example: 'avatar-graphql/',
  }),
  clockTolerance: setting('AUTH_CLOCK_TOLERANCE', integer(0, 300, 'seconds').default(5), {
    description: 'Maximum clock difference to the issuer in seconds.',
  }),
  clientId: setting('CONSOLE_CLIENT_ID', text('any text').optional(), {
    description:
      'Client id of the console at `AUTH_ISSUER`: with it, people sign in there, by OpenID Connect with PKCE. The client is public, with the redirect URI `/sign-in` of this server. Issuers of a `POLICY` have `console` instead.',
    absent: 'people paste an API key or a JWT',
    example: 'avatar-graphql-console',
  }),
  consoleScopes: setting('CONSOLE_SCOPES', list(name, 'scopes').optional(), {
    description:
      'Scopes that the console asks for besides `openid`: `offline_access` for a refresh token, where the issuer has that, or `api://…/.default` of Microsoft Entra ID.',
    absent: 'only `openid`',
    example: 'offline_access,personas:read',
  }),
  consoleAudience: setting('CONSOLE_AUDIENCE', text('any text').optional(), {
    description:
      'Parameter `audience` of the sign-in, without which Auth0 issues tokens for no API.',
    absent: 'it is not sent',
    example: 'https://api.example.com',
  }),
  consoleTokenOrigin: setting('CONSOLE_TOKEN_ORIGIN', httpsOrigin.optional(), {
    description:
      'Origin of the token endpoint of `AUTH_ISSUER`, where it differs, as that of Amazon Cognito does. The content security policy of the console allows it.',
    absent: 'that of `AUTH_ISSUER`',
    example: 'https://acme.auth.eu-west-1.amazoncognito.com',
  }),
});
