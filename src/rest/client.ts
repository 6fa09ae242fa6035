import { Pool, errors as undici } from 'undici';
import { type Api, api, type EndpointName } from '../contract/api.ts';
import type { Endpoint, RequestOf, ResponseOf } from '../contract/endpoint.ts';
import { Epochs } from '../sharing/epochs.ts';
import type { Leaving } from '../sharing/leaving.ts';
import { SingleFlight } from '../sharing/single-flight.ts';
import type { Credential } from './credential.ts';
import {
  AbortedError,
  ConnectionError,
  ResponseTooLargeError,
  RestError,
  TimeoutError,
} from './errors.ts';
import { exchange } from './exchange.ts';
import { freshSeconds } from './freshness.ts';
import { tellAttempt, tellRead } from './observed.ts';
import type { Patience } from './patience.ts';
import { type CallParts, type WireRequest, wireRequest } from './request.ts';
import { createResilience, type ResilienceOptions } from './resilience.ts';
import { readResponse } from './response.ts';

/** Where the upstream is and how long its answers may take. Times are milliseconds. */
export interface RestOptions extends ResilienceOptions {
  /** Base address, without the /v1 of the paths; a path prefix is kept. */
  readonly url: string;
  /** Time to a connection. Default 5,000. */
  readonly connectTimeout?: number;
  /** Time from request to whole answer, repeated attempts and the waits before them included. Default 30,000. */
  readonly timeout?: number;
  /** The same for endpoints that the contract calls slow. Default 180,000. */
  readonly slowTimeout?: number;
  /** Largest answer held. Default 8 MiB. */
  readonly maxResponseBytes?: number;
  /** Told whose credential has changed something, by `nameOf`, before the change is answered. */
  readonly onChange?: (whose: string) => Promise<void>;
}

/** On whose behalf calls are made, and until when. */
export interface Caller {
  readonly credential?: Credential | undefined;
  /** Gives up every call that is under way: as a timeout if that is the signal's reason. */
  readonly signal?: Leaving | undefined;
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
  for(caller: Caller): RestMethods;
  /** Changes whenever this credential has changed something here: what was read in one epoch is old in the next. */
  epochOf(credential: Credential | undefined): number;
  /** Begins a new epoch of a credential, because it has changed something elsewhere. */
  noteChange(credential: Credential | undefined): void;
  /** Whether the upstream is down, as far as calls have shown: further ones fail at once. */
  isDown(): boolean;
  /** Whether so many calls wait already that further ones are refused. */
  isSaturated(): boolean;
  /** Lets calls under way finish, then closes every connection. */
  close(): Promise<void>;
}

const isTimeout = (error: unknown) =>
  error instanceof DOMException && error.name === 'TimeoutError';

const failure = (
  call: string,
  error: unknown,
  signal: Leaving | undefined,
  maxBytes: number,
): RestError => {
  if (error instanceof RestError) return error;
  if (signal?.aborted) {
    return isTimeout(signal.reason) ? new TimeoutError(call, error) : new AbortedError(call, error);
  }
  if (error instanceof undici.ResponseExceededMaxSizeError) {
    return new ResponseTooLargeError(call, maxBytes);
  }
  const timedOut =
    error instanceof undici.ConnectTimeoutError ||
    error instanceof undici.HeadersTimeoutError ||
    error instanceof undici.BodyTimeoutError ||
    isTimeout(error);
  return timedOut ? new TimeoutError(call, error) : new ConnectionError(call, error);
};

/** Nothing that is read changes by a token, and no token is for two, though one endpoint makes them by GET. */
const isMint = ({ tag }: Endpoint) => tag === 'Session tokens';

/** A name for whoever has a credential, or has none. */
export const nameOf = (credential: Credential | undefined): string =>
  credential?.fingerprint() ?? '';

type Perform = (
  endpoint: Endpoint,
  call: string,
  parts: CallParts,
  caller: Caller,
) => Promise<unknown>;

const NO_PARTS: CallParts = {};

/** The methods of the table of endpoints, made once for all callers; each caller's are an object of one field. */
function methodsOf(perform: Perform) {
  class Methods {
    readonly #caller: Caller;

    constructor(caller: Caller) {
      this.#caller = caller;
    }

    static {
      for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
        const call = `${endpoint.method} ${endpoint.path}`;
        const method = function (this: Methods, parts: CallParts = NO_PARTS) {
          return perform(endpoint, call, parts, this.#caller);
        };
        Object.defineProperty(Methods.prototype, name, { value: method });
      }
    }
  }
  return {
    // The one place where the table of endpoints becomes typed methods: each answers by its endpoint's schema.
    of: (caller: Caller) => new Methods(caller) as unknown as RestMethods,
  };
}

/** Opens a client of the upstream at `options.url`; connections are made when first needed. */
export function createRestClient(options: RestOptions): RestClient {
  const { origin, pathname } = new URL(options.url);
  const prefix = pathname.replace(/\/+$/, '');
  const { timeout = 30_000, slowTimeout = 180_000, maxResponseBytes = 8 * 1024 * 1024 } = options;
  const pool = new Pool(origin, {
    connectTimeout: options.connectTimeout ?? 5_000,
    maxResponseSize: maxResponseBytes,
  });

  const resilience = createResilience(options);

  /** Makes one attempt of a call: all calls of all callers come through here. */
  const attempt = async (
    endpoint: Endpoint,
    call: string,
    request: WireRequest,
    { credential, signal }: Caller,
    patience: Patience,
  ) => {
    try {
      const { headers, uploadBytes } = request;
      const begin = performance.now();
      const told = { origin, call, begin, headers, uploadBytes, status: undefined };
      const response = await tellAttempt(told, () => exchange(pool, request, patience));
      const answer = readResponse(endpoint, call, response, credential);
      return { answer, fresh: freshSeconds(response.headers) };
    } catch (error) {
      throw failure(call, error, signal, maxResponseBytes);
    }
  };

  /** Makes a call, in as many attempts as that takes and is safe. */
  const carry = (endpoint: Endpoint, call: string, request: WireRequest, caller: Caller) => {
    const { signal, until = Number.POSITIVE_INFINITY } = caller;
    const limit = endpoint.slow ? slowTimeout : timeout;
    const patience = { signal, until: Math.min(until, performance.now() + limit) };
    return resilience.run({ name: call, endpoint, patience }, () =>
      attempt(endpoint, call, request, caller, patience),
    );
  };

  const flights = new SingleFlight<Awaited<ReturnType<typeof carry>>>();
  const epochs = new Epochs();

  /** The same, with identical reads of one credential that are under way at the same time done once. */
  const share = async (endpoint: Endpoint, call: string, parts: CallParts, caller: Caller) => {
    const request = wireRequest(endpoint, parts, prefix, caller.credential);
    if (isMint(endpoint)) return carry(endpoint, call, request, caller);
    const whose = nameOf(caller.credential);
    if (endpoint.method === 'GET') {
      const key = `${whose} ${epochs.of(whose)} ${request.path}`;
      let isShared = true;
      try {
        return await flights.of(key, caller, () => {
          isShared = false;
          return carry(endpoint, call, request, caller);
        });
      } finally {
        // Only now is it known: who follows another may still have to do it for themselves.
        tellRead({ isShared });
      }
    }
    epochs.advance(whose);
    try {
      return await carry(endpoint, call, request, caller);
    } finally {
      epochs.advance(whose);
      if (options.onChange) await options.onChange(whose);
    }
  };

  const methods = methodsOf(async (endpoint, call, parts, caller) => {
    try {
      const { answer, fresh } = await share(endpoint, call, parts, caller);
      caller.onFreshness?.(fresh);
      return answer;
    } catch (error) {
      throw failure(call, error, caller.signal, maxResponseBytes);
    }
  });

  return {
    for: (caller) => methods.of(caller),
    epochOf: (credential) => epochs.of(nameOf(credential)),
    noteChange: (credential) => epochs.advance(nameOf(credential)),
    isDown: resilience.isDown,
    isSaturated: resilience.isSaturated,
    close: () => pool.close(),
  };
}
