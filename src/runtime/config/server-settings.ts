import { z } from 'zod';
import { settingMetadata } from './setting-metadata.ts';
import { flag, integer, list, origin, proxy, text, webAddress } from './setting-types.ts';

/** Default rate limits per caller and minute, if other machines can reach the API. */
export const DEFAULT_RATES = { fields: 600, mints: 60, uploads: 20 };

/** A rate limit per minute; the description says what it counts. */
const rateLimit = (name: keyof typeof DEFAULT_RATES, description: string) =>
  integer(0, 1_000_000)
    .optional()
    .register(settingMetadata, {
      description: `${description} a minute that one caller may have; an address may have five times as many. 0 sets no limit.`,
      absent: `\`${DEFAULT_RATES[name]}\`, or \`0\` where only this machine can call`,
      example: String(DEFAULT_RATES[name]),
    });

/** Addresses and origins. */
export const addressSettings = z.object({
  PORT: integer(0, 65_535).default(4000).register(settingMetadata, {
    description: 'Port of the API; 0 takes any free one.',
    common: true,
  }),
  HOST: text('an address or name of this machine').default('127.0.0.1').register(settingMetadata, {
    description:
      'Address to listen on. `0.0.0.0` opens the API to the network: callers then bring their own keys, or show tokens.',
    common: true,
  }),
  PUBLIC_URL: webAddress('the address callers use').optional().register(settingMetadata, {
    description:
      "Address by which callers reach the API, where a proxy stands before it; pictures' addresses begin with it. One that is not this machine's counts as open to others.",
    absent: 'the address listened on',
    example: 'https://avatars.example.com',
    common: true,
  }),
  TRUSTED_PROXIES: list(proxy, 'addresses and networks, or `loopback`')
    .default([])
    .register(settingMetadata, {
      description: "Proxies that are believed what `X-Forwarded-For` says of callers' addresses.",
      absent: 'none is',
      example: 'loopback,10.0.0.0/8',
    }),
  CORS_ORIGINS: list(origin, 'origins').default([]).register(settingMetadata, {
    description: 'Origins of pages that may call the API from a browser, besides its own.',
    absent: 'none may',
    example: 'https://app.example.com,http://localhost:3000',
  }),
});

/** Limits and features of the API. */
export const limitSettings = z.object({
  NODE_ENV: text('any word').optional().register(settingMetadata, {
    description:
      'With `production` there is no introspection, no error that guesses at names, and no explorer, unless asked for below.',
    absent: 'as in development',
    example: 'production',
    common: true,
  }),
  INTROSPECTION: flag.optional().register(settingMetadata, {
    description: 'Whether the schema may be asked for, and errors guess at names.',
    absent: '`true`, or `false` in production',
    example: 'true',
  }),
  EXPLORER: flag.optional().register(settingMetadata, {
    description: 'Whether there is an explorer.',
    absent: '`true`, or `false` in production',
    example: 'true',
  }),
  PERSISTED_OPERATIONS: text('the path of a JSON file').optional().register(settingMetadata, {
    description: 'JSON file of the only operations that are run: documents by id.',
    absent: 'any operation is run',
    example: 'operations.json',
  }),
  RATE_LIMIT: rateLimit('fields', 'Fields at the root of operations'),
  RATE_LIMIT_MINTS: rateLimit('mints', 'Session tokens minted'),
  RATE_LIMIT_UPLOADS: rateLimit('uploads', 'Uploads'),
  MAX_OPERATION_COST: integer(1, 10_000_000).optional().register(settingMetadata, {
    description:
      'Fields of one operation, each counted as often as the lists around it are long, at most.',
    absent: '`10000`',
    example: '10000',
  }),
  MAX_REQUESTS: integer(1, 1_000_000).default(4_000).register(settingMetadata, {
    description:
      'Requests to the graph under way at once, at most; a further one is a 503 with `Retry-After`.',
  }),
  MAX_CONNECTIONS: integer(1, 1_000_000).default(10_000).register(settingMetadata, {
    description: 'Connections of one process at once, at most; a further one is closed unread.',
  }),
  MAX_CONNECTIONS_PER_ADDRESS: integer(0, 1_000_000).default(1000).register(settingMetadata, {
    description:
      'The same for the connections from one address, an IPv6 network of 64 bits counting as one. 0 sets no limit. This machine and `TRUSTED_PROXIES` are not counted.',
  }),
  RESPONSE_CACHE_SECONDS: integer(0, 3600, 'seconds').default(0).register(settingMetadata, {
    description:
      'Seconds for which answers to queries are kept, each for its own caller; 0 keeps none. A change by the same credential through this process drops them, or with `REDIS_URL` through any; `Cache-Control` of the service shortens the time.',
    common: true,
  }),
});
