import type { IncomingMessage } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import { z } from 'zod';
import { MAX_IMAGE_BYTES } from '../contract/avatar.ts';
import type { Authenticate } from '../graphql/authorization/caller.ts';
import type { PolicyInput } from '../policy/policy-schema.ts';
import { getDefaults, setting } from '../shared/settings/setting.ts';
import { flag } from '../shared/settings/setting-types.ts';
import type { Spool } from '../shared/spool.ts';
import type { RestClient } from '../upstream/client.ts';
import { BODY_LIMITS, type BodyLimits } from './body/body-reader.ts';
import { UPLOAD_LIMITS } from './body/multipart.ts';
import type { PersistedOperations } from './documents/persisted-operations.ts';
import {
  costSettings,
  DOCUMENT_LIMITS,
  type DocumentLimits,
  MAX_RESPONSE_BYTES,
} from './executor/operation-limits.ts';
import type { RateLimiter } from './limits/rate-limits.ts';
import type { Mcp } from './mcp/load-mcp.ts';
import type { ConsoleOptions } from './pages/console.ts';
import type { HealthCheckOptions } from './pages/pages.ts';
import type { ActivePolicy, ServerPlugin } from './request-context.ts';
import type { OriginOptions } from './security/origin-check.ts';

export const serverSettings = z.object({
  /** Whether there is a console. */
  console: setting('CONSOLE', flag.prefault('true'), {
    description: 'Enables the web console.',
  }),
  /** Whether there is an explorer at /graphql. */
  explorer: setting('EXPLORER', flag.prefault('true'), {
    description:
      'Enables the explorer, and in production also introspection and "Did you mean" suggestions in errors.',
    otherwise: '`false` in production and with `PERSISTED_OPERATIONS`',
  }),
  /** Whether the graph is an Apollo Federation 2 subgraph, with `_service` and `_entities`. */
  federation: setting('FEDERATION', flag.prefault('false'), {
    description: 'Makes the API an Apollo Federation 2 subgraph.',
  }),
  /** Limits of a single request. */
  limits: z.object({ document: costSettings }),
});

/** Time limit of an operation's upstream calls together, in milliseconds: one slow call and some before it. */
const OPERATION_TIMEOUT = 240_000;

/** The settings, and limits that only code can change. */
interface ServerSettings extends Omit<z.output<typeof serverSettings>, 'limits'> {
  /** Whether introspection and suggestions in errors are enabled. */
  readonly introspection: boolean;
  /** Maximum size of an uploaded image. Specification, "Create an avatar". */
  readonly maxImageBytes: number;
  readonly operationTimeout: number;
  readonly limits: {
    readonly document: DocumentLimits;
    readonly body: BodyLimits;
    readonly upload: Readonly<typeof UPLOAD_LIMITS>;
    /** Maximum size of a response in bytes, before compression. */
    readonly responseBytes: number;
  };
}

/**
 * Dependencies and options of a server. It listens on no port and reads no environment. What is not set has the default
 * of its setting.
 */
export interface ServerOptions
  extends Partial<Omit<ServerSettings, 'limits'>>,
    HealthCheckOptions,
    OriginOptions,
    Pick<ConsoleOptions, 'isBuiltInService' | 'getSignInProviders'> {
  readonly limits?: Partial<Omit<ServerSettings['limits'], 'document'>> & {
    readonly document?: Partial<DocumentLimits>;
  };
  readonly rest: RestClient;
  readonly authenticate: Authenticate;
  /**
   * What callers may do, by the claims of their tokens. `authenticate` must return callers with a `token`; others have
   * no permissions. Paths are relative to the working folder. Default: what the scopes of a caller allow.
   */
  readonly policy?: PolicyInput | ActivePolicy | undefined;
  /** Path of the API. Default `/graphql`. */
  readonly graphqlEndpoint?: string;
  /**
   * Returns the address of the client that sent a request: a message of node:http, or a Request with what was passed to
   * `fetch` besides. Rate limits use it. Default: the peer of the connection; all Requests have the same address.
   */
  readonly addressOf?: (request: IncomingMessage | Request, fetchContext?: object) => string;
  /** Rate limits. Default: none. */
  readonly rateLimiter?: RateLimiter | undefined;
  /** Where uploads are stored temporarily. Default: the system's temporary folder. */
  readonly spool?: Spool;
  /** If set, only these operations are executed, by id, hash or text. */
  readonly persistedOperations?: PersistedOperations | undefined;
  /** If set, from `loadMcp`, AI agents can call the product's operations at /mcp. Default: /mcp does not exist. */
  readonly mcp?: Mcp | undefined;
  /** Receives every error that clients see only as INTERNAL. Default: it is printed with `console.error`. */
  readonly onFault?: (fault: unknown, requestId?: string) => void;
  /** Records operations. Its place among the plugins is that of `plugins`. Default: nothing is recorded. */
  readonly telemetry?: ServerPlugin;
  /** Further plugins. They see errors as clients do and run around execution. */
  readonly plugins?: readonly Plugin[];
}

/** Options with the defaults of those that are not set. */
export interface ResolvedOptions extends Omit<ServerOptions, keyof ServerSettings>, ServerSettings {
  readonly graphqlEndpoint: string;
  readonly onFault: NonNullable<ServerOptions['onFault']>;
  /** Whether the upstream has documents. */
  readonly hasDocuments: boolean;
}

// biome-ignore lint/suspicious/noConsole: a program without a logger of its own must see its faults.
const printFault = (fault: unknown) => console.error(fault);

export function resolveOptions(options: ServerOptions): ResolvedOptions {
  const { limits, ...defaults } = getDefaults(serverSettings);
  return {
    graphqlEndpoint: '/graphql',
    operationTimeout: OPERATION_TIMEOUT,
    introspection: true,
    maxImageBytes: MAX_IMAGE_BYTES,
    onFault: printFault,
    ...defaults,
    ...options,
    hasDocuments: options.rest.supports('createKnowledgeDocument'),
    limits: {
      body: BODY_LIMITS,
      upload: UPLOAD_LIMITS,
      responseBytes: MAX_RESPONSE_BYTES,
      ...options.limits,
      document: { ...DOCUMENT_LIMITS, ...limits.document, ...options.limits?.document },
    },
  };
}
