import util, { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../../src/contract/api.ts';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { readTable } from '../../support/tables.ts';

/** Settings, where their values are in the configuration, and these values by default and as set. */
const SETTINGS = readTable(`
  PORT=8080 | listener.port | 4000 | 8080
  HOST=localhost | listener.host | "127.0.0.1" | "localhost"
  PUBLIC_URL=https://a.example/ | listener.publicUrl | none | "https://a.example"
  TRUSTED_PROXIES=loopback, 10.0.0.0/8 | listener.trustedProxies | [] | ["loopback", "10.0.0.0/8"]
  CORS_ORIGINS=https://a.example,http://b.example | listener.corsOrigins | ["loopback"] | ["https://a.example", "http://b.example"]
  DRAIN_NOTICE=2.5 | listener.drainNotice | 0 | 2500
  UPSTREAM_URL=https://b.example | upstream.url | none | "https://b.example"
  UPSTREAM_API_KEY=key | upstream.apiKey | none | "key"
  UPSTREAM_EXTENSIONS=voices, llms | calls.extensions | [] | ["voices", "llms"]
  UPSTREAM_CONCURRENCY=200 | calls.calls | 2048 | 200
  AUTH_JWKS_URL=https://i.example/keys | issuers.0.keys.jwksUrl | none | "https://i.example/keys"
  AUTH_ISSUER=https://i.example/ | issuers.0.issuer | none | "https://i.example/"
  AUTH_AUDIENCE=avatars, avatars-staging | issuers.0.audience | none | ["avatars", "avatars-staging"]
  AUTH_SCOPE_CLAIMS=permissions,/realm_access/roles | issuers.0.scopeClaims | none | ["permissions", "/realm_access/roles"]
  PERSISTED_OPERATIONS=bundled, ./own.json | operations.persisted | none | ["bundled", "./own.json"]
  MCP=transcripts | operations.mcp | "false" | "transcripts"
  EXPLORER=false | server.explorer | true | false
  FEDERATION=true | server.federation | false | true
  UPSTREAM_CACHE_SECONDS=30 | calls.cacheSeconds | 0 | 30
  MAX_OPERATION_COST=5000 | server.limits.document.cost | 10000 | 5000
  RATE_LIMIT=100 | rates.fields | 0 | 100
  RATE_LIMIT_MINTS=0 | rates.mints | 0 | 0
  MAX_REQUESTS=50 | load.maxRequests | 4000 | 50
  DATA_DIR=/data | avatarService.dataDir | ".data" | "/data"
  DATA_DIR=/data | store.dataDir | ".data" | "/data"
  ALLOW_PRIVATE_IMAGE_URLS=true | avatarService.allowPrivateImageUrls | false | true
  REDIS_URL=REDISS://user:pass%2Fword@redis.example:6380/2 | redis.url | none | "rediss://user:pass%2Fword@redis.example:6380/2"
  REDIS_URL=REDISS://user:pass%2Fword@redis.example:6380/2 | redis.secret | none | "pass/word"
  LOG_LEVEL=info | observability.logLevel | "warn" | "info"
  METRICS_TOKEN=token | observability.metricsToken | none | "token"
  OTEL_EXPORTER_OTLP_ENDPOINT=http://c.example:4318 | observability.endpoint | none | "http://c.example:4318"
`);

const byDefault = readConfig({});
// Together, because some require others. On a public address, limits of rates have defaults.
const asSet = readConfig(
  Object.fromEntries(SETTINGS.map(([setting = '']) => /(\w+)=(.*)/.exec(setting)?.slice(1) ?? [])),
);

test.each(SETTINGS)('%s sets %s, which is %s by default, to %s', (_, path = '', ...expected) => {
  const found = [byDefault, asSet].map((config) => {
    const value = path
      .split('.')
      .reduce<unknown>((of, key) => Reflect.get(Object(of), key), config);
    return value instanceof Secret ? value.reveal() : value;
  });
  expect(found).toStrictEqual(
    expected.map((json) => (json === 'none' ? undefined : JSON.parse(json))),
  );
});

test('an empty setting is the same as an unset one', () => {
  expect(readConfig({ PORT: '', UPSTREAM_URL: '', UPSTREAM_API_KEY: '' })).toStrictEqual(
    readConfig({}),
  );
});

test('in production, introspection and the explorer are off by default', () => {
  const production = readConfig({ NODE_ENV: 'production' }).server;
  expect(production).toMatchObject({ introspection: false, explorer: false });
  const on = { NODE_ENV: 'production', EXPLORER: 'true' };
  expect(readConfig(on).server).toMatchObject({ introspection: true, explorer: true });
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
  [{ UPSTREAM_EXTENSIONS: 'all' }, EXTENSIONS],
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

test('the Redis secret replaces the password in its URL', () => {
  const REDIS_SECRET = 'a secret that all processes share';
  for (const REDIS_URL of ['redis://:pass%2Fword@redis.example', 'redis://127.0.0.1'])
    expect(readConfig({ REDIS_URL, REDIS_SECRET }).redis?.secret.reveal()).toBe(REDIS_SECRET);
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
