import type { z } from 'zod';
import type { JwtRules } from '../../server/authentication/jwt.ts';
import { Secret } from '../../shared/secret.ts';
import { readJwtRules, refuseExposedKey } from './authentication-rules.ts';
import { ConfigError } from './config-error.ts';
import { isExposed } from './exposure.ts';
import { RATES } from './server-settings.ts';
import { type Given, Settings } from './settings.ts';
import { proxyFor, type UpstreamProxy, withProxyNames } from './upstream-proxy.ts';

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
    /** The proxy by which it is reached; absent: none. */
    readonly proxy?: UpstreamProxy;
  };
  /** Calls of the service under way at once, of them uploads, and the milliseconds that one waits for its turn. */
  readonly concurrency: {
    readonly calls: number;
    readonly slowCalls: number;
    readonly queueTimeout: number;
  };
  /** Absent: callers bring keys of their own, or share the server's on this machine alone. */
  readonly auth?: JwtRules;
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
    | { readonly dataDir: string; readonly secret?: Secret }
    | {
        readonly databaseUrl: Secret;
        readonly connections: number;
        readonly secret?: Secret;
      };
  /** Whether our own avatar service may fetch images from loopback and private addresses. */
  readonly allowPrivateImageUrls: boolean;
  /** Connections of one process at once, at most: in all, and from one address, where 0 sets no limit. */
  readonly connections: { readonly total: number; readonly perAddress: number };
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

const ratesOf = (given: Given, exposed: boolean): Config['rates'] => ({
  fields: given.RATE_LIMIT ?? (exposed ? RATES.fields : 0),
  mints: given.RATE_LIMIT_MINTS ?? (exposed ? RATES.mints : 0),
  uploads: given.RATE_LIMIT_UPLOADS ?? (exposed ? RATES.uploads : 0),
});

/** @throws ConfigError where there is nothing to make unreadable with what is kept there. */
function redisOf({ REDIS_URL: url, ...given }: Given): Config['redis'] {
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
 * Parses settings; an empty one counts as not set.
 * @throws ConfigError with one sentence for the first wrong setting.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const entries = Object.entries(withProxyNames(env)).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const parsed = Settings.safeParse(Object.fromEntries(entries));
  const [issue] = parsed.error?.issues ?? [];
  if (issue) throw new ConfigError(sentence(issue));
  if (!parsed.data) throw new ConfigError('The settings cannot be read.');
  const given = parsed.data;
  const publicUrl = given.PUBLIC_URL?.replace(/\/+$/, '');
  const exposed = isExposed({ host: given.HOST, ...(publicUrl && { publicUrl }) });
  const auth = readJwtRules(given);
  refuseExposedKey(given, exposed, auth);
  const redis = redisOf(given);
  const proxy = given.UPSTREAM_URL === undefined ? undefined : proxyFor(given.UPSTREAM_URL, given);
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
    store: {
      ...(given.STORE_SECRET && { secret: given.STORE_SECRET }),
      ...(given.DATABASE_URL
        ? { databaseUrl: given.DATABASE_URL, connections: given.DATABASE_CONNECTIONS }
        : { dataDir: given.DATA_DIR }),
    },
    concurrency: {
      calls: given.UPSTREAM_CONCURRENCY,
      slowCalls: given.UPSTREAM_UPLOAD_CONCURRENCY,
      queueTimeout: given.UPSTREAM_QUEUE_SECONDS * 1000,
    },
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
