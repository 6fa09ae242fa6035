import { z } from 'zod';
import { settingMetadata } from './setting-metadata.ts';
import { amount, flag, integer, list, origin, proxy, text, webAddress } from './setting-types.ts';

/** Default rate limits per caller and minute, if other machines can reach the API. */
export const DEFAULT_RATES = { fields: 600, mints: 60, uploads: 20 };

/** A rate limit per minute; the description says what it counts. */
const rateLimit = (name: keyof typeof DEFAULT_RATES, description: string) =>
  integer(0, 1_000_000)
    .optional()
    .register(settingMetadata, {
      description: `Maximum ${description} per minute for each client; five times as many for each address. 0 disables the limit.`,
      absent: `\`${DEFAULT_RATES[name]}\`, or \`0\` if the API serves only this machine`,
      example: String(DEFAULT_RATES[name]),
    });

/** Where the API listens, who reaches it, and how it stops. */
export const serverSettings = z.object({
  PORT: integer(0, 65_535).default(4000).register(settingMetadata, {
    description: 'Port of the API; 0 picks a free port.',
    common: true,
  }),
  HOST: text('an address or host name of this machine')
    .default('127.0.0.1')
    .register(settingMetadata, {
      description:
        'Address to listen on. With `0.0.0.0`, the network can reach the API; clients then send their own API keys or JWTs.',
      common: true,
    }),
  PUBLIC_URL: webAddress('the public URL of the API').optional().register(settingMetadata, {
    description:
      'URL that clients use when the API is behind a reverse proxy; image URLs start with it. If it is not a loopback address, the API counts as public.',
    absent: 'the address of the listener',
    example: 'https://avatars.example.com',
    common: true,
  }),
  TRUSTED_PROXIES: list(proxy, 'addresses, networks or `loopback`')
    .default([])
    .register(settingMetadata, {
      description: 'Reverse proxies whose `X-Forwarded-For` header is trusted.',
      absent: 'none',
      example: 'loopback,10.0.0.0/8',
    }),
  CORS_ORIGINS: list(origin, 'origins, or `loopback`').optional().register(settingMetadata, {
    description:
      'Further origins whose pages may call the API from a browser; `loopback` allows all pages on this machine, such as those of a development server.',
    absent:
      '`loopback` in development on this machine, except with `UPSTREAM_API_KEY` and no JWT authentication; otherwise none',
    example: 'https://app.example.com,http://localhost:3000',
  }),
  DRAIN_NOTICE: amount(0, 300, 'seconds').default(0).register(settingMetadata, {
    description:
      'Seconds to keep accepting requests after SIGTERM while `/ready` returns 503, so that load balancers can remove the process.',
  }),
});

/** Limits and features of the API. */
export const limitSettings = z.object({
  NODE_ENV: text('any text').optional().register(settingMetadata, {
    description:
      '`production` disables introspection, "Did you mean" suggestions and the explorer, unless `INTROSPECTION` or `EXPLORER` is set.',
    absent: 'development defaults',
    example: 'production',
    common: true,
  }),
  INTROSPECTION: flag.optional().register(settingMetadata, {
    description: 'Enables introspection and "Did you mean" suggestions in errors.',
    absent: '`true`, or `false` in production',
    example: 'true',
  }),
  EXPLORER: flag.optional().register(settingMetadata, {
    description: 'Enables the explorer.',
    absent: '`true`, or `false` in production and with `PERSISTED_OPERATIONS`',
    example: 'true',
  }),
  FEDERATION: flag.default(false).register(settingMetadata, {
    description:
      'Makes the API an Apollo Federation 2 subgraph. Its schema, `_service { sdl }`, counts as introspection.',
  }),
  PERSISTED_OPERATIONS: list(
    z.string().min(1, 'must be `bundled`, or paths of JSON files'),
    '`bundled` and paths of JSON files',
  )
    .optional()
    .register(settingMetadata, {
      description:
        'Manifests of operations; the API runs only these. `bundled` has the operations of the hooks and the console. A file is a persisted query manifest of Apollo, or maps ids to documents as those of Relay do. Disables the explorer, unless `EXPLORER` is set.',
      absent: 'any operation is allowed',
      example: 'bundled,./operations.json',
    }),
  MCP: flag.default(false).register(settingMetadata, {
    description:
      'Serves the operations of `schema/operations` to AI agents at `/mcp`, as tools of the Model Context Protocol. `PERSISTED_OPERATIONS` does not restrict them.',
  }),
  RATE_LIMIT: rateLimit(
    'fields',
    'root fields, where each id of a list of ids, of `_entities` and of `verify` counts as one,',
  ),
  RATE_LIMIT_MINTS: rateLimit('mints', 'session tokens created'),
  RATE_LIMIT_UPLOADS: rateLimit('uploads', 'uploads'),
  MAX_OPERATION_COST: integer(1, 10_000_000).optional().register(settingMetadata, {
    description:
      'Maximum cost of an operation, and of its upstream calls: each field counts once, or once for each upstream call that it can make, times the lengths of the lists around it. Introspection counts like any list; that of the explorer costs about 5,500.',
    absent: '`10000`',
    example: '10000',
  }),
  MAX_REQUESTS: integer(1, 1_000_000).default(4_000).register(settingMetadata, {
    description:
      'Maximum concurrent GraphQL requests of one process; further requests are rejected with 503 and `Retry-After`.',
  }),
  MAX_CONNECTIONS: integer(1, 1_000_000).default(10_000).register(settingMetadata, {
    description: 'Maximum concurrent connections of one process; further connections are closed.',
  }),
  MAX_CONNECTIONS_PER_ADDRESS: integer(0, 1_000_000).default(1000).register(settingMetadata, {
    description:
      'Maximum concurrent connections from one address; an IPv6 /64 network counts as one address. 0 disables the limit. Loopback and `TRUSTED_PROXIES` are exempt.',
  }),
  RESPONSE_CACHE_SECONDS: integer(0, 3600, 'seconds').default(0).register(settingMetadata, {
    description:
      'Seconds to cache query responses, separately for each client; 0 disables the cache. A mutation clears the cached responses of its credential, in this process or, with `REDIS_URL`, in all. `Cache-Control` of the upstream can shorten the time.',
    common: true,
  }),
});
