import { type Api, api, type EndpointName } from '../contract/api.ts';
import type { Endpoint, Extension, RequestOf, ResponseOf } from '../contract/endpoint.ts';
import type { AbortSignalLike } from '../shared/abort-signal-like.ts';
import { SingleFlight } from '../shared/single-flight.ts';
import { TimerWheel } from '../shared/timer-wheel.ts';
import { Versions } from '../shared/versions.ts';
import { type Answer, Call, toRestError, type Upstream } from './call.ts';
import { type BreakerOptions, CircuitBreaker } from './circuit-breaker.ts';
import { type Concurrency, ConcurrencyLimit } from './concurrency-limit.ts';
import { type ConnectionOptions, Connections } from './connections.ts';
import type { Credential } from './credential.ts';
import { publishFailure, publishRead } from './diagnostics.ts';
import { NotSupportedError } from './errors.ts';
import { type CallParts, encodeRequest, type WireRequest } from './request.ts';
import { type RetryOptions, RetryPolicy } from './retry.ts';

/** Where the upstream is and how long its answers may take. Times are milliseconds. */
export interface RestOptions extends RetryOptions, BreakerOptions, ConnectionOptions {
  /** Base address, without the /v1 of the paths; a path prefix is kept. */
  readonly url: string;
  /** Time from request to whole answer, repeated attempts and the waits before them included. Default 30,000. */
  readonly timeout?: number;
  /** The same for endpoints that the contract calls slow. Default 180,000. */
  readonly slowTimeout?: number;
  /** Calls under way at once, at most; each needs a connection, or a stream of one. Default 4,096. */
  readonly calls?: number;
  /** Calls that wait for their turn, at most. Default four times as many. */
  readonly waitingCalls?: number;
  /** Time that a call waits for its turn, at most. Default 5,000. */
  readonly queueTimeout?: number;
  /** The same three for endpoints that the contract calls slow, which so never hold up the others. Default 32, 64 and 60,000. */
  readonly slowCalls?: number;
  readonly waitingSlowCalls?: number;
  readonly slowQueueTimeout?: number;
  /** Largest answer held. Default 8 MiB. */
  readonly maxResponseBytes?: number;
  /** Resources whose extensions the upstream has. Calls of others fail at once. Default: none. */
  readonly extensions?: readonly Extension[] | undefined;
  /** Whether it has GET /v1/personas/{id}, even without the other extensions of personas. Default false. */
  readonly personaById?: boolean | undefined;
  /** Told whose credential has changed something, by `nameOf`, before the change is answered. */
  readonly onChange?: (whose: string) => Promise<void>;
}

/** On whose behalf calls are made, and until when. */
export interface RestCaller {
  readonly credential?: Credential | undefined;
  /** Whose share of the calls under way at once these are. Default: callers are not told apart. */
  readonly party?: string | undefined;
  /** Gives up every call that is under way: as a timeout if that is the signal's reason. */
  readonly signal?: AbortSignalLike | undefined;
  /** When every call must have been answered, on the clock of `performance.now()`. */
  readonly until?: number | undefined;
  /** Told with every answer for how many seconds it stays fresh; undefined where the upstream does not say. */
  readonly onFreshness?: ((seconds: number | undefined) => void) | undefined;
}

type Method<E extends Endpoint> =
  unknown extends RequestOf<E>
    ? () => Promise<ResponseOf<E>>
    : (request: RequestOf<E>) => Promise<ResponseOf<E>>;

/** One method an endpoint, named and typed by the contract. Each throws a RestError when it fails. */
export type RestMethods = { readonly [Name in EndpointName]: Method<Api[Name]> };

/** A client of one upstream, shared by all requests of a process. */
export interface RestClient {
  /** The endpoints, called on behalf of one caller. Nothing is kept from one caller to the next. */
  for(caller: RestCaller): RestMethods;
  /** Whether the upstream is known to have an endpoint. Calls of others throw a NotSupportedError. */
  supports(name: EndpointName): boolean;
  /** Changes whenever this credential has changed something here: what was read in one epoch is old in the next. */
  epochOf(credential: Credential | undefined): number;
  /** Begins a new epoch of a credential, because it has changed something elsewhere. */
  noteChange(credential: Credential | undefined): void;
  /** Whether the upstream is down, as far as calls have shown: further ones fail at once. */
  isDown(): boolean;
  /** Whether so many calls wait already that further ones are refused. */
  isSaturated(): boolean;
  /** How much is under way now; uploads have places of their own. */
  concurrency(): Readonly<Record<'calls' | 'uploads', Concurrency>>;
  /** Lets calls under way finish, then closes every connection. */
  close(): Promise<void>;
}

/** Nothing that is read changes by a token, and no token is for two, though one endpoint makes them by GET. */
const isMint = ({ tag }: Endpoint) => tag === 'Session tokens';

/** A name for whoever has a credential, or has none. */
export const credentialIdOf = (credential: Credential | undefined): string =>
  credential?.fingerprint() ?? '';

type Perform = (
  endpoint: Endpoint,
  call: string,
  parts: CallParts,
  caller: RestCaller,
) => Promise<unknown>;

const NO_PARTS: CallParts = {};

/** Tells which endpoints an upstream has. */
function supportOf({ extensions = [], personaById = false }: RestOptions) {
  return (name: string, { extension }: Endpoint): boolean =>
    extension === undefined ||
    extensions.includes(extension) ||
    (name === 'persona' && personaById);
}

/** The methods of the table of endpoints, made once for all callers; each caller's are an object of one field. */
function methodsOf(perform: Perform, isSupported: ReturnType<typeof supportOf>) {
  class Methods {
    readonly #caller: RestCaller;

    constructor(caller: RestCaller) {
      this.#caller = caller;
    }

    static {
      for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
        const call = `${endpoint.method} ${endpoint.path}`;
        const { extension } = endpoint;
        const method =
          extension === undefined || isSupported(name, endpoint)
            ? function (this: Methods, parts: CallParts = NO_PARTS) {
                return perform(endpoint, call, parts, this.#caller);
              }
            : () => Promise.reject(new NotSupportedError(call, extension));
        Object.defineProperty(Methods.prototype, name, { value: method });
      }
    }
  }
  return {
    // The one place where the table of endpoints becomes typed methods: each answers by its endpoint's schema.
    of: (caller: RestCaller) => new Methods(caller) as unknown as RestMethods,
  };
}

/** Opens a client of the upstream at `options.url`; connections are made when first needed. */
export function createRestClient(options: RestOptions): RestClient {
  const { origin, pathname } = new URL(options.url);
  const prefix = pathname.replace(/\/+$/, '');
  const { timeout = 30_000, slowTimeout = 180_000, maxResponseBytes = 8 * 1024 * 1024 } = options;
  const { calls = 4_096, slowCalls = 32 } = options;
  const connections = new Connections(origin, maxResponseBytes, options);

  const upstream: Upstream = {
    origin,
    connections,
    breaker: new CircuitBreaker(options),
    retry: new RetryPolicy(options),
    timers: new TimerWheel(),
    maxResponseBytes,
  };
  const ordinary = {
    limit: new ConcurrencyLimit({ atOnce: calls, waiting: options.waitingCalls ?? 4 * calls }),
    queueTimeout: options.queueTimeout ?? 5_000,
    timeout,
  };
  const slow = {
    limit: new ConcurrencyLimit({
      atOnce: slowCalls,
      waiting: options.waitingSlowCalls ?? 2 * slowCalls,
    }),
    queueTimeout: options.slowQueueTimeout ?? 60_000,
    timeout: slowTimeout,
  };

  const make = (endpoint: Endpoint, name: string, request: WireRequest, caller: RestCaller) => {
    const { credential, signal, party, until = Number.POSITIVE_INFINITY } = caller;
    const { limit, queueTimeout, timeout } = endpoint.slow ? slow : ordinary;
    const deadline = { signal, until: Math.min(until, performance.now() + timeout) };
    const timeoutPhase = deadline.until === until ? 'operation' : 'response';
    const turn = { limit, queueTimeout, party };
    return Call.make(upstream, {
      endpoint,
      name,
      request,
      credential,
      deadline,
      timeoutPhase,
      turn,
    });
  };

  const flights = new SingleFlight<Answer>();
  const epochs = new Versions();

  /** Identical reads of one credential that are under way at the same time are done once. */
  const read = (endpoint: Endpoint, name: string, request: WireRequest, caller: RestCaller) => {
    const whose = credentialIdOf(caller.credential);
    const key = `${whose} ${epochs.get(whose)} ${request.path}`;
    let isShared = true;
    const answer = flights.run(key, caller, () => {
      isShared = false;
      publishRead({ isShared });
      return make(endpoint, name, request, caller);
    });
    // Only in the end is it known: who follows another may still have to do it for themselves.
    return isShared ? answer.finally(() => isShared && publishRead({ isShared })) : answer;
  };

  /** What a credential read before its change is under way, or done, is old after it. */
  const change = async (
    endpoint: Endpoint,
    name: string,
    request: WireRequest,
    caller: RestCaller,
  ) => {
    const whose = credentialIdOf(caller.credential);
    epochs.increment(whose);
    try {
      return await make(endpoint, name, request, caller);
    } finally {
      epochs.increment(whose);
      if (options.onChange) await options.onChange(whose);
    }
  };

  const isSupported = supportOf(options);
  const methods = methodsOf(async (endpoint, name, parts, caller) => {
    try {
      const request = encodeRequest(endpoint, parts, prefix, caller.credential);
      const perform = isMint(endpoint) ? make : endpoint.method === 'GET' ? read : change;
      const { value, fresh } = await perform(endpoint, name, request, caller);
      caller.onFreshness?.(fresh);
      return value;
    } catch (error) {
      const { signal } = caller;
      const failure = toRestError(error, {
        call: name,
        signal,
        maxResponseBytes,
        phase: 'operation',
      });
      publishFailure({ error: failure });
      throw failure;
    }
  }, isSupported);

  return {
    for: (caller) => methods.of(caller),
    supports: (name) => isSupported(name, api[name]),
    epochOf: (credential) => epochs.get(credentialIdOf(credential)),
    noteChange: (credential) => epochs.increment(credentialIdOf(credential)),
    isDown: () => upstream.breaker.isOpen,
    isSaturated: () => ordinary.limit.isFull,
    concurrency: () => ({
      calls: ordinary.limit.concurrency,
      uploads: slow.limit.concurrency,
    }),
    close: () => connections.close(),
  };
}
