import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import {
  httpsAddress,
  httpsOrigin,
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
      'Expected `aud` claim of every JWT. One of these values is enough. Required with `AUTH_JWKS_URL` or `AUTH_SECRET`.',
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
      'Claims that contain the scopes of a JWT, as names or as JSON Pointers such as `/realm_access/roles`. The scopes of all these claims apply. Strings are split at spaces.',
    example: 'permissions',
  }),
  scopePrefix: setting('AUTH_SCOPE_PREFIX', text('any text').default(''), {
    description:
      'Prefix of scopes in JWTs, such as `avatar-graphql/` in `avatar-graphql/personas:read`. Scopes without the prefix are ignored.',
    example: 'avatar-graphql/',
  }),
  clientId: setting('CONSOLE_CLIENT_ID', text('any text').optional(), {
    description:
      'Client id of the console at `AUTH_ISSUER`. If set, people sign in to the console with OpenID Connect and PKCE. Register a public client with the redirect URI `/sign-in` of this server. With a `POLICY`, set `console` of its issuers instead.',
    absent: 'people paste an API key or a JWT',
    example: 'avatar-graphql-console',
  }),
  consoleScopes: setting('CONSOLE_SCOPES', list(name, 'scopes').optional(), {
    description:
      'Scopes that the console requests besides `openid`, such as `offline_access` for a refresh token, or `api://…/.default` with Microsoft Entra ID.',
    absent: 'only `openid`',
    example: 'offline_access,personas:read',
  }),
  consoleAudience: setting('CONSOLE_AUDIENCE', text('any text').optional(), {
    description:
      'Parameter `audience` of the sign-in. Auth0 requires it to issue tokens for an API.',
    absent: 'not sent',
    example: 'https://api.example.com',
  }),
  consoleTokenOrigin: setting('CONSOLE_TOKEN_ORIGIN', httpsOrigin.optional(), {
    description:
      'Origin of the token endpoint of `AUTH_ISSUER`, if it differs, as with Amazon Cognito. The content security policy of the console then allows it.',
    absent: 'the origin of `AUTH_ISSUER`',
    example: 'https://acme.auth.eu-west-1.amazoncognito.com',
  }),
});
