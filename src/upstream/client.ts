import type { z } from 'zod';
import { api, type EndpointName, type Extension, type ResourceName } from '../contract/api.ts';
import { type Endpoint, isTokenEndpoint, PERSONAL } from '../contract/resource.ts';
import { enforce } from '../policy/enforce.ts';
import type { CallRequest } from '../policy/verdict.ts';
import { type Concurrency, ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import { getDefaults } from '../shared/settings/setting.ts';
import { SingleFlight } from '../shared/single-flight.ts';
import { trimTrailingSlashes } from '../shared/trim-trailing-slashes.ts';
import { Versions } from '../shared/versions.ts';
import { limitFreshness } from './cache-freshness.ts';
import { type CallTarget, performCall, type TraceAttempt, type Upstream } from './call.ts';
import { CALL_LIMITS, callSettings } from './call-settings.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { ConnectionGroups, type ConnectionOptions, openConnections } from './connection-pool.ts';
import type { Credential } from './credential.ts';
import { publishCallEnd, reads } from './diagnostics.ts';
import { createNotFoundError, toUpstreamError, UpstreamError } from './errors.ts';
import { isInCatalog, ReadCache } from './read-cache.ts';
import { askIfModified, encodeRequest, type WireRequest } from './request.ts';
import type { CallResult } from './response.ts';
import { createMethodsFactory, type RestCaller, type RestMethods } from './rest-methods.ts';
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
  /** Called with the id of the credential, by `getCredentialId`, after a write and before its result is returned. */
  readonly onChange?: ((credentialId: string) => Promise<void>) | undefined;
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
  /** Returns the version of a credential's data. Each write with the credential changes it. */
  getVersion(credential: Credential | undefined): number;
  /** Gives the data of a credential, by `getCredentialId`, a new version, after a write by another process. */
  readonly invalidate: (credentialId: string) => void;
  /** Whether the circuit breaker rejects the calls of all callers. */
  isDown(): boolean;
  /** Whether the queue is full, so that new calls are rejected. */
  isSaturated(): boolean;
  /** Returns the number of active and queued calls. Uploads have separate slots. */
  concurrency(): Readonly<Record<'calls' | 'uploads', Concurrency>>;
  /** Waits for active calls, then closes all connections. */
  close(): Promise<void>;
}

/** Returns the id of a credential; an empty string for none. */
export const getCredentialId = (credential: Credential | undefined): string =>
  credential?.fingerprint() ?? '';

const endpoints: Readonly<Partial<Record<string, Endpoint>>> = api;

/** Returns the name of the version of a credential's catalog, of which reads are cached. */
const nameCatalog = (credentialId: string) => `${credentialId} catalog`;

/** Makes a call whose request is encoded. */
type MakeCall = (
  target: CallTarget,
  request: WireRequest,
  caller: RestCaller,
) => Promise<CallResult>;

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
  const connections = new ConnectionGroups(() =>
    openConnections(origin, maxResponseBytes, options),
  );

  const upstream: Upstream = {
    origin,
    connections,
    breaker: options.circuitBreaker === false ? undefined : new CircuitBreaker(),
    retries: options,
    traceAttempt: options.traceAttempt,
    maxResponseBytes,
  };
  const ordinary = {
    limit: new ConcurrencyLimit({
      maxActive: calls,
      maxWaiting: options.waitingCalls ?? 4 * calls,
    }),
    queueTimeout: settings.queueTimeout,
    timeout: settings.timeout,
  };
  const slow = {
    limit: new ConcurrencyLimit({
      maxActive: slowCalls,
      maxWaiting: options.waitingSlowCalls ?? 2 * slowCalls,
    }),
    queueTimeout: settings.slowQueueTimeout,
    timeout: settings.slowTimeout,
  };

  const makeCall: MakeCall = (target, request, caller) => {
    const { credential, signal, subject, until = Number.POSITIVE_INFINITY } = caller;
    const slots = target.endpoint.slow ? slow : ordinary;
    const deadline = { signal, until: Math.min(until, performance.now() + slots.timeout) };
    const timeoutPhase = deadline.until === until ? 'OPERATION' : 'RESPONSE';
    return performCall(upstream, {
      target,
      request,
      credential,
      subject,
      slots,
      deadline,
      timeoutPhase,
    });
  };

  const activeReads = new SingleFlight<CallResult>();
  const versions = new Versions();
  const cache = new ReadCache();

  /** Makes a call for a read. Identical concurrent reads of callers with one credential share it. */
  const readNow: MakeCall = (target, request, caller) => {
    const credentialId = getCredentialId(caller.credential);
    const key = `${credentialId} ${versions.get(credentialId)} ${target.key} ${request.path}`;
    let isShared = true;
    const result = activeReads.run(key, caller, () => {
      isShared = false;
      reads.publish({ isShared });
      return makeCall(target, request, caller);
    });
    // Only known at the end: if the leader aborts, a follower makes the call itself.
    return isShared ? result.finally(() => isShared && reads.publish({ isShared })) : result;
  };

  /** Returns the cached response to a read, or makes a call, in which the upstream may confirm an older response. */
  const read: MakeCall = (target, request, caller) => {
    const { cacheSeconds: maxAge = 0, credential } = caller;
    const { endpoint } = target;
    if (maxAge <= 0 || !isInCatalog(endpoint) || endpoint.maxAge === PERSONAL)
      return readNow(target, request, caller);
    const credentialId = getCredentialId(credential);
    const cacheable = {
      endpoint,
      credentialId,
      // Two endpoints can have one path, and their responses have different schemas.
      request: `${target.key} ${request.path}`,
      version: versions.latest,
      hasChanged: (version: number) => versions.get(nameCatalog(credentialId)) > version,
      maxAge,
    };
    const found = cache.find(cacheable);
    if (found) {
      reads.publish({ isShared: true });
      return Promise.resolve(found);
    }
    const earlier = cache.findConfirmable(cacheable);
    const asked = earlier ? askIfModified(request, earlier) : request;
    return readNow(target, asked, caller).then((result) => cache.add(cacheable, result));
  };

  /** Makes a write. It invalidates reads that started before its end. */
  const write: MakeCall = async (target, request, caller) => {
    const credentialId = getCredentialId(caller.credential);
    const noteWrite = () => {
      versions.increment(credentialId);
      if (isInCatalog(target.endpoint)) versions.increment(nameCatalog(credentialId));
    };
    noteWrite();
    try {
      return await makeCall(target, request, caller);
    } finally {
      noteWrite();
      if (options.onChange) await options.onChange(credentialId);
    }
  };

  const isSupported = ({ extension }: Endpoint) =>
    extension === undefined || extensions.some((name) => name === extension);

  /** Makes a call with a credential, using the caches, shared reads and versions of that credential. */
  const perform = (target: CallTarget, input: CallRequest, caller: RestCaller) => {
    const { endpoint } = target;
    const request = encodeRequest(target, input, prefix, caller);
    if (isTokenEndpoint(endpoint) || endpoint.isSafe) return makeCall(target, request, caller);
    const make = endpoint.method === 'GET' ? read : write;
    return make(target, request, caller);
  };

  const createMethods = createMethodsFactory(
    enforce({
      hadNoEffect: (error) => error instanceof UpstreamError && error.hadNoEffect,
      send: async (target: CallTarget, input: CallRequest, caller: RestCaller) => {
        const { endpoint, name, reservedIds } = target;
        // The path would be that of another endpoint, also in a router that ignores case.
        if (reservedIds.has(input.params?.id?.toLowerCase() ?? '')) throw createNotFoundError(name);
        caller.onCall?.(name);
        try {
          const result = await perform(target, input, caller);
          const { value, freshSeconds, cacheSeconds, requestId } = result;
          caller.onFreshness?.(limitFreshness(endpoint, freshSeconds), cacheSeconds);
          publishCallEnd(target, input, { requestId, value });
          return { value, requestId };
        } catch (error) {
          // A record that does not exist yet may exist soon.
          caller.onFreshness?.(limitFreshness(endpoint, undefined));
          const { signal } = caller;
          const failure = toUpstreamError(error, {
            call: name,
            signal,
            maxResponseBytes,
            phase: 'OPERATION',
          });
          publishCallEnd(target, input, { requestId: failure.requestId, error: failure });
          throw failure;
        }
      },
    }),
    isSupported,
  );

  return {
    for: (caller) => createMethods(caller),
    supports: (name) => {
      const endpoint = endpoints[name];
      return endpoint !== undefined && isSupported(endpoint);
    },
    getVersion: (credential) => versions.get(getCredentialId(credential)),
    invalidate: (credentialId) => {
      versions.increment(credentialId);
      versions.increment(nameCatalog(credentialId));
    },
    isDown: () => upstream.breaker?.isOpen ?? false,
    isSaturated: () => ordinary.limit.isFull,
    concurrency: () => ({
      calls: ordinary.limit.concurrency,
      uploads: slow.limit.concurrency,
    }),
    close: () => connections.close(),
  };
}
