import { z } from 'zod';
import { settingMetadata } from './setting-metadata.ts';
import {
  amount,
  flag,
  httpsAddress,
  integer,
  list,
  printableSecret,
  secret,
  sharedSecret,
  text,
  webAddress,
} from './setting-types.ts';

/** Validated only if it applies, because it may be meant for other programs. */
const proxySetting = text('the address of an HTTP proxy');

/** The upstream. */
export const upstreamSettings = z.object({
  UPSTREAM_URL: webAddress('the base address of the service')
    .refine(
      (value) => !/\/v1\/*$/.test(value),
      'must leave off /v1, which every path of the service has',
    )
    .optional()
    .register(settingMetadata, {
      description: 'The service to stand in front of, without `/v1`.',
      absent: 'our own avatar service starts',
      example: 'https://service.example.com',
      common: true,
    }),
  UPSTREAM_API_KEY: printableSecret.optional().register(settingMetadata, {
    description: 'Its API key, kept on the server.',
    absent: "each caller's own `Authorization` header is passed on",
    common: true,
  }),
  UPSTREAM_PERSONA_BY_ID: flag.default(false).register(settingMetadata, {
    description:
      'Whether that service also serves `GET /v1/personas/{id}`, which the specification does not list. It finds a persona in one call, and fills in the fields that lists leave out.',
  }),
  UPSTREAM_CONCURRENCY: integer(1, 100_000).default(4_096).register(settingMetadata, {
    description:
      'Calls of that service under way at once, at most; further ones wait for their turn, those of each caller in rotation. One caller who is told apart by a key or a JWT has half of them at most.',
  }),
  UPSTREAM_UPLOAD_CONCURRENCY: integer(1, 10_000).default(32).register(settingMetadata, {
    description: 'The same for uploads, which may take minutes and have places of their own.',
  }),
  UPSTREAM_QUEUE_SECONDS: amount(0, 300, 'seconds').default(5).register(settingMetadata, {
    description:
      'Seconds that a call waits for its turn, at most, before it fails as `OVERLOADED`; uploads wait for a minute.',
  }),
  MAX_IMAGE_BYTES: integer(1024, 104_857_600, 'bytes').optional().register(settingMetadata, {
    description:
      'Bytes of an uploaded image, at most, where the service takes less or more than the specification says.',
    absent: "`10485760`, the specification's 10 MB",
    example: '10485760',
  }),
  FURTHER_AVATAR_MODELS: list(
    z.string().regex(/^[a-z][a-z0-9.-]*$/, 'must be names such as cara-4,cara-5'),
    'names of small letters, digits, dots and hyphens',
  )
    .optional()
    .register(settingMetadata, {
      description:
        'Avatar models that the service has beyond `cara-2` and `cara-3`; the enum `AvatarModel` then has them too.',
      absent: 'none',
      example: 'cara-4,cara-4-latest',
    }),
  HTTPS_PROXY: secret(proxySetting).optional().register(settingMetadata, {
    description:
      'HTTP proxy by which a service with an https address is reached; `https_proxy` wins where both are set. Not used for a service on loopback.',
    absent: 'such a service is reached directly',
    example: 'http://user:password@proxy.example.com:3128',
  }),
  HTTP_PROXY: secret(proxySetting).optional().register(settingMetadata, {
    description: 'The same for a service with an http address, or `http_proxy`.',
    absent: 'such a service is reached directly',
    example: 'http://user:password@proxy.example.com:3128',
  }),
  NO_PROXY: text('hosts, with commas between them').optional().register(settingMetadata, {
    description:
      'Hosts that are reached without a proxy, or `no_proxy`: names with their subdomains, `*.suffix`, `host:port`, or `*` for all.',
    absent: 'none',
    example: 'service.example.com,.internal.example.com',
  }),
});

/**
 * JWT authentication of callers. The upstream's API key then acts for them, within the scopes of their JWTs.
 */
export const authenticationSettings = z.object({
  AUTH_JWKS_URL: httpsAddress("the address of the issuer's key set")
    .optional()
    .register(settingMetadata, {
      description: "Key set of the issuer of callers' tokens (JWT).",
      absent: 'callers show no tokens, or ones signed by `AUTH_SECRET`',
      example: 'https://issuer.example.com/.well-known/jwks.json',
      common: true,
    }),
  AUTH_SECRET: secret(sharedSecret).optional().register(settingMetadata, {
    description: 'In place of a key set, the secret that is shared with the issuer.',
    absent: 'callers show no tokens, or ones signed by a key of `AUTH_JWKS_URL`',
  }),
  AUTH_ISSUER: text('any text').optional().register(settingMetadata, {
    description: 'What the claim `iss` of every token must be; needed with either.',
    absent: 'there are no tokens',
    example: 'https://issuer.example.com/',
    common: true,
  }),
  AUTH_AUDIENCE: text('any text').optional().register(settingMetadata, {
    description: 'What the claim `aud` of every token must name; needed with either.',
    absent: 'there are no tokens',
    example: 'avatar-graphql',
    common: true,
  }),
  AUTH_ALGORITHMS: list(z.string(), 'names of algorithms for that kind of key')
    .optional()
    .register(settingMetadata, {
      description: 'Algorithms that tokens may be signed with.',
      absent: '`RS256,PS256,ES256,EdDSA` by a key set, `HS256` by a secret',
      example: 'RS256,PS256,ES256,EdDSA',
    }),
  AUTH_CLOCK_TOLERANCE: integer(0, 300, 'seconds').default(5).register(settingMetadata, {
    description: "Seconds by which the issuer's clock and ours may differ.",
  }),
});
