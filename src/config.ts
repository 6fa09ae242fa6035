import { z } from 'zod';

/** A setting that is there but wrong; its message is one sentence for a person at a terminal. */
export class ConfigError extends Error {
  override name = 'ConfigError' as const;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether a host name or address is this machine's own loopback. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

const webAddress = (what: string) =>
  z
    .url({ protocol: /^https?$/, error: `must be ${what}, such as https://service.example` })
    .refine((value) => {
      const url = URL.parse(value);
      return url?.username === '' && url.password === '';
    }, 'must not hold a user name or password')
    .refine((value) => {
      const url = URL.parse(value);
      return url?.search === '' && url.hash === '';
    }, 'must not hold a query or fragment');

const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0, 'must be from 0 to 65535')
  .max(65_535, 'must be from 0 to 65535');

const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1');

const secretWord = z.string().regex(/^[\x21-\x7e]+$/, 'must be one word of printable characters');

const Settings = z.object({
  PORT: port.default(4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webAddress('the address callers use').optional(),
  UPSTREAM_URL: webAddress('the base address of the service')
    .refine(
      (value) => !/\/v1\/*$/.test(value),
      'must leave off /v1, which every path of the service has',
    )
    .optional(),
  UPSTREAM_API_KEY: secretWord.optional(),
  MAX_IMAGE_BYTES: z.coerce
    .number('must be a number of bytes')
    .int('must be a whole number of bytes')
    .min(1024, 'must be at least 1024 bytes')
    .max(104_857_600, 'must be at most 104857600 bytes, which are 100 MB')
    .optional(),
  FURTHER_AVATAR_MODELS: z
    .string()
    .transform((names) => names.split(',').map((name) => name.trim()))
    .pipe(z.array(z.string().regex(/^[a-z][a-z0-9.-]*$/, 'must be names such as cara-4,cara-5')))
    .optional(),
  UPSTREAM_PERSONA_BY_ID: flag.default(false),
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
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be fatal, error, warn, info, debug or silent',
    })
    .default('warn'),
  METRICS_TOKEN: secretWord.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('the base address of a collector').optional(),
  OTEL_SERVICE_NAME: z.string().default('avatar-graphql'),
});

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
    readonly apiKey?: string;
    /** Whether it serves GET /v1/personas/{id}, which the specification does not list. */
    readonly personaById: boolean;
  };
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
  /** Milliseconds between the signal to end and the end of taking requests, for /ready to be heard. */
  readonly drainNotice: number;
  /** Avatar models that the service has beyond the specification's. */
  readonly furtherAvatarModels?: readonly string[];
  /** How much is logged; `info` has a line for every operation. */
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** What a reader of /metrics has to send; absent: on loopback nothing, elsewhere nobody may read. */
  readonly metricsToken?: string;
  /** The OTLP collector that gets the traces; absent: there are none. */
  readonly tracing?: { readonly endpoint: string; readonly serviceName: string };
  /** Bytes of an uploaded image, at most; absent: the specification's limit. */
  readonly maxImageBytes?: number;
}

/** A wrong value is repeated only where it cannot be a secret. */
const sentence = ({ path, message }: z.core.$ZodIssue) => `${String(path[0])} ${message}.`;

/**
 * Parses settings; an empty one counts as not set.
 * @throws ConfigError with one sentence for the first wrong setting.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  const parsed = Settings.safeParse(Object.fromEntries(given));
  const [issue] = parsed.error?.issues ?? [];
  if (issue) throw new ConfigError(sentence(issue));
  if (!parsed.data) throw new ConfigError('The settings cannot be read.');
  const { PUBLIC_URL, UPSTREAM_URL, UPSTREAM_API_KEY, UPSTREAM_PERSONA_BY_ID, ...rest } =
    parsed.data;
  if (UPSTREAM_API_KEY && !UPSTREAM_URL) {
    throw new ConfigError('UPSTREAM_API_KEY needs UPSTREAM_URL, the service it is the key of.');
  }
  if (UPSTREAM_API_KEY && !isLoopback(rest.HOST)) {
    throw new ConfigError(
      `UPSTREAM_API_KEY with HOST ${rest.HOST} would let everyone who reaches this machine use the key: leave UPSTREAM_API_KEY out, so that callers bring their own, or listen on 127.0.0.1.`,
    );
  }
  return {
    port: rest.PORT,
    host: rest.HOST,
    dataDir: rest.DATA_DIR,
    maxRequests: rest.MAX_REQUESTS,
    drainNotice: rest.DRAIN_NOTICE * 1000,
    store: rest.DATABASE_URL
      ? { databaseUrl: rest.DATABASE_URL, connections: rest.DATABASE_CONNECTIONS }
      : { dataDir: rest.DATA_DIR },
    allowPrivateImageUrls: rest.ALLOW_PRIVATE_IMAGE_URLS,
    logLevel: rest.LOG_LEVEL,
    ...(rest.METRICS_TOKEN && { metricsToken: rest.METRICS_TOKEN }),
    ...(rest.OTEL_EXPORTER_OTLP_ENDPOINT && {
      tracing: {
        endpoint: rest.OTEL_EXPORTER_OTLP_ENDPOINT,
        serviceName: rest.OTEL_SERVICE_NAME,
      },
    }),
    ...(rest.MAX_IMAGE_BYTES && { maxImageBytes: rest.MAX_IMAGE_BYTES }),
    ...(rest.FURTHER_AVATAR_MODELS && { furtherAvatarModels: rest.FURTHER_AVATAR_MODELS }),
    ...(PUBLIC_URL && { publicUrl: PUBLIC_URL.replace(/\/+$/, '') }),
    ...(UPSTREAM_URL && {
      upstream: {
        url: UPSTREAM_URL,
        personaById: UPSTREAM_PERSONA_BY_ID,
        ...(UPSTREAM_API_KEY && { apiKey: UPSTREAM_API_KEY }),
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
