import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import {
  httpsAddress,
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
  scopeClaims: setting('AUTH_SCOPE_CLAIMS', list(name, 'claims').prefault('scope,scp'), {
    description:
      'Claims that contain the scopes of a JWT, as names or as JSON Pointers such as `/realm_access/roles`. The scopes of all these claims apply. Strings are split at spaces.',
    example: 'permissions',
  }),
  clientId: setting('CONSOLE_CLIENT_ID', text('any text').optional(), {
    description:
      'Client id of the console at `AUTH_ISSUER`. If set, people sign in to the console with OpenID Connect and PKCE. Register a public client with the redirect URI `/sign-in` of this server. `console` of an issuer in a `POLICY` has more options, such as scopes and an audience.',
    absent: 'people paste an API key or a JWT',
    example: 'avatar-graphql-console',
  }),
});
