import { z } from 'zod';
import { settingMetadata } from './setting-metadata.ts';
import { httpsAddress, integer, list, secret, sharedSecret, text } from './setting-types.ts';

/**
 * JWT authentication of callers. The upstream's API key then acts for them, within the scopes of their JWTs.
 */
export const authenticationSettings = z.object({
  AUTH_JWKS_URL: httpsAddress("the URL of the issuer's JWKS").optional().register(settingMetadata, {
    description: 'JWKS URL of the issuer of client JWTs.',
    absent: 'JWT authentication is off, or uses `AUTH_SECRET`',
    example: 'https://issuer.example.com/.well-known/jwks.json',
    common: true,
  }),
  AUTH_SECRET: secret(sharedSecret).optional().register(settingMetadata, {
    description: 'Secret shared with the issuer of client JWTs, instead of `AUTH_JWKS_URL`.',
    absent: 'JWT authentication is off, or uses `AUTH_JWKS_URL`',
  }),
  AUTH_ISSUER: text('any text').optional().register(settingMetadata, {
    description:
      'Expected `iss` claim of every JWT. Required with `AUTH_JWKS_URL` or `AUTH_SECRET`.',
    absent: 'JWT authentication is off',
    example: 'https://issuer.example.com/',
    common: true,
  }),
  AUTH_AUDIENCE: text('any text').optional().register(settingMetadata, {
    description:
      'Expected `aud` claim of every JWT. Required with `AUTH_JWKS_URL` or `AUTH_SECRET`.',
    absent: 'JWT authentication is off',
    example: 'avatar-graphql',
    common: true,
  }),
  AUTH_ALGORITHMS: list(z.string(), 'algorithm names for that kind of key')
    .optional()
    .register(settingMetadata, {
      description: 'Allowed signature algorithms of JWTs.',
      absent: '`RS256,PS256,ES256,EdDSA` with `AUTH_JWKS_URL`, `HS256` with `AUTH_SECRET`',
      example: 'RS256,PS256,ES256,EdDSA',
    }),
  AUTH_CLOCK_TOLERANCE: integer(0, 300, 'seconds').default(5).register(settingMetadata, {
    description: 'Maximum clock difference to the issuer in seconds.',
  }),
});
