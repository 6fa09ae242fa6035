import type { z } from 'zod';
import { api, type EndpointName, type Extension, type ResourceName } from '../contract/api.ts';
import type { Endpoint } from '../contract/resource.ts';
import { enforce } from '../policy/enforce.ts';
import type { CallRequest } from '../policy/verdict.ts';
import { type Concurrency, ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import { getDefaults } from '../shared/settings/setting.ts';
import { trimTrailingSlashes } from '../shared/trim-trailing-slashes.ts';
import { performCall, type TraceAttempt, type Upstream } from './call.ts';
import { CALL_LIMITS, callSettings } from './call-settings.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type ConnectionOptions, ConnectionPool } from './connection-pool.ts';
import { publishCallEnd } from './diagnostics.ts';
import { createStatusError, toUpstreamError, UpstreamError } from './errors.ts';
import { cached, type DataVersions, deduplicated, ReadCache } from './read-cache.ts';
import { type CallTarget, encodeRequest, type RestCaller } from './request.ts';
import { limitFreshness } from './response.ts';
import { createMethodsFactory, type RestMethods } from './rest-methods.ts';
import type { RetryOptions } from './retry.ts';

/** Options of the client. Times are in milliseconds. What is not set has the default of its setting. */
export interface RestOptions
  extends Partial<Omit<z.output<typeof callSettings>, 'extensions'>>,
    Partial<Readonly<typeof CALL_LIMITS>>,
    RetryOptions,
    ConnectionOptions {
  /** Base URL, without the /v1 of the paths. A path prefix is kept. */
  readonly url: string;
  /** Resources whose extensions the upstream has, as in the setting `UPSTREAM_EXTENSIONS`. Default `none`. */
  readonly extensions?: 'all' | 'none' | readonly Extension[];
  /** Whether calls are rejected while the upstream is down. Default: true. */
  readonly circuitBreaker?: boolean;
  /** Maximum number of queued calls. Default four times `calls`. */
  readonly waitingCalls?: number;
  /** The same for slow endpoints. Default twice `slowCalls`. */
  readonly waitingSlowCalls?: number;
  /** Traces each attempt of a call. Default: nothing is traced. */
  readonly traceAttempt?: TraceAttempt | undefined;
  /** Versions of what is cached, if processes share credentials. Default: only this process makes writes. */
  readonly versions?: DataVersions | undefined;
}

/** A client of one upstream, shared by all requests of a process. */
export interface RestClient {
  /** Returns the endpoints for one caller. No state is kept between callers. */
  for(caller: RestCaller): RestMethods;
  /**
   * Whether the upstream supports an endpoint; for a resource, the endpoint of one record. Other calls throw
   * NotSupportedError.
   */
  supports(name: EndpointName | ResourceName): boolean;
  /** Whether the circuit breaker rejects the calls of all callers. */
  isDown(): boolean;
  /** Whether the queue is full, so that new calls are rejected. */
  isSaturated(): boolean;
  /** Returns the number of active and queued calls. Uploads have separate slots. */
  concurrency(): Readonly<Record<'calls' | 'uploads', Concurrency>>;
  /** Waits for active calls, then closes all connections. */
  close(): Promise<void>;
}

/** Returns a caller for calls that neither its request nor a policy ends. */
const identify = ({ credential, requestId, subject }: RestCaller): RestCaller => ({
  credential,
  requestId,
  subject,
});

/** Milliseconds for which a mint waits for what the upstream shows about sessions. */
const QUESTION_TIMEOUT = 2_000;

const endpoints: Readonly<Partial<Record<string, Endpoint>>> = api;

/** @throws TypeError if it is not the URL of an HTTP server: a missing variable of the environment is an empty text. */
function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new TypeError('The option url of createRestClient must be an absolute http or https URL.');
}

/** Reads the option as the setting. @throws ZodError for a name of no extension. */
const readExtensions = (extensions: RestOptions['extensions']) =>
  callSettings.shape.extensions.parse(extensions?.toString() || 'none');

/**
 * Creates a client of the upstream at `options.url`. Connections are opened when first needed.
 * @throws ZodError if `options.extensions` has a name of no extension.
 */
export function createRestClient(options: RestOptions): RestClient {
  const { origin, pathname } = readUrl(options.url);
  const prefix = trimTrailingSlashes(pathname);
  const extensions = readExtensions(options.extensions);
  const settings = { ...CALL_LIMITS, ...getDefaults(callSettings), ...options };
  const { calls, slowCalls, maxResponseBytes } = settings;
  const connections = new ConnectionPool({ ...options, origin, maxBytes: maxResponseBytes });

  const upstream: Upstream = {
    origin,
    connections,
    breaker: options.circuitBreaker === false ? undefined : new CircuitBreaker(),
    retries: options,
    traceAttempt: options.traceAttempt,
    maxResponseBytes,
    ordinary: {
      limit: new ConcurrencyLimit({
        maxActive: calls,
        maxWaiting: options.waitingCalls ?? 4 * calls,
      }),
      queueTimeout: settings.queueTimeout,
      timeout: settings.timeout,
    },
    slow: {
      limit: new ConcurrencyLimit({
        maxActive: slowCalls,
        maxWaiting: options.waitingSlowCalls ?? 2 * slowCalls,
      }),
      queueTimeout: settings.slowQueueTimeout,
      timeout: settings.slowTimeout,
    },
  };
  const cache = new ReadCache(settings.cacheSeconds, options.versions);
  const make = cached(
    cache,
    deduplicated((call) => performCall(upstream, call)),
  );

  /** Encodes a call and makes it, and tells the caller and the diagnostics how it ended. */
  const perform = async (target: CallTarget, input: CallRequest, caller: RestCaller) => {
    const { endpoint, name, reservedIds } = target;
    // The path would be that of another endpoint, also in a router that ignores case.
    if (reservedIds.has(input.params?.id?.toLowerCase() ?? ''))
      throw createStatusError(name, 404, { message: 'Not found.' });
    caller.onCall?.(name);
    try {
      const request = encodeRequest(target, input, prefix, caller);
      const { value, freshSeconds, requestId } = await make({ target, request, caller });
      caller.onFreshness?.(limitFreshness(endpoint, freshSeconds));
      publishCallEnd(target, input, { requestId, value });
      return { value, requestId };
    } catch (error) {
      // A record that does not exist yet may exist soon.
      caller.onFreshness?.(limitFreshness(endpoint, undefined));
      const failure = toUpstreamError(error, name, maxResponseBytes);
      publishCallEnd(target, input, { requestId: failure.requestId, error: failure });
      throw failure;
    }
  };

  const isSupported = ({ extension }: Endpoint) =>
    extension === undefined || extensions.some((name) => name === extension);

  const createMethods: (caller: RestCaller) => RestMethods = createMethodsFactory(
    enforce({
      send: perform,
      hadNoEffect: (error) => error instanceof UpstreamError && error.hadNoEffect,
      detach: (caller) => ({
        ...identify(caller),
        until: caller.until,
        onCall: (call) => caller.onCall?.(call),
      }),
      readSessions: (caller) =>
        isSupported(api.sessions)
          ? () =>
              createMethods({ ...identify(caller), until: performance.now() + QUESTION_TIMEOUT })
          : undefined,
    }),
    isSupported,
  );

  return {
    for: createMethods,
    supports: (name) => {
      const endpoint = endpoints[name];
      return endpoint !== undefined && isSupported(endpoint);
    },
    isDown: () => upstream.breaker?.isOpen ?? false,
    isSaturated: () => upstream.ordinary.limit.isFull,
    concurrency: () => ({
      calls: upstream.ordinary.limit.concurrency,
      uploads: upstream.slow.limit.concurrency,
    }),
    close: () => connections.close(),
  };
}
