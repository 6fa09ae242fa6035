import type { z } from 'zod';
import type { Extension } from '../../contract/endpoint.ts';
import type { JwtRules } from '../../server/authentication/jwt.ts';
import { Secret } from '../../shared/secret.ts';
import { assertKeyNotExposed, readJwtRules } from './authentication-rules.ts';
import { ConfigError } from './config-error.ts';
import { isExposed, LOOPBACK_ORIGINS } from './exposure.ts';
import { DEFAULT_RATES } from './server-settings.ts';
import { type ParsedSettings, Settings } from './settings.ts';
import { normalizeProxyNames, selectProxy, type UpstreamProxy } from './upstream-proxy.ts';

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
    /** Resources whose extensions of the specification it has. */
    readonly extensions: readonly Extension[];
    /** Whether it serves GET /v1/personas/{id}, even without the other extensions of personas. */
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
  /** Manifests of the allowed operations: `bundled`, or paths of files; absent: any operation is executed. */
  readonly persistedOperations?: readonly string[];
  /** Whether AI agents can call the operations of `schema/operations` at /mcp. */
  readonly mcp: boolean;
  /** Origins whose pages may call the API from a browser, besides its own; `loopback` stands for all of this machine. */
  readonly corsOrigins: readonly string[];
  /** Whether the API is an Apollo Federation 2 subgraph. */
  readonly federation: boolean;
  readonly introspection: boolean;
  readonly explorer: boolean;
  /** Data folder of the bundled avatar service. */
  readonly dataDir: string;
  /** Where the bundled avatar service stores its data: Postgres, or the data folder. */
  readonly store:
    | { readonly dataDir: string; readonly secret?: Secret }
    | {
        readonly databaseUrl: Secret;
        readonly connections: number;
        readonly secret?: Secret;
      };
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
const formatIssue = (issue: z.core.$ZodIssue) => `${nameOf(issue)} ${issue.message}.`;

const nameOf = ({ path }: z.core.$ZodIssue) => String(path[0]);

const readRates = (settings: ParsedSettings, isApiExposed: boolean): Config['rates'] => ({
  fields: settings.RATE_LIMIT ?? (isApiExposed ? DEFAULT_RATES.fields : 0),
  mints: settings.RATE_LIMIT_MINTS ?? (isApiExposed ? DEFAULT_RATES.mints : 0),
  uploads: settings.RATE_LIMIT_UPLOADS ?? (isApiExposed ? DEFAULT_RATES.uploads : 0),
});

/** @throws ConfigError if there is neither a secret nor a password to derive encryption keys from. */
function readRedisConfig({ REDIS_URL: url, ...settings }: ParsedSettings): Config['redis'] {
  if (url === undefined) return undefined;
  const password = decodeURIComponent(new URL(url.reveal()).password);
  if (settings.REDIS_SECRET === undefined && password === '') {
    throw new ConfigError(
      'REDIS_URL without a password requires REDIS_SECRET: at least 32 bytes, the same in all processes, to encrypt the data in Redis.',
    );
  }
  const secret = settings.REDIS_SECRET ?? new Secret(password);
  return { url, secret, timeout: settings.REDIS_TIMEOUT };
}

/**
 * Parses the settings. An empty setting counts as not set.
 * @throws ConfigError for the first invalid setting; its `problems` name all that are invalid by themselves.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const entries = Object.entries(normalizeProxyNames(env)).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const parsed = Settings.safeParse(Object.fromEntries(entries));
  const issues = Object.values(Object.groupBy(parsed.error?.issues ?? [], nameOf));
  const problems = issues.flatMap((all = []) => all.slice(0, 1)).map(formatIssue);
  if (problems[0]) throw new ConfigError(problems[0], { problems });
  if (!parsed.data) throw new ConfigError('The settings are invalid.');
  const settings = parsed.data;
  const publicUrl = settings.PUBLIC_URL?.replace(/\/+$/, '');
  const isApiExposed = isExposed({ host: settings.HOST, ...(publicUrl && { publicUrl }) });
  const auth = readJwtRules(settings);
  assertKeyNotExposed(settings, isApiExposed, auth);
  const redis = readRedisConfig(settings);
  const proxy =
    settings.UPSTREAM_URL === undefined ? undefined : selectProxy(settings.UPSTREAM_URL, settings);
  const isProduction = settings.NODE_ENV === 'production';
  const isKeyShared = settings.UPSTREAM_API_KEY !== undefined && !auth;
  const isOpenToLocalPages = !isProduction && !isApiExposed && !isKeyShared;
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    connections: {
      total: settings.MAX_CONNECTIONS,
      perAddress: settings.MAX_CONNECTIONS_PER_ADDRESS,
    },
    maxRequests: settings.MAX_REQUESTS,
    drainNotice: settings.DRAIN_NOTICE * 1000,
    store: {
      ...(settings.STORE_SECRET && { secret: settings.STORE_SECRET }),
      ...(settings.DATABASE_URL
        ? { databaseUrl: settings.DATABASE_URL, connections: settings.DATABASE_CONNECTIONS }
        : { dataDir: settings.DATA_DIR }),
    },
    concurrency: {
      calls: settings.UPSTREAM_CONCURRENCY,
      slowCalls: settings.UPSTREAM_UPLOAD_CONCURRENCY,
      queueTimeout: settings.UPSTREAM_QUEUE_SECONDS * 1000,
    },
    logLevel: settings.LOG_LEVEL,
    allowPrivateImageUrls: settings.ALLOW_PRIVATE_IMAGE_URLS,
    trustedProxies: settings.TRUSTED_PROXIES,
    rates: readRates(settings, isApiExposed),
    mcp: settings.MCP,
    corsOrigins: settings.CORS_ORIGINS ?? (isOpenToLocalPages ? [LOOPBACK_ORIGINS] : []),
    federation: settings.FEDERATION,
    introspection: settings.INTROSPECTION ?? !isProduction,
    explorer: settings.EXPLORER ?? (!isProduction && !settings.PERSISTED_OPERATIONS),
    ...(auth && { auth }),
    ...(redis && { redis }),
    ...(settings.MAX_OPERATION_COST && { maxOperationCost: settings.MAX_OPERATION_COST }),
    ...(settings.PERSISTED_OPERATIONS && { persistedOperations: settings.PERSISTED_OPERATIONS }),
    ...(settings.METRICS_TOKEN && { metricsToken: settings.METRICS_TOKEN }),
    ...(settings.OTEL_EXPORTER_OTLP_ENDPOINT && {
      tracing: {
        endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
        serviceName: settings.OTEL_SERVICE_NAME,
      },
    }),
    ...(settings.MAX_IMAGE_BYTES && { maxImageBytes: settings.MAX_IMAGE_BYTES }),
    ...(settings.RESPONSE_CACHE_SECONDS > 0 && {
      responseCacheSeconds: settings.RESPONSE_CACHE_SECONDS,
    }),
    ...(settings.FURTHER_AVATAR_MODELS && { furtherAvatarModels: settings.FURTHER_AVATAR_MODELS }),
    ...(publicUrl && { publicUrl }),
    ...(settings.UPSTREAM_URL && {
      upstream: {
        url: settings.UPSTREAM_URL,
        extensions: settings.UPSTREAM_EXTENSIONS,
        personaById: settings.UPSTREAM_PERSONA_BY_ID,
        ...(settings.UPSTREAM_API_KEY && { apiKey: settings.UPSTREAM_API_KEY }),
        ...(proxy && { proxy }),
      },
    }),
  };
}
