import { Pool, errors as undici } from 'undici';
import { type Api, api, type EndpointName } from '../contract/api.ts';
import type { Endpoint, RequestOf, ResponseOf } from '../contract/endpoint.ts';
import type { Credential } from './credential.ts';
import {
  AbortedError,
  ConnectionError,
  ResponseTooLargeError,
  RestError,
  TimeoutError,
} from './errors.ts';
import { exchange } from './exchange.ts';
import { type CallParts, wireRequest } from './request.ts';
import { readResponse } from './response.ts';

/** Where the upstream is and how long its answers may take. Times are milliseconds. */
export interface RestOptions {
  /** Base address, without the /v1 of the paths; a path prefix is kept. */
  readonly url: string;
  /** Open connections at most; further calls wait. Default 64. */
  readonly connections?: number;
  /** Time to a connection. Default 5,000. */
  readonly connectTimeout?: number;
  /** Time from request to whole answer. Default 30,000. */
  readonly timeout?: number;
  /** The same for endpoints that the contract calls slow. Default 180,000. */
  readonly slowTimeout?: number;
  /** Largest answer held. Default 8 MiB. */
  readonly maxResponseBytes?: number;
}

/** On whose behalf calls are made, and until when. */
interface Caller {
  readonly credential?: Credential | undefined;
  /** Gives up every call that is under way: as a timeout if that is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** When every call must have been answered, on the clock of `performance.now()`. */
  readonly until?: number | undefined;
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
  /** Lets calls under way finish, then closes every connection. */
  close(): Promise<void>;
}

const isTimeout = (error: unknown) =>
  error instanceof DOMException && error.name === 'TimeoutError';

const failure = (call: string, error: unknown, caller: Caller, maxBytes: number): RestError => {
  if (error instanceof RestError) return error;
  if (caller.signal?.aborted) {
    return isTimeout(caller.signal.reason)
      ? new TimeoutError(call, error)
      : new AbortedError(call, error);
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
    connections: options.connections ?? 64,
    connectTimeout: options.connectTimeout ?? 5_000,
    maxResponseSize: maxResponseBytes,
  });

  /** Sends one call and reads its answer: all calls of all callers come through here. */
  const send = async (
    endpoint: Endpoint,
    call: string,
    parts: CallParts,
    { credential, signal, until = Number.POSITIVE_INFINITY }: Caller,
  ) => {
    const limit = endpoint.slow ? slowTimeout : timeout;
    const patience = { timeout: Math.min(limit, until - performance.now()), signal };
    const response = await exchange(
      pool,
      wireRequest(endpoint, parts, prefix, credential),
      patience,
    );
    return readResponse(endpoint, call, response, credential);
  };

  const methods = methodsOf(async (endpoint, call, parts, caller) => {
    try {
      return await send(endpoint, call, parts, caller);
    } catch (error) {
      throw failure(call, error, caller, maxResponseBytes);
    }
  });

  return {
    for: (caller) => methods.of(caller),
    close: () => pool.close(),
  };
}
