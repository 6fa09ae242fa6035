import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError, isLoopback, readConfig } from '../src/config.ts';

test('without settings, the API is on this machine alone, before our own avatar service', () => {
  expect(readConfig({})).toStrictEqual({
    port: 4000,
    host: '127.0.0.1',
    dataDir: '.data',
    maxRequests: 1000,
    drainNotice: 0,
    store: { dataDir: '.data' },
    allowPrivateImageUrls: false,
    logLevel: 'warn',
  });
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
      UPSTREAM_PERSONA_BY_ID: 'true',
      DATA_DIR: '/data',
      ALLOW_PRIVATE_IMAGE_URLS: 'true',
      MAX_IMAGE_BYTES: '4500000',
      FURTHER_AVATAR_MODELS: 'cara-4, cara-4-latest',
      MAX_REQUESTS: '50',
      DRAIN_NOTICE: '2.5',
      LOG_LEVEL: 'info',
      METRICS_TOKEN: 'token',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
      OTEL_SERVICE_NAME: 'avatars',
    }),
  ).toStrictEqual({
    port: 8080,
    host: 'localhost',
    publicUrl: 'https://a.example/api',
    upstream: { url: 'https://b.example', apiKey: 'key', personaById: true },
    dataDir: '/data',
    store: { dataDir: '/data' },
    allowPrivateImageUrls: true,
    maxImageBytes: 4_500_000,
    maxRequests: 50,
    drainNotice: 2500,
    furtherAvatarModels: ['cara-4', 'cara-4-latest'],
    logLevel: 'info',
    metricsToken: 'token',
    tracing: { endpoint: 'http://collector.example:4318', serviceName: 'avatars' },
  });
});

test('a database is named by its address, and the folder stays known beside it', () => {
  const DATABASE_URL = 'postgresql://user:password@db.example:5433/avatars?sslmode=verify-full';
  expect(readConfig({ DATABASE_URL, DATABASE_CONNECTIONS: '3' })).toMatchObject({
    dataDir: '.data',
    store: { databaseUrl: DATABASE_URL, connections: 3 },
  });
  expect(readConfig({ DATABASE_URL })).toMatchObject({ store: { connections: 10 } });
});

const UPSTREAM = { UPSTREAM_URL: 'https://b.example' };

test.each<[string, Record<string, string>, RegExp]>([
  ['a port that is no number', { PORT: 'http' }, /^PORT must be a number\.$/],
  ['a port out of range', { PORT: '70000' }, /^PORT must be from 0 to 65535\.$/],
  ['half a port', { PORT: '80.5' }, /^PORT must be a whole number\.$/],
  ['no request at all', { MAX_REQUESTS: '0' }, /^MAX_REQUESTS must be at least 1\.$/],
  [
    'a notice without end',
    { DRAIN_NOTICE: '1e9' },
    /^DRAIN_NOTICE must be from 0 to 300 seconds\.$/,
  ],
  [
    'an upstream that is no address',
    { UPSTREAM_URL: 'service' },
    /^UPSTREAM_URL must be the base address/,
  ],
  [
    'an upstream of another scheme',
    { UPSTREAM_URL: 'ftp://b.example' },
    /^UPSTREAM_URL must be the base/,
  ],
  [
    'an upstream with /v1',
    { UPSTREAM_URL: 'https://b.example/v1/' },
    /^UPSTREAM_URL must leave off \/v1/,
  ],
  [
    'an upstream with a password',
    { UPSTREAM_URL: 'https://u:p@b.example' },
    /must not hold a user name/,
  ],
  ['an upstream with a query', { UPSTREAM_URL: 'https://b.example/?a=1' }, /must not hold a query/],
  [
    'an image limit in megabytes',
    { MAX_IMAGE_BYTES: '10' },
    /^MAX_IMAGE_BYTES must be at least 1024/,
  ],
  [
    'a model that is no name',
    { FURTHER_AVATAR_MODELS: 'cara-4,' },
    /^FURTHER_AVATAR_MODELS must be names/,
  ],
  ['a flag that is no flag', { ALLOW_PRIVATE_IMAGE_URLS: 'yes' }, /must be true or false\.$/],
  [
    'a database of another kind',
    { DATABASE_URL: 'mysql://u:p@db.example/avatars' },
    /^DATABASE_URL must be an address such as postgres:/,
  ],
  [
    'a pool of no connections',
    { DATABASE_CONNECTIONS: '0' },
    /^DATABASE_CONNECTIONS must be from 1/,
  ],
  [
    'a key without its service',
    { UPSTREAM_API_KEY: 'sk-1' },
    /^UPSTREAM_API_KEY needs UPSTREAM_URL/,
  ],
  [
    'a key of two words',
    { ...UPSTREAM, UPSTREAM_API_KEY: 'sk-1 x' },
    /^UPSTREAM_API_KEY must be one word/,
  ],
  [
    'a key open to the network',
    { ...UPSTREAM, UPSTREAM_API_KEY: 'sk-1', HOST: '0.0.0.0' },
    /^UPSTREAM_API_KEY with HOST 0\.0\.0\.0 would let everyone/,
  ],
])('%s is refused in one sentence that shows no secret', (_, env, sentence) => {
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

test('.env.example names every setting, with its default', () => {
  const lines = readFileSync('.env.example', 'utf8').matchAll(/^#(\w+)=(.*)$/gm);
  const example = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
  const defaults = {
    PORT: '4000',
    HOST: '127.0.0.1',
    DATA_DIR: '.data',
    ALLOW_PRIVATE_IMAGE_URLS: 'false',
    DATABASE_CONNECTIONS: '10',
    LOG_LEVEL: 'warn',
    OTEL_SERVICE_NAME: 'avatar-graphql',
  };
  expect(example).toMatchObject(defaults);
  expect(readConfig({ ...example, HOST: '127.0.0.1', UPSTREAM_API_KEY: 'k' })).toMatchObject({
    publicUrl: 'https://avatars.example.com',
    upstream: { url: 'https://service.example.com', apiKey: 'k' },
  });
  const settings = [...readFileSync('src/config.ts', 'utf8').matchAll(/^ {2}([A-Z_]+):/gm)];
  expect(Object.keys(example).sort()).toStrictEqual(settings.map(([, name]) => name).sort());
});
