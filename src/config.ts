import { z } from 'zod';
import type { TokenRules } from './callers/token.ts';
import { Secret } from './secret.ts';
import {
  flag,
  isLoopback,
  list,
  origin,
  proxy,
  redisAddress,
  safeWebAddress,
  webAddress,
  whole,
} from './setting-rules.ts';

/** A setting that is there but wrong; its message is one sentence for a person at a terminal. */
export class ConfigError extends Error {
  override name = 'ConfigError' as const;
}

/** Algorithms that callers' tokens may be signed with: a provider's by its public keys, or a secret's. */
const PUBLIC_KEY_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512'];

/** Root fields, tokens and uploads a minute of one caller, where others than this machine can call. */
const RATES = { fields: 600, mints: 60, uploads: 20 };

/** A limit a minute. */
const rate = whole(0, 1_000_000).optional();

const secretWord = z.string().regex(/^[\x21-\x7e]+$/, 'must be one word of printable characters');

const sharedSecret = z
  .string()
  .refine((secret) => Buffer.byteLength(secret) >= 32, 'must be at least 32 bytes long');

const Settings = z.object({
  NODE_ENV: z.string().optional(),
  PORT: whole(0, 65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webAddress('the address callers use').optional(),
  UPSTREAM_URL: webAddress('the base address of the service')
    .refine(
      (value) => !/\/v1\/*$/.test(value),
      'must leave off /v1, which every path of the service has',
    )
    .optional(),
  UPSTREAM_API_KEY: secretWord.optional(),
  AUTH_JWKS_URL: safeWebAddress("the address of the issuer's key set").optional(),
  AUTH_SECRET: sharedSecret.optional(),
  AUTH_ISSUER: z.string().optional(),
  AUTH_AUDIENCE: z.string().optional(),
  AUTH_ALGORITHMS: list(z.string()).optional(),
  AUTH_CLOCK_TOLERANCE: whole(0, 300, 'seconds').default(5),
  TRUSTED_PROXIES: list(proxy).default([]),
  RATE_LIMIT: rate,
  RATE_LIMIT_MINTS: rate,
  RATE_LIMIT_UPLOADS: rate,
  MAX_OPERATION_COST: whole(1, 10_000_000).optional(),
  PERSISTED_OPERATIONS: z.string().optional(),
  CORS_ORIGINS: list(origin).default([]),
  INTROSPECTION: flag.optional(),
  EXPLORER: flag.optional(),
  MAX_IMAGE_BYTES: z.coerce
    .number('must be a number of bytes')
    .int('must be a whole number of bytes')
    .min(1024, 'must be at least 1024 bytes')
    .max(104_857_600, 'must be at most 104857600 bytes, which are 100 MB')
    .optional(),
  FURTHER_AVATAR_MODELS: list(
    z.string().regex(/^[a-z][a-z0-9.-]*$/, 'must be names such as cara-4,cara-5'),
  ).optional(),
  UPSTREAM_PERSONA_BY_ID: flag.default(false),
  RESPONSE_CACHE_SECONDS: z.coerce
    .number('must be a number of seconds')
    .int('must be a whole number of seconds')
    .min(0, 'must be from 0 to 3600')
    .max(3600, 'must be from 0 to 3600')
    .default(0),
  MAX_REQUESTS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .default(1000),
  DRAIN_NOTICE: z.coerce
    .number('must be a number of seconds')
    .min(0, 'must be from 0 to 300 seconds')
    .max(300, 'must be from 0 to 300 seconds')
    .default(0),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgres://user:password@host:5432/database',
    })
    .optional(),
  DATABASE_CONNECTIONS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be from 1 to 1000')
    .max(1000, 'must be from 1 to 1000')
    .default(10),
  ALLOW_PRIVATE_IMAGE_URLS: flag.default(false),
  REDIS_URL: redisAddress.optional(),
  REDIS_SECRET: sharedSecret.optional(),
  REDIS_TIMEOUT: whole(10, 10_000, 'milliseconds').default(200),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be fatal, error, warn, info, debug or silent',
    })
    .default('warn'),
  METRICS_TOKEN: secretWord.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('the base address of a collector').optional(),
  OTEL_SERVICE_NAME: z.string().default('avatar-graphql'),
});

type Given = z.output<typeof Settings>;

/** What the process is told from outside, parsed and complete. */
export interface Config {
  /** Port of the API; 0 takes any free one. */
  readonly port: number;
  readonly host: string;
  /** Address by which callers reach the API, where it is not the one listened on. */
  readonly publicUrl?: string;
  /** The service to stand in front of; absent: our own avatar service. */
  readonly upstream?: {
    readonly url: string;
    readonly apiKey?: Secret;
    /** Whether it serves GET /v1/personas/{id}, which the specification does not list. */
    readonly personaById: boolean;
  };
  /** Absent: callers bring keys of their own, or share the server's on this machine alone. */
  readonly auth?: TokenRules;
  /** Addresses and networks of proxies that are believed what they say of callers' addresses. */
  readonly trustedProxies: readonly string[];
  /** Root fields, tokens minted and uploads a minute of one caller; 0 for as many as they like. */
  readonly rates: { readonly fields: number; readonly mints: number; readonly uploads: number };
  /** Cost of an operation, at most; absent: the server's own limit. */
  readonly maxOperationCost?: number;
  /** File of the only operations that are run, by id; absent: any are. */
  readonly persistedOperations?: string;
  /** Origins of pages that may call the API from a browser, besides its own. */
  readonly corsOrigins: readonly string[];
  readonly introspection: boolean;
  readonly explorer: boolean;
  /** Folder for our own avatar service's data. */
  readonly dataDir: string;
  /** Where it keeps them: a Postgres database, or else that folder. */
  readonly store:
    | { readonly dataDir: string }
    | { readonly databaseUrl: string; readonly connections: number };
  /** Whether our own avatar service may fetch images from loopback and private addresses. */
  readonly allowPrivateImageUrls: boolean;
  /** Requests to the graph under way at once, at most; further ones are shed. */
  readonly maxRequests: number;
  /** Seconds for which answers to queries are kept, each for its own caller; absent: none is. */
  readonly responseCacheSeconds?: number;
  /** What processes share by way of a Redis; absent: each keeps to itself. */
  readonly redis?: { readonly url: Secret; readonly secret: Secret; readonly timeout: number };
  /** Milliseconds between the signal to end and the end of taking requests, for /ready to be heard. */
  readonly drainNotice: number;
  /** Avatar models that the service has beyond the specification's. */
  readonly furtherAvatarModels?: readonly string[];
  /** How much is logged; `info` has a line for every operation. */
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** What a reader of /metrics has to send; absent: on loopback nothing, elsewhere nobody may read. */
  readonly metricsToken?: Secret;
  /** The OTLP collector that gets the traces; absent: there are none. */
  readonly tracing?: { readonly endpoint: string; readonly serviceName: string };
  /** Bytes of an uploaded image, at most; absent: the specification's limit. */
  readonly maxImageBytes?: number;
}

/** A wrong value is repeated only where it cannot be a secret. */
const sentence = ({ path, message }: z.core.$ZodIssue) => `${String(path[0])} ${message}.`;

/** Whether others than this machine's own users can call, directly or through a proxy. */
export const isExposed = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  !isLoopback(host) || (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname));

/** @throws ConfigError where half of it is missing, or it would not be safe. */
function authOf(given: Given): TokenRules | undefined {
  const { AUTH_JWKS_URL: jwksUrl, AUTH_SECRET: secret } = given;
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = given;
  if (jwksUrl === undefined && secret === undefined) {
    if (issuer === undefined && audience === undefined) return undefined;
    throw new ConfigError('AUTH_ISSUER and AUTH_AUDIENCE need AUTH_JWKS_URL or AUTH_SECRET.');
  }
  if (jwksUrl !== undefined && secret !== undefined) {
    throw new ConfigError('AUTH_JWKS_URL and AUTH_SECRET are two ways to the same: leave one out.');
  }
  if (issuer === undefined || audience === undefined) {
    throw new ConfigError(
      "AUTH_ISSUER and AUTH_AUDIENCE are needed, so that no other issuer's tokens, and none for another API, are taken here.",
    );
  }
  if (given.UPSTREAM_URL && !given.UPSTREAM_API_KEY) {
    throw new ConfigError(
      "Callers' tokens need UPSTREAM_API_KEY, the key that acts for them: without it the Authorization header is the upstream's own.",
    );
  }
  const known = secret === undefined ? PUBLIC_KEY_ALGORITHMS : SECRET_ALGORITHMS;
  const algorithms =
    given.AUTH_ALGORITHMS ??
    (secret === undefined ? ['RS256', 'PS256', 'ES256', 'EdDSA'] : ['HS256']);
  if (!algorithms.every((algorithm) => known.includes(algorithm))) {
    throw new ConfigError(`AUTH_ALGORITHMS must be among ${known.join(',')} here.`);
  }
  const keys = secret === undefined ? { jwksUrl: jwksUrl ?? '' } : { secret: new Secret(secret) };
  return { keys, issuer, audience, algorithms, clockTolerance: given.AUTH_CLOCK_TOLERANCE };
}

/** @throws ConfigError where the key has no service, or everyone who reaches the API could use it. */
function refuseOpenKey(given: Given, exposed: boolean, auth: TokenRules | undefined): void {
  if (!given.UPSTREAM_API_KEY) return;
  if (!given.UPSTREAM_URL) {
    throw new ConfigError('UPSTREAM_API_KEY needs UPSTREAM_URL, the service it is the key of.');
  }
  if (!exposed || auth) return;
  const where = isLoopback(given.HOST) ? `PUBLIC_URL ${given.PUBLIC_URL}` : `HOST ${given.HOST}`;
  throw new ConfigError(
    `UPSTREAM_API_KEY with ${where} would let everyone who reaches the API use the key: have callers show tokens (AUTH_JWKS_URL or AUTH_SECRET), or leave UPSTREAM_API_KEY out, so that they bring their own keys, or serve 127.0.0.1 alone.`,
  );
}

const ratesOf = (given: Given, exposed: boolean): Config['rates'] => ({
  fields: given.RATE_LIMIT ?? (exposed ? RATES.fields : 0),
  mints: given.RATE_LIMIT_MINTS ?? (exposed ? RATES.mints : 0),
  uploads: given.RATE_LIMIT_UPLOADS ?? (exposed ? RATES.uploads : 0),
});

/** @throws ConfigError where there is nothing to make unreadable with what is kept there. */
function redisOf({ REDIS_URL: url, ...given }: Given): Config['redis'] {
  if (url === undefined) return undefined;
  const secret = given.REDIS_SECRET ?? decodeURIComponent(new URL(url).password);
  if (secret === '') {
    throw new ConfigError(
      'REDIS_URL without a password needs REDIS_SECRET, at least 32 bytes that all processes have alike: what is kept there is encrypted with it.',
    );
  }
  return { url: new Secret(url), secret: new Secret(secret), timeout: given.REDIS_TIMEOUT };
}

/**
 * Parses settings; an empty one counts as not set.
 * @throws ConfigError with one sentence for the first wrong setting.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const entries = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  const parsed = Settings.safeParse(Object.fromEntries(entries));
  const [issue] = parsed.error?.issues ?? [];
  if (issue) throw new ConfigError(sentence(issue));
  if (!parsed.data) throw new ConfigError('The settings cannot be read.');
  const given = parsed.data;
  const publicUrl = given.PUBLIC_URL?.replace(/\/+$/, '');
  const exposed = isExposed({ host: given.HOST, ...(publicUrl && { publicUrl }) });
  const auth = authOf(given);
  refuseOpenKey(given, exposed, auth);
  const redis = redisOf(given);
  const isProduction = given.NODE_ENV === 'production';
  return {
    port: given.PORT,
    host: given.HOST,
    dataDir: given.DATA_DIR,
    maxRequests: given.MAX_REQUESTS,
    drainNotice: given.DRAIN_NOTICE * 1000,
    store: given.DATABASE_URL
      ? { databaseUrl: given.DATABASE_URL, connections: given.DATABASE_CONNECTIONS }
      : { dataDir: given.DATA_DIR },
    logLevel: given.LOG_LEVEL,
    allowPrivateImageUrls: given.ALLOW_PRIVATE_IMAGE_URLS,
    trustedProxies: given.TRUSTED_PROXIES,
    rates: ratesOf(given, exposed),
    corsOrigins: given.CORS_ORIGINS,
    introspection: given.INTROSPECTION ?? !isProduction,
    explorer: given.EXPLORER ?? !isProduction,
    ...(auth && { auth }),
    ...(redis && { redis }),
    ...(given.MAX_OPERATION_COST && { maxOperationCost: given.MAX_OPERATION_COST }),
    ...(given.PERSISTED_OPERATIONS && { persistedOperations: given.PERSISTED_OPERATIONS }),
    ...(given.METRICS_TOKEN && { metricsToken: new Secret(given.METRICS_TOKEN) }),
    ...(given.OTEL_EXPORTER_OTLP_ENDPOINT && {
      tracing: {
        endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT,
        serviceName: given.OTEL_SERVICE_NAME,
      },
    }),
    ...(given.MAX_IMAGE_BYTES && { maxImageBytes: given.MAX_IMAGE_BYTES }),
    ...(given.RESPONSE_CACHE_SECONDS > 0 && { responseCacheSeconds: given.RESPONSE_CACHE_SECONDS }),
    ...(given.FURTHER_AVATAR_MODELS && { furtherAvatarModels: given.FURTHER_AVATAR_MODELS }),
    ...(publicUrl && { publicUrl }),
    ...(given.UPSTREAM_URL && {
      upstream: {
        url: given.UPSTREAM_URL,
        personaById: given.UPSTREAM_PERSONA_BY_ID,
        ...(given.UPSTREAM_API_KEY && { apiKey: new Secret(given.UPSTREAM_API_KEY) }),
      },
    }),
  };
}

/** The process's own environment, with a `.env` file of the working folder under it. */
export function processEnvironment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return process.env;
}
