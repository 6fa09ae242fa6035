import util, { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { ConfigError } from '../../../src/runtime/config/config-error.ts';
import { isLoopback } from '../../../src/shared/loopback.ts';
import { Secret } from '../../../src/shared/secret.ts';

test('without settings, the API listens on loopback and uses the bundled avatar service', () => {
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
  expect([config.upstream, config.auth, config.redis]).toStrictEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('an empty setting counts as not set', () => {
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
      AUTH_AUDIENCE: 'avatars',
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
      UPSTREAM_PERSONA_BY_ID: 'true',
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
      personaById: true,
      calls: 200,
      slowCalls: 4,
      queueTimeout: 500,
    },
    auth: {
      keys: { jwksUrl: 'https://issuer.example/keys' },
      issuer: 'https://issuer.example/',
      audience: 'avatars',
      algorithms: ['ES256', 'EdDSA'],
      clockTolerance: 30,
    },
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

test('in production, introspection, the explorer and the header of the response cache are off by default', () => {
  const production = readConfig({ NODE_ENV: 'production' }).server;
  expect([production.introspection, production.explorer]).toStrictEqual([false, false]);
  expect(production.responseCacheHeader).toBe(false);
  const asked = readConfig({
    NODE_ENV: 'production',
    INTROSPECTION: 'true',
    EXPLORER: 'true',
  }).server;
  expect([asked.introspection, asked.explorer]).toStrictEqual([true, true]);
});

test.each([
  [{}, 0],
  [{ HOST: '0.0.0.0' }, 600],
  [{ PUBLIC_URL: 'https://a.example' }, 600],
  [{ PUBLIC_URL: 'http://localhost:8080' }, 0],
  [{ HOST: '0.0.0.0', RATE_LIMIT: '0' }, 0],
])('with %j callers have a rate of %i fields a minute', (env, fields) => {
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
  [{ UPSTREAM_PERSONA_BY_ID: 'true' }, []],
])('with %j an upstream has the extensions of %j', (env, extensions) => {
  const { calls } = readConfig({ UPSTREAM_URL: 'https://b.example', ...env });
  expect(calls.extensions).toStrictEqual(extensions);
  expect(calls.personaById).toBe('UPSTREAM_PERSONA_BY_ID' in env);
});

test('a database is configured by its address, and the data folder is still known', () => {
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

test('the Redis secret defaults to the password of its address', () => {
  const REDIS_URL = 'redis://:pass%2Fword@redis.example';
  const revealSecret = (env: Record<string, string>) => readConfig(env).redis?.secret.reveal();
  expect(revealSecret({ REDIS_URL })).toBe('pass/word');
  const REDIS_SECRET = 'a secret that all processes have alike';
  expect(revealSecret({ REDIS_URL, REDIS_SECRET })).toBe(REDIS_SECRET);
  expect(revealSecret({ REDIS_URL: 'redis://127.0.0.1', REDIS_SECRET })).toBe(REDIS_SECRET);
  expect(readConfig({ REDIS_SECRET }).redis).toBeUndefined();
});

const UPSTREAM = { UPSTREAM_URL: 'https://b.example' };
const AUTH = { AUTH_ISSUER: 'https://issuer.example', AUTH_AUDIENCE: 'avatars' };
const SHARED = 'sk-1 that is long enough to be a shared secret';

test.each<[string, Record<string, string>]>([
  ['by a key set', { AUTH_JWKS_URL: 'https://issuer.example/keys' }],
  ['by a shared secret', { AUTH_SECRET: SHARED }],
])('an API key is allowed on a public address if callers use JWTs %s', (_, keys) => {
  const exposed = { ...UPSTREAM, UPSTREAM_API_KEY: 'sk-1', HOST: '0.0.0.0', ...AUTH, ...keys };
  expect(readConfig(exposed).auth?.issuer).toBe(AUTH.AUTH_ISSUER);
});

test('a configuration never shows its secrets', () => {
  const config = readConfig({
    ...UPSTREAM,
    UPSTREAM_API_KEY: 'sk-1',
    ...AUTH,
    AUTH_SECRET: SHARED,
    METRICS_TOKEN: 'sk-1-metrics',
    REDIS_URL: 'redis://:sk-1-redis@redis.example',
    DATABASE_URL: 'postgres://user:sk-1@db.example/avatars',
  });
  const shown = [inspect(config, { depth: 9, showHidden: true }), JSON.stringify(config)];
  shown.push(`${config.upstream?.apiKey}`, util.format('%o %j', config, config));
  for (const text of shown) expect(text).not.toContain('sk-1');
  expect(config.upstream?.apiKey?.reveal()).toBe('sk-1');
});

test.each<[string, Record<string, string>, RegExp]>([
  ['a port that is no number', { PORT: 'http' }, /^PORT must be a number\.$/],
  ['a port out of range', { PORT: '70000' }, /^PORT must be between 0 and 65535\.$/],
  [
    'a Redis of another scheme',
    { REDIS_URL: 'https://redis.example' },
    /^REDIS_URL must be a URL such as redis:/,
  ],
  [
    'options of the client in its address',
    { REDIS_URL: 'redis://:p@redis.example/0?enableOfflineQueue=true' },
    /^REDIS_URL must not contain anything after the database number\.$/,
  ],
  [
    'a database of Redis that is no number',
    { REDIS_URL: 'redis://:p@redis.example/main' },
    /^REDIS_URL must not contain anything after/,
  ],
  [
    'a password that is not encoded',
    { REDIS_URL: 'redis://:100%@redis.example' },
    /^REDIS_URL must percent-encode special characters in the user name and password\.$/,
  ],
  [
    'a Redis without any secret',
    { REDIS_URL: 'redis://redis.example' },
    /^REDIS_URL without a password requires REDIS_SECRET: /,
  ],
  ['half a port', { PORT: '80.5' }, /^PORT must be an integer\.$/],
  [
    'no connection at all',
    { MAX_CONNECTIONS: '0' },
    /^MAX_CONNECTIONS must be between 1 and 1000000\.$/,
  ],
  ['no request at all', { MAX_REQUESTS: '0' }, /^MAX_REQUESTS must be between 1 and 1000000\.$/],
  [
    'a notice without end',
    { DRAIN_NOTICE: '1e9' },
    /^DRAIN_NOTICE must be between 0 and 300 seconds\.$/,
  ],
  [
    'an upstream that is no address',
    { UPSTREAM_URL: 'service' },
    /^UPSTREAM_URL must be the base URL/,
  ],
  [
    'an upstream of another scheme',
    { UPSTREAM_URL: 'ftp://b.example' },
    /^UPSTREAM_URL must be the base/,
  ],
  [
    'an upstream with /v1',
    { UPSTREAM_URL: 'https://b.example/v1/' },
    /^UPSTREAM_URL must not end with \/v1/,
  ],
  [
    'an upstream with a password',
    { UPSTREAM_URL: 'https://u:p@b.example' },
    /must not contain a user name/,
  ],
  [
    'an upstream with a query',
    { UPSTREAM_URL: 'https://b.example/?a=1' },
    /must not contain a query/,
  ],
  [
    'an image limit in megabytes',
    { MAX_IMAGE_BYTES: '10' },
    /^MAX_IMAGE_BYTES must be between 1024/,
  ],
  [
    'an extension that there is not',
    { UPSTREAM_EXTENSIONS: 'personas,cookies' },
    /^UPSTREAM_EXTENSIONS must be none, all, or a comma-separated list of personas, avatars, tools, voices, llms, share-links, meetings, sessions, knowledge\.$/,
  ],
  ['a flag that is no flag', { ALLOW_PRIVATE_IMAGE_URLS: 'yes' }, /must be true or false\.$/],
  [
    'a database of another kind',
    { DATABASE_URL: 'mysql://u:p@db.example/avatars' },
    /^DATABASE_URL must be a URL such as postgres:/,
  ],
  [
    'a pool of no connections',
    { DATABASE_CONNECTIONS: '0' },
    /^DATABASE_CONNECTIONS must be between 1/,
  ],
  [
    'a key without its service',
    { UPSTREAM_API_KEY: 'sk-1' },
    /^UPSTREAM_API_KEY requires UPSTREAM_URL/,
  ],
  [
    'a key of two words',
    { ...UPSTREAM, UPSTREAM_API_KEY: 'sk-1 x' },
    /^UPSTREAM_API_KEY must consist of printable/,
  ],
  [
    'a key open to the network',
    { ...UPSTREAM, UPSTREAM_API_KEY: 'sk-1', HOST: '0.0.0.0' },
    /^UPSTREAM_API_KEY with HOST 0\.0\.0\.0 would let everyone/,
  ],
  [
    'a key open to the world by a proxy',
    { ...UPSTREAM, UPSTREAM_API_KEY: 'sk-1', PUBLIC_URL: 'https://a.example' },
    /^UPSTREAM_API_KEY with PUBLIC_URL https:\/\/a\.example would let everyone/,
  ],
  [
    'tokens of no known issuer',
    { AUTH_SECRET: SHARED, AUTH_AUDIENCE: 'a' },
    /^JWT authentication requires AUTH_ISSUER and AUTH_AUDIENCE/,
  ],
  [
    'tokens for any API',
    { AUTH_SECRET: SHARED, AUTH_ISSUER: 'a' },
    /^JWT authentication requires AUTH_ISSUER and AUTH_AUDIENCE/,
  ],
  ['an issuer without keys', AUTH, /^AUTH_ISSUER and AUTH_AUDIENCE require AUTH_JWKS_URL or/],
  [
    'two ways to check tokens',
    { ...AUTH, AUTH_SECRET: SHARED, AUTH_JWKS_URL: 'https://issuer.example' },
    /either AUTH_JWKS_URL or AUTH_SECRET, not both/,
  ],
  [
    'a secret that can be guessed',
    { ...AUTH, AUTH_SECRET: 'sk-1' },
    /^AUTH_SECRET must be at least 32/,
  ],
  [
    'keys by a way that can be tampered with',
    { ...AUTH, AUTH_JWKS_URL: 'http://issuer.example' },
    /^AUTH_JWKS_URL must start with https/,
  ],
  [
    'a shared secret as a public key',
    { ...AUTH, AUTH_JWKS_URL: 'https://issuer.example', AUTH_ALGORITHMS: 'HS256' },
    /^AUTH_ALGORITHMS must be among RS256,/,
  ],
  [
    'tokens that are not signed',
    { ...AUTH, AUTH_SECRET: SHARED, AUTH_ALGORITHMS: 'none' },
    /^AUTH_ALGORITHMS must be among HS256,/,
  ],
  [
    'tokens with no key that acts for them',
    { ...UPSTREAM, ...AUTH, AUTH_SECRET: SHARED },
    /^JWT authentication requires UPSTREAM_API_KEY/,
  ],
  [
    'a proxy that is no address',
    { TRUSTED_PROXIES: 'proxy' },
    /^TRUSTED_PROXIES must be addresses/,
  ],
  [
    'an origin with a path',
    { CORS_ORIGINS: 'https://a.example/' },
    /^CORS_ORIGINS must be origins/,
  ],
  ['every origin', { CORS_ORIGINS: '*' }, /^CORS_ORIGINS must be origins/],
  ['the origin of nobody', { CORS_ORIGINS: 'null' }, /^CORS_ORIGINS must be origins/],
])('%s is rejected in one sentence that shows no secret', (_, env, sentence) => {
  const read = () => readConfig(env);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(sentence);
  expect(read).not.toThrow(/sk-1|u:p/);
});

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.2', false],
  ['localhost.evil.example', false],
])('%s is loopback: %s', (host, loopback) => {
  expect(isLoopback(host)).toBe(loopback);
});
