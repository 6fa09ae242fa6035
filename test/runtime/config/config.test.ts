import util, { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { Secret } from '../../../src/shared/secret.ts';

test('without settings, the API listens on loopback and uses the built-in avatar service', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    listener: {
      port: 4000,
      host: '127.0.0.1',
      trustedProxies: [],
      corsOrigins: ['loopback'],
      drainNotice: 0,
    },
    calls: { calls: 4_096, slowCalls: 32, queueTimeout: 5_000, extensions: [] },
    operations: { mcp: false },
    server: {
      introspection: true,
      explorer: true,
      federation: false,
      responseCacheSeconds: 0,
      maxImageBytes: 10_485_760,
      limits: { document: { cost: 10_000 } },
    },
    rates: { fields: 0, mints: 0, uploads: 0 },
    load: { maxRequests: 4_000 },
    connections: { total: 10_000, perAddress: 1000 },
    avatarService: { dataDir: '.data', allowPrivateImageUrls: false },
    store: { dataDir: '.data' },
    observability: { logLevel: 'warn', serviceName: 'avatar-graphql' },
  });
  expect([config.upstream, config.issuers, config.redis]).toStrictEqual([undefined, [], undefined]);
});

test('an empty setting is the same as an unset one', () => {
  expect(readConfig({ PORT: '', UPSTREAM_URL: '', UPSTREAM_API_KEY: '' })).toStrictEqual(
    readConfig({}),
  );
});

test('every setting is read', () => {
  expect(
    readConfig({
      PORT: '8080',
      HOST: 'localhost',
      PUBLIC_URL: 'https://a.example/api/',
      UPSTREAM_URL: 'https://b.example',
      UPSTREAM_API_KEY: 'key',
      AUTH_JWKS_URL: 'https://issuer.example/keys',
      AUTH_ISSUER: 'https://issuer.example/',
      AUTH_AUDIENCE: 'avatars, avatars-staging',
      AUTH_SCOPE_CLAIMS: 'permissions,/realm_access/roles',
      AUTH_SCOPE_PREFIX: 'avatars/',
      AUTH_ALGORITHMS: 'ES256, EdDSA',
      AUTH_CLOCK_TOLERANCE: '30',
      TRUSTED_PROXIES: 'loopback, 10.0.0.0/8',
      RATE_LIMIT: '100',
      RATE_LIMIT_MINTS: '0',
      MAX_OPERATION_COST: '5000',
      MAX_RESPONSE_MB: '8',
      PERSISTED_OPERATIONS: 'bundled, ./operations.json',
      MCP: 'true',
      CORS_ORIGINS: 'https://app.example,http://localhost:3000',
      FEDERATION: 'true',
      INTROSPECTION: 'false',
      EXPLORER: 'false',
      UPSTREAM_EXTENSIONS: 'voices, llms',
      DATA_DIR: '/data',
      ALLOW_PRIVATE_IMAGE_URLS: 'true',
      MAX_IMAGE_BYTES: '4500000',
      RESPONSE_CACHE_SECONDS: '30',
      MAX_CONNECTIONS: '200',
      MAX_CONNECTIONS_PER_ADDRESS: '0',
      MAX_REQUESTS: '50',
      UPSTREAM_CONCURRENCY: '200',
      UPSTREAM_UPLOAD_CONCURRENCY: '4',
      UPSTREAM_QUEUE_SECONDS: '0.5',
      DRAIN_NOTICE: '2.5',
      REDIS_URL: 'rediss://user:pass%2Fword@redis.example:6380/2',
      REDIS_TIMEOUT: '50',
      LOG_LEVEL: 'info',
      METRICS_TOKEN: 'token',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
      OTEL_SERVICE_NAME: 'avatars',
    }),
  ).toMatchObject({
    listener: {
      port: 8080,
      host: 'localhost',
      publicUrl: 'https://a.example/api',
      trustedProxies: ['loopback', '10.0.0.0/8'],
      corsOrigins: ['https://app.example', 'http://localhost:3000'],
      drainNotice: 2500,
    },
    upstream: { url: 'https://b.example', apiKey: new Secret('key'), proxy: undefined },
    calls: {
      extensions: ['voices', 'llms'],
      calls: 200,
      slowCalls: 4,
      queueTimeout: 500,
    },
    issuers: [
      {
        keys: { jwksUrl: 'https://issuer.example/keys' },
        issuer: 'https://issuer.example/',
        audience: ['avatars', 'avatars-staging'],
        scopeClaims: ['permissions', '/realm_access/roles'],
        scopePrefix: 'avatars/',
        algorithms: ['ES256', 'EdDSA'],
        clockTolerance: 30,
      },
    ],
    operations: { persisted: ['bundled', './operations.json'], mcp: true },
    server: {
      introspection: false,
      federation: true,
      explorer: false,
      maxImageBytes: 4_500_000,
      responseCacheSeconds: 30,
      limits: { document: { cost: 5000 }, response: { megabytes: 8 } },
    },
    // On a public address, limits have defaults.
    rates: { fields: 100, mints: 0, uploads: 20 },
    load: { maxRequests: 50 },
    connections: { total: 200, perAddress: 0 },
    avatarService: { dataDir: '/data', allowPrivateImageUrls: true },
    store: { dataDir: '/data' },
    redis: {
      url: new Secret('rediss://user:pass%2Fword@redis.example:6380/2'),
      secret: new Secret('pass/word'),
      timeout: 50,
    },
    observability: {
      logLevel: 'info',
      metricsToken: new Secret('token'),
      endpoint: 'http://collector.example:4318',
      serviceName: 'avatars',
    },
  });
});

test('in production, introspection, the explorer and the x-response-cache header are off by default', () => {
  const production = readConfig({ NODE_ENV: 'production' }).server;
  expect([production.introspection, production.explorer]).toStrictEqual([false, false]);
  expect(production.responseCacheHeader).toBe(false);
  const explicit = readConfig({
    NODE_ENV: 'production',
    INTROSPECTION: 'true',
    EXPLORER: 'true',
  }).server;
  expect([explicit.introspection, explicit.explorer]).toStrictEqual([true, true]);
});

test.each([
  [{}, 0],
  [{ HOST: '0.0.0.0' }, 600],
  [{ PUBLIC_URL: 'https://a.example' }, 600],
  [{ PUBLIC_URL: 'http://localhost:8080' }, 0],
  [{ HOST: '0.0.0.0', RATE_LIMIT: '0' }, 0],
])('with %j, the rate limit is %i fields per minute and caller', (env, fields) => {
  expect(readConfig(env).rates.fields).toBe(fields);
});

test.each<[Record<string, string>, readonly string[]]>([
  [{}, []],
  [{ UPSTREAM_EXTENSIONS: 'none' }, []],
  [
    { UPSTREAM_EXTENSIONS: 'all' },
    [
      'personas',
      'avatars',
      'tools',
      'voices',
      'llms',
      'share-links',
      'meetings',
      'sessions',
      'knowledge',
    ],
  ],
  [{ UPSTREAM_EXTENSIONS: 'voices,llms' }, ['voices', 'llms']],
])('with %j, the extensions of the upstream are %j', (env, extensions) => {
  const { calls } = readConfig({ UPSTREAM_URL: 'https://b.example', ...env });
  expect(calls.extensions).toStrictEqual(extensions);
});

test('a database is configured by its URL', () => {
  const DATABASE_URL = 'postgresql://user:password@db.example:5433/avatars?sslmode=verify-full';
  const { avatarService, store } = readConfig({ DATABASE_URL, DATABASE_CONNECTIONS: '3' });
  expect([avatarService.dataDir, store]).toMatchObject(['.data', { connections: 3 }]);
  expect('databaseUrl' in store && store.databaseUrl.reveal()).toBe(DATABASE_URL);
  expect(readConfig({ DATABASE_URL })).toMatchObject({ store: { connections: 10 } });
});

test('TLS to Redis does not depend on the case of the scheme', () => {
  const { redis } = readConfig({ REDIS_URL: 'REDISS://:pass@redis.example' });
  expect(redis?.url.reveal()).toBe('rediss://:pass@redis.example');
});

test('the Redis secret defaults to the password in its URL', () => {
  const REDIS_URL = 'redis://:pass%2Fword@redis.example';
  const revealSecret = (env: Record<string, string>) => readConfig(env).redis?.secret.reveal();
  expect(revealSecret({ REDIS_URL })).toBe('pass/word');
  const REDIS_SECRET = 'a secret that all processes share';
  expect(revealSecret({ REDIS_URL, REDIS_SECRET })).toBe(REDIS_SECRET);
  expect(revealSecret({ REDIS_URL: 'redis://127.0.0.1', REDIS_SECRET })).toBe(REDIS_SECRET);
  expect(readConfig({ REDIS_SECRET }).redis).toBeUndefined();
});

const UPSTREAM = { UPSTREAM_URL: 'https://b.example' };
const AUTH = { AUTH_ISSUER: 'https://issuer.example', AUTH_AUDIENCE: 'avatars' };
const SHARED = 'sk-1 that is long enough to be a shared secret';

test.each<[string, Record<string, string>]>([
  ['with a JWKS', { AUTH_JWKS_URL: 'https://issuer.example/keys' }],
  ['with a shared secret', { AUTH_SECRET: SHARED }],
])('an API key is allowed on a public address if callers use JWTs, verified %s', (_, keys) => {
  const exposed = { ...UPSTREAM, UPSTREAM_API_KEY: 'sk-1', HOST: '0.0.0.0', ...AUTH, ...keys };
  expect(readConfig(exposed).issuers[0]?.issuer).toBe(AUTH.AUTH_ISSUER);
});

test('a configuration never shows its secrets', () => {
  const config = readConfig({
    ...UPSTREAM,
    UPSTREAM_API_KEY: 'sk-1',
    ...AUTH,
    AUTH_SECRET: SHARED,
    METRICS_TOKEN: 'sk-1-metrics',
    HTTPS_PROXY: 'http://u:sk-1-proxy@p.example',
    REDIS_URL: 'redis://:sk-1-redis@redis.example',
    DATABASE_URL: 'postgres://user:sk-1@db.example/avatars',
  });
  const representations = [inspect(config, { depth: 9, showHidden: true }), JSON.stringify(config)];
  representations.push(`${config.upstream?.apiKey}`, util.format('%o %j', config, config));
  for (const text of representations) expect(text).not.toContain('sk-1');
  expect(config.upstream?.apiKey?.reveal()).toBe('sk-1');
});
