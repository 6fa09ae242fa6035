import type { z } from 'zod';
import type { JwtRules } from '../../server/authentication/jwt.ts';
import { Secret } from '../../shared/secret.ts';
import { readJwtRules, assertKeyNotExposed } from './authentication-rules.ts';
import { ConfigError } from './config-error.ts';
import { isExposed } from './exposure.ts';
import { DEFAULT_RATES } from './server-settings.ts';
import { type ParsedSettings, Settings } from './settings.ts';
import { selectProxy, type UpstreamProxy, normalizeProxyNames } from './upstream-proxy.ts';

/** The configuration of a process, parsed and complete. */
export interface Config {
  /** Port of the API; 0 selects any free port. */
  readonly port: number;
  readonly host: string;
  /** The API's public address, if it differs from the address listened on. */
  readonly publicUrl?: string;
  /** The upstream; absent: the bundled avatar service. */
  readonly upstream?: {
    readonly url: string;
    readonly apiKey?: Secret;
    /** Whether it serves GET /v1/personas/{id}, an extension of the specification. */
    readonly personaById: boolean;
    /** The proxy to the upstream; absent: none. */
    readonly proxy?: UpstreamProxy;
  };
  /**
   * Maximum concurrent upstream calls, maximum concurrent uploads among them, and how long a call may wait in
   * milliseconds.
   */
  readonly concurrency: {
    readonly calls: number;
    readonly slowCalls: number;
    readonly queueTimeout: number;
  };
  /** Absent: callers send their own API keys, or share the server's on this machine only. */
  readonly auth?: JwtRules;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Rate limits per caller and minute: root fields, session tokens, uploads. 0 sets no limit. */
  readonly rates: { readonly fields: number; readonly mints: number; readonly uploads: number };
  /** Maximum cost of an operation; absent: the server's default. */
  readonly maxOperationCost?: number;
  /** File of persisted operations by id; absent: any operation is executed. */
  readonly persistedOperations?: string;
  /** Origins whose pages may call the API from a browser, besides its own. */
  readonly corsOrigins: readonly string[];
  readonly introspection: boolean;
  readonly explorer: boolean;
  /** Data folder of the bundled avatar service. */
  readonly dataDir: string;
  /** Where the bundled avatar service stores its data: Postgres, or the data folder. */
  readonly store:
    | { readonly dataDir: string }
    | { readonly databaseUrl: Secret; readonly connections: number };
  /** Whether the bundled avatar service may fetch images from loopback and private addresses. */
  readonly allowPrivateImageUrls: boolean;
  /** Maximum connections per process, in total and per client address; 0 sets no limit per address. */
  readonly connections: { readonly total: number; readonly perAddress: number };
  /** Maximum concurrent GraphQL requests; further ones are rejected with 503. */
  readonly maxRequests: number;
  /** How long responses are cached, in seconds; absent: not at all. */
  readonly responseCacheSeconds?: number;
  /** The Redis that processes share; absent: each process keeps its own state. */
  readonly redis?: { readonly url: Secret; readonly secret: Secret; readonly timeout: number };
  /** Milliseconds between the end signal and closing the port, during which /ready fails. */
  readonly drainNotice: number;
  /** Avatar models of the upstream beyond the specification's. */
  readonly furtherAvatarModels?: readonly string[];
  /** Log level; `info` logs every operation. */
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Bearer token for /metrics; absent: readable on loopback only. */
  readonly metricsToken?: Secret;
  /** The OTLP collector for traces; absent: no traces. */
  readonly tracing?: { readonly endpoint: string; readonly serviceName: string };
  /** Maximum size of an uploaded image in bytes; absent: the specification's limit. */
  readonly maxImageBytes?: number;
}

/** Messages never repeat a value that may be a secret. */
const formatIssue = ({ path, message }: z.core.$ZodIssue) => `${String(path[0])} ${message}.`;

const readRates = (given: ParsedSettings, exposed: boolean): Config['rates'] => ({
  fields: given.RATE_LIMIT ?? (exposed ? DEFAULT_RATES.fields : 0),
  mints: given.RATE_LIMIT_MINTS ?? (exposed ? DEFAULT_RATES.mints : 0),
  uploads: given.RATE_LIMIT_UPLOADS ?? (exposed ? DEFAULT_RATES.uploads : 0),
});

/** @throws ConfigError if there is neither a secret nor a password to derive encryption keys from. */
function readRedisConfig({ REDIS_URL: url, ...given }: ParsedSettings): Config['redis'] {
  if (url === undefined) return undefined;
  const password = decodeURIComponent(new URL(url.reveal()).password);
  if (given.REDIS_SECRET === undefined && password === '') {
    throw new ConfigError(
      'REDIS_URL without a password needs REDIS_SECRET, at least 32 bytes that all processes have alike: what is kept there is encrypted with it.',
    );
  }
  const secret = given.REDIS_SECRET ?? new Secret(password);
  return { url, secret, timeout: given.REDIS_TIMEOUT };
}

/**
 * Parses the settings. An empty setting counts as not set.
 * @throws ConfigError for the first invalid setting.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const entries = Object.entries(normalizeProxyNames(env)).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const parsed = Settings.safeParse(Object.fromEntries(entries));
  const [issue] = parsed.error?.issues ?? [];
  if (issue) throw new ConfigError(formatIssue(issue));
  if (!parsed.data) throw new ConfigError('The settings cannot be read.');
  const given = parsed.data;
  const publicUrl = given.PUBLIC_URL?.replace(/\/+$/, '');
  const exposed = isExposed({ host: given.HOST, ...(publicUrl && { publicUrl }) });
  const auth = readJwtRules(given);
  assertKeyNotExposed(given, exposed, auth);
  const redis = readRedisConfig(given);
  const proxy =
    given.UPSTREAM_URL === undefined ? undefined : selectProxy(given.UPSTREAM_URL, given);
  const isProduction = given.NODE_ENV === 'production';
  return {
    port: given.PORT,
    host: given.HOST,
    dataDir: given.DATA_DIR,
    connections: {
      total: given.MAX_CONNECTIONS,
      perAddress: given.MAX_CONNECTIONS_PER_ADDRESS,
    },
    maxRequests: given.MAX_REQUESTS,
    drainNotice: given.DRAIN_NOTICE * 1000,
    store: given.DATABASE_URL
      ? { databaseUrl: given.DATABASE_URL, connections: given.DATABASE_CONNECTIONS }
      : { dataDir: given.DATA_DIR },
    concurrency: {
      calls: given.UPSTREAM_CONCURRENCY,
      slowCalls: given.UPSTREAM_UPLOAD_CONCURRENCY,
      queueTimeout: given.UPSTREAM_QUEUE_SECONDS * 1000,
    },
    logLevel: given.LOG_LEVEL,
    allowPrivateImageUrls: given.ALLOW_PRIVATE_IMAGE_URLS,
    trustedProxies: given.TRUSTED_PROXIES,
    rates: readRates(given, exposed),
    corsOrigins: given.CORS_ORIGINS,
    introspection: given.INTROSPECTION ?? !isProduction,
    explorer: given.EXPLORER ?? !isProduction,
    ...(auth && { auth }),
    ...(redis && { redis }),
    ...(given.MAX_OPERATION_COST && { maxOperationCost: given.MAX_OPERATION_COST }),
    ...(given.PERSISTED_OPERATIONS && { persistedOperations: given.PERSISTED_OPERATIONS }),
    ...(given.METRICS_TOKEN && { metricsToken: given.METRICS_TOKEN }),
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
        ...(given.UPSTREAM_API_KEY && { apiKey: given.UPSTREAM_API_KEY }),
        ...(proxy && { proxy }),
      },
    }),
  };
}
