import { z } from 'zod';
import { avatarServiceSettings } from '../../avatar-service/avatar-service-settings.ts';
import { loadSettings } from '../../listener/limits.ts';
import { rateSettings } from '../../server/limits/rate-limits.ts';
import { serverSettings } from '../../server/server-options.ts';
import type { Secret } from '../../shared/secret.ts';
import { getName, listSettings, setting, settingMetadata } from '../../shared/settings/setting.ts';
import {
  httpsAddress,
  list,
  oneOf,
  printableSecret,
  secret,
  sharedSecret,
  text,
  webAddress,
} from '../../shared/settings/setting-types.ts';
import { callSettings } from '../../upstream/call-settings.ts';
import { listenerSettings } from './listener-settings.ts';
import { observabilitySettings } from './observability-settings.ts';

/** Validated only if it applies, because it may be meant for other programs. */
const proxySetting = text('the URL of an HTTP proxy');

const upstreamSettings = z.object({
  url: setting(
    'UPSTREAM_URL',
    webAddress('the base URL of the upstream')
      .refine((value) => !/\/v1\/*$/.test(value), 'must not end with /v1')
      .optional(),
    {
      description: 'Base URL of the upstream, without `/v1`.',
      absent: 'starts the built-in avatar service',
      example: 'https://service.example.com',
      common: true,
    },
  ),
  apiKey: setting('UPSTREAM_API_KEY', printableSecret.optional(), {
    description: 'API key of the upstream, never sent to clients. Requires `UPSTREAM_URL`.',
    absent: "each client's `Authorization` header is forwarded",
    common: true,
  }),
  apiKeyFile: setting('UPSTREAM_API_KEY_FILE', text('a path').optional(), {
    description: 'File with the API key of the upstream, read again when it changes.',
    absent: '`UPSTREAM_API_KEY` applies',
  }),
  httpsProxy: setting('HTTPS_PROXY', secret(proxySetting).optional(), {
    description:
      'HTTP proxy for an https upstream that is not on loopback. `https_proxy` takes precedence.',
    absent: 'no proxy',
    example: 'http://user:password@proxy.example.com:3128',
  }),
  httpProxy: setting('HTTP_PROXY', secret(proxySetting).optional(), {
    description: 'The same for an http upstream. `http_proxy` takes precedence.',
    absent: 'no proxy',
  }),
  noProxy: setting('NO_PROXY', text('comma-separated hosts').optional(), {
    description:
      'Hosts without a proxy: names (with their subdomains), `*.suffix`, `host:port`, or `*`. `no_proxy` takes precedence.',
    absent: 'none',
    example: 'service.example.com,.internal.example.com',
  }),
});

/** The policy: what the JWTs of callers let them do. */
const policySettings = z.object({
  path: setting('POLICY', text('a path').optional(), {
    description:
      'Policy file, read again when it changes: issuers of JWTs, tenants, and what callers may do.',
    absent: 'only the scopes of a JWT decide',
  }),
});

/** Which operations clients can run, and the environment that decides about defaults. */
const operationSettings = z.object({
  environment: setting('NODE_ENV', text('any text').optional(), {
    description:
      '`production` disables introspection, "Did you mean" suggestions and the explorer, unless `EXPLORER` is set.',
    absent: 'development defaults',
    example: 'production',
    common: true,
  }),
  /** Manifests of the allowed operations: `bundled`, or paths of files; undefined: any operation is executed. */
  persisted: setting(
    'PERSISTED_OPERATIONS',
    list(
      z.string().min(1, 'must be `bundled`, or paths of JSON files'),
      '`bundled` and paths of JSON files',
    ).optional(),
    {
      description:
        'The only operations that clients can run: `bundled` (those of the hooks and the console), Apollo persisted query manifests, or JSON objects of documents by id.',
      absent: 'any operation is allowed',
      example: 'bundled,./operations.json',
    },
  ),
  mcp: setting('MCP', oneOf('false', 'true', 'transcripts').default('false'), {
    description:
      'Serves operations to AI agents at `/mcp`. `transcripts` adds tools that return what was said in sessions, which is personal data.',
  }),
});

/** A Redis address. No query is allowed, because the client would read options from it. */
const redisAddress = z
  .url({
    protocol: /^rediss?$/,
    // The client recognizes rediss:// only in lower case.
    normalize: true,
    error: 'must be a URL such as redis://user:password@host:6379/0',
  })
  .refine((value) => {
    const url = URL.parse(value);
    return /^\/?\d{0,4}$/.test(url?.pathname ?? '') && url?.search === '' && url.hash === '';
  }, 'must not contain anything after the database number')
  .refine((value) => {
    try {
      const { username, password } = new URL(value);
      return decodeURIComponent(username + password) !== undefined;
    } catch {
      return false;
    }
  }, 'must percent-encode special characters in the user name and password')
  .register(settingMetadata, { allowed: 'a redis or rediss URL' });

/** State shared between processes. */
const redisSettings = z.object({
  url: setting('REDIS_URL', secret(redisAddress).optional(), {
    description:
      'Redis or Valkey, in which processes share rate limits, counters of a policy, and versions of cached reads. `rediss://` uses TLS.',
    absent: 'no shared state',
    example: 'redis://user:password@redis.example.com:6379/0',
    common: true,
  }),
  secret: setting('REDIS_SECRET', secret(sharedSecret).optional(), {
    description:
      'Secret that hashes names of clients and encrypts unused session tokens in Redis, the same in all processes. Required if a policy limits session tokens.',
    absent: 'the password of `REDIS_URL`',
  }),
});

/** A name in a list. */
const name = z.string().min(1, 'must not contain an empty name');

/**
 * JWT authentication of callers. The upstream's API key then acts for them, within the scopes of their JWTs.
 */
export const authenticationSettings = z.object({
  jwksUrl: setting('AUTH_JWKS_URL', httpsAddress("the URL of the issuer's JWKS").optional(), {
    description: 'JWKS URL of the issuer of client JWTs.',
    absent: 'no JWTs, unless `AUTH_SECRET` is set',
    example: 'https://issuer.example.com/.well-known/jwks.json',
    common: true,
  }),
  secret: setting('AUTH_SECRET', secret(sharedSecret).optional(), {
    description: 'Secret shared with the issuer of client JWTs, instead of `AUTH_JWKS_URL`.',
    absent: 'no JWTs, unless `AUTH_JWKS_URL` is set',
  }),
  issuer: setting('AUTH_ISSUER', text('any text').optional(), {
    description:
      'Expected `iss` claim of every JWT. Required with `AUTH_JWKS_URL` or `AUTH_SECRET`.',
    absent: 'no JWTs',
    example: 'https://issuer.example.com/',
    common: true,
  }),
  audience: setting('AUTH_AUDIENCE', list(name, 'audiences').optional(), {
    description:
      'Expected `aud` claim of every JWT: one of these values. Required with `AUTH_ISSUER`.',
    absent: 'no JWTs',
    example: 'avatar-graphql',
    common: true,
  }),
  scopeClaims: setting('AUTH_SCOPE_CLAIMS', list(name, 'claims').prefault('scope,scp'), {
    description:
      'Claims with the scopes of a JWT: names, or JSON Pointers such as `/realm_access/roles`. Strings are split at spaces.',
    example: 'permissions',
  }),
  clientId: setting('CONSOLE_CLIENT_ID', text('any text').optional(), {
    description:
      'Client id of the console at `AUTH_ISSUER`, for sign-in with OpenID Connect. It must be a public client.',
    absent: 'people paste an API key or a JWT',
    example: 'avatar-graphql-console',
  }),
});

/** The Redis that is used. */
export interface RedisSettings {
  /** A redis:// or rediss:// address, which may contain a password. */
  readonly url: Secret;
  /** Protects the names of callers. All processes need the same. */
  readonly secret: Secret;
  /** Command timeout in milliseconds. Default: 200. */
  readonly timeout?: number;
}

/** The sections of the reference, and the groups of settings in each. */
export const SECTIONS = {
  Server: z.object({ listener: listenerSettings }),
  Upstream: z.object({ upstream: upstreamSettings, calls: callSettings }),
  'JWT authentication': z.object({
    authentication: authenticationSettings,
    policy: policySettings,
  }),
  'Access and limits': z.object({
    operations: operationSettings,
    server: serverSettings,
    rates: rateSettings,
    load: loadSettings,
  }),
  'Built-in avatar service': z.object({ avatarService: avatarServiceSettings }),
  'Shared state': z.object({ redis: redisSettings }),
  Observability: z.object({ observability: observabilitySettings }),
};

export const Settings = z.object({
  ...SECTIONS.Server.shape,
  ...SECTIONS.Upstream.shape,
  ...SECTIONS['JWT authentication'].shape,
  ...SECTIONS['Access and limits'].shape,
  ...SECTIONS['Built-in avatar service'].shape,
  ...SECTIONS['Shared state'].shape,
  ...SECTIONS.Observability.shape,
});

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = listSettings(Settings).map(getName);

export type ParsedSettings = z.output<typeof Settings>;
