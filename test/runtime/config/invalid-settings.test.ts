import { expect, test } from 'vitest';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { ConfigError } from '../../../src/runtime/config/config-error.ts';

const UPSTREAM = { UPSTREAM_URL: 'https://b.example' };
const AUTH = { AUTH_ISSUER: 'https://issuer.example', AUTH_AUDIENCE: 'avatars' };
const SHARED = 'sk-1 that is long enough to be a shared secret';

test.each<[string, Record<string, string>, RegExp]>([
  ['a port that is not a number', { PORT: 'http' }, /^PORT must be an integer from 0 to 65535\.$/],
  [
    'a client of the console without an issuer',
    { CONSOLE_CLIENT_ID: 'console' },
    /^CONSOLE_CLIENT_ID requires AUTH_ISSUER to be the https URL of an OpenID provider, where people sign in\.$/,
  ],
  [
    'a client of the console at an issuer that is no URL',
    { ...AUTH, AUTH_ISSUER: 'acme', AUTH_SECRET: SHARED, CONSOLE_CLIENT_ID: 'console' },
    /^CONSOLE_CLIENT_ID requires AUTH_ISSUER to be the https URL/,
  ],
  [
    'a client of the console at an issuer without https',
    {
      ...AUTH,
      AUTH_ISSUER: 'http://issuer.example',
      AUTH_SECRET: SHARED,
      CONSOLE_CLIENT_ID: 'console',
    },
    /^CONSOLE_CLIENT_ID requires AUTH_ISSUER to be the https URL/,
  ],
  [
    'a client of the console without JWT authentication',
    { AUTH_ISSUER: 'https://issuer.example', CONSOLE_CLIENT_ID: 'console' },
    /^AUTH_ISSUER and AUTH_AUDIENCE require AUTH_JWKS_URL or AUTH_SECRET\.$/,
  ],
  [
    'scopes of the console without a client',
    { ...AUTH, AUTH_SECRET: SHARED, CONSOLE_SCOPES: 'offline_access' },
    /^CONSOLE_SCOPES, CONSOLE_AUDIENCE and CONSOLE_TOKEN_ORIGIN require CONSOLE_CLIENT_ID\.$/,
  ],
  [
    'an origin of tokens with a path',
    { CONSOLE_TOKEN_ORIGIN: 'https://id.example/token' },
    /^CONSOLE_TOKEN_ORIGIN must be an https origin such as https:\/\/id\.example\.com, without a path\.$/,
  ],
  [
    'an origin of tokens without https',
    { CONSOLE_TOKEN_ORIGIN: 'http://id.example' },
    /^CONSOLE_TOKEN_ORIGIN must be an https origin/,
  ],
  ['a port out of range', { PORT: '70000' }, /^PORT must be an integer from 0 to 65535\.$/],
  [
    'a Redis URL with another scheme',
    { REDIS_URL: 'https://redis.example' },
    /^REDIS_URL must be a URL such as redis:/,
  ],
  [
    'a Redis URL with options of the client',
    { REDIS_URL: 'redis://:p@redis.example/0?enableOfflineQueue=true' },
    /^REDIS_URL must not contain anything after the database number\.$/,
  ],
  [
    'a Redis database that is not a number',
    { REDIS_URL: 'redis://:p@redis.example/main' },
    /^REDIS_URL must not contain anything after/,
  ],
  [
    'a Redis password that is not percent-encoded',
    { REDIS_URL: 'redis://:100%@redis.example' },
    /^REDIS_URL must percent-encode special characters in the user name and password\.$/,
  ],
  [
    'a Redis without a secret',
    { REDIS_URL: 'redis://redis.example' },
    /^REDIS_URL without a password requires REDIS_SECRET: /,
  ],
  [
    'a port that is not an integer',
    { PORT: '80.5' },
    /^PORT must be an integer from 0 to 65535\.$/,
  ],
  [
    'a limit of no connections',
    { MAX_CONNECTIONS: '0' },
    /^MAX_CONNECTIONS must be an integer from 1 to 1000000\.$/,
  ],
  [
    'a limit of no requests',
    { MAX_REQUESTS: '0' },
    /^MAX_REQUESTS must be an integer from 1 to 1000000\.$/,
  ],
  [
    'a drain notice that is too long',
    { DRAIN_NOTICE: '1e9' },
    /^DRAIN_NOTICE must be a number of seconds from 0 to 300\.$/,
  ],
  [
    'an upstream that is not a URL',
    { UPSTREAM_URL: 'service' },
    /^UPSTREAM_URL must be the base URL/,
  ],
  [
    'an upstream URL with another scheme',
    { UPSTREAM_URL: 'ftp://b.example' },
    /^UPSTREAM_URL must be the base/,
  ],
  [
    'an upstream URL with /v1',
    { UPSTREAM_URL: 'https://b.example/v1/' },
    /^UPSTREAM_URL must not end with \/v1/,
  ],
  [
    'an upstream URL with a password',
    { UPSTREAM_URL: 'https://u:p@b.example' },
    /must not contain a user name/,
  ],
  [
    'an upstream URL with a query',
    { UPSTREAM_URL: 'https://b.example/?a=1' },
    /must not contain a query/,
  ],
  [
    'an image limit in megabytes',
    { MAX_IMAGE_BYTES: '10' },
    /^MAX_IMAGE_BYTES must be an integer of bytes from 1024/,
  ],
  [
    'an unknown extension',
    { UPSTREAM_EXTENSIONS: 'personas,cookies' },
    /^UPSTREAM_EXTENSIONS must be none, all, or a comma-separated list of personas, avatars, tools, voices, llms, share-links, meetings, sessions, knowledge\.$/,
  ],
  [
    'a misspelled extension',
    { UPSTREAM_EXTENSIONS: 'persona,sharelinks' },
    /knowledge\. Did you mean personas\?$/,
  ],
  ['a flag that is not a boolean', { ALLOW_PRIVATE_IMAGE_URLS: 'yes' }, /must be true or false\.$/],
  [
    'a database URL with another scheme',
    { DATABASE_URL: 'mysql://u:p@db.example/avatars' },
    /^DATABASE_URL must be a URL such as postgres:/,
  ],
  [
    'a pool without connections',
    { DATABASE_CONNECTIONS: '0' },
    /^DATABASE_CONNECTIONS must be an integer from 1/,
  ],
  [
    'an API key without an upstream',
    { UPSTREAM_API_KEY: 'sk-1' },
    /^UPSTREAM_API_KEY requires UPSTREAM_URL/,
  ],
  [
    'an API key with a space',
    { ...UPSTREAM, UPSTREAM_API_KEY: 'sk-1 x' },
    /^UPSTREAM_API_KEY must consist of printable/,
  ],
  [
    'an API key on a public address without authentication',
    { ...UPSTREAM, UPSTREAM_API_KEY: 'sk-1', HOST: '0.0.0.0' },
    /^UPSTREAM_API_KEY with HOST 0\.0\.0\.0 would let everyone/,
  ],
  [
    'an API key with a public URL without authentication',
    { ...UPSTREAM, UPSTREAM_API_KEY: 'sk-1', PUBLIC_URL: 'https://a.example' },
    /^UPSTREAM_API_KEY with PUBLIC_URL https:\/\/a\.example would let everyone/,
  ],
  [
    'JWTs without an issuer',
    { AUTH_SECRET: SHARED, AUTH_AUDIENCE: 'a' },
    /^JWT authentication requires AUTH_ISSUER and AUTH_AUDIENCE/,
  ],
  [
    'JWTs without an audience',
    { AUTH_SECRET: SHARED, AUTH_ISSUER: 'a' },
    /^JWT authentication requires AUTH_ISSUER and AUTH_AUDIENCE/,
  ],
  ['an issuer without keys', AUTH, /^AUTH_ISSUER and AUTH_AUDIENCE require AUTH_JWKS_URL or/],
  [
    'both a JWKS and a shared secret',
    { ...AUTH, AUTH_SECRET: SHARED, AUTH_JWKS_URL: 'https://issuer.example' },
    /either AUTH_JWKS_URL or AUTH_SECRET, not both/,
  ],
  [
    'a shared secret that is too short',
    { ...AUTH, AUTH_SECRET: 'sk-1' },
    /^AUTH_SECRET must be at least 32/,
  ],
  [
    'a JWKS over http',
    { ...AUTH, AUTH_JWKS_URL: 'http://issuer.example' },
    /^AUTH_JWKS_URL must start with https/,
  ],
  [
    'an HMAC algorithm with a JWKS',
    { ...AUTH, AUTH_JWKS_URL: 'https://issuer.example', AUTH_ALGORITHMS: 'HS256' },
    /^AUTH_ALGORITHMS must be one or more of RS256,/,
  ],
  [
    'the algorithm none',
    { ...AUTH, AUTH_SECRET: SHARED, AUTH_ALGORITHMS: 'none' },
    /^AUTH_ALGORITHMS must be one or more of HS256,/,
  ],
  [
    'JWTs without an API key of the server',
    { ...UPSTREAM, ...AUTH, AUTH_SECRET: SHARED },
    /^JWT authentication requires UPSTREAM_API_KEY/,
  ],
  [
    'a file with an API key without an upstream',
    { UPSTREAM_API_KEY_FILE: '/run/key' },
    /^UPSTREAM_API_KEY_FILE requires UPSTREAM_URL\.$/,
  ],
  [
    'an API key and a file with one',
    { ...UPSTREAM, UPSTREAM_API_KEY: 'sk-1', UPSTREAM_API_KEY_FILE: '/run/key' },
    /^Set either UPSTREAM_API_KEY or UPSTREAM_API_KEY_FILE, not both\.$/,
  ],
  [
    'a file with an API key that everyone could use',
    { ...UPSTREAM, UPSTREAM_API_KEY_FILE: '/run/key', HOST: '0.0.0.0' },
    /^UPSTREAM_API_KEY_FILE with HOST 0\.0\.0\.0 would let everyone/,
  ],
  [
    'an empty audience in a list',
    { ...AUTH, AUTH_SECRET: SHARED, AUTH_AUDIENCE: 'a,,b' },
    /^AUTH_AUDIENCE must not contain an empty name\.$/,
  ],
  [
    'a policy that does not exist',
    { POLICY: '/none/policy.yaml' },
    /^POLICY \/none\/policy\.yaml does not exist\.$/,
  ],
  ['a folder as policy', { POLICY: '/tmp' }, /^POLICY \/tmp is not a file\.$/],
  ['a policy that never ends', { POLICY: '/dev/zero' }, /^POLICY \/dev\/zero is not a file\.$/],
  [
    'a trusted proxy that is not an address',
    { TRUSTED_PROXIES: 'proxy' },
    /^TRUSTED_PROXIES must be addresses/,
  ],
  [
    'an origin with a path',
    { CORS_ORIGINS: 'https://a.example/app' },
    /^CORS_ORIGINS must be origins/,
  ],
  [
    'an origin with a slash at its end',
    { CORS_ORIGINS: 'https://b.example,https://a.example/' },
    /^CORS_ORIGINS must be without the slash at the end: https:\/\/a\.example\.$/,
  ],
  ['an origin for all pages', { CORS_ORIGINS: '*' }, /^CORS_ORIGINS must be origins/],
  ['the origin null', { CORS_ORIGINS: 'null' }, /^CORS_ORIGINS must be origins/],
])('%s is rejected in one sentence without secrets', (_, env, sentence) => {
  const read = () => readConfig(env);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(sentence);
  expect(read).not.toThrow(/sk-1|u:p/);
});
