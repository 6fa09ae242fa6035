import type { z } from 'zod';
import { type Api, api, contracts, type EndpointName } from '../contract/api.ts';
import type { Endpoint } from '../contract/resource.ts';
import type { Complete, GovernedCall } from '../policy/enforce.ts';
import type { CallRequest } from '../policy/verdict.ts';
import { publishCallEnd } from './diagnostics.ts';
import { createUnsupportedError } from './errors.ts';
import type { CallTarget, RestCaller } from './request.ts';

type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<Name, z.input<Schema>>
  : unknown;

type Body<B> = B extends { json?: infer J; multipart?: infer M }
  ? {
      body: (J extends z.ZodType ? z.input<J> : never) | (M extends z.ZodType ? z.input<M> : never);
    }
  : unknown;

/** The arguments of a call: the `params`, `query` and `body` of the endpoint. */
type RequestOf<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Body<E['body']>;

/** The parsed body of a successful response. */
type ResponseOf<E extends Endpoint> = z.output<E['response']>;

type Method<E extends Endpoint> =
  unknown extends RequestOf<E>
    ? () => Promise<ResponseOf<E>>
    : {
        (request: RequestOf<E>): Promise<ResponseOf<E>>;
        (
          asked: CallRequest,
          complete: () => RequestOf<E> | Promise<RequestOf<E>>,
        ): Promise<ResponseOf<E>>;
      };

/**
 * One method per endpoint, named and typed by the contract. Each throws UpstreamError, or RefusedError of the policy. If
 * the request to send differs from the one that the client made, the policy decides about the latter, `asked`, and then
 * `complete` returns the former.
 */
export type RestMethods = { readonly [Name in EndpointName]: Method<Api[Name]> };

/** Calls an endpoint by name. Its response matches the contract, but TypeScript cannot infer this from a name. */
export const callEndpoint = (rest: RestMethods, name: string, request: object) =>
  (rest as unknown as Readonly<Record<string, (request: object) => Promise<never>>>)[name]?.(
    request,
  ) ?? Promise.reject(new Error(`There is no endpoint ${name}.`));

const NO_INPUT: CallRequest = {};

const isEndpointName = (key: string): key is EndpointName => Object.hasOwn(api, key);

/** Returns the fixed segments of paths in the place of the id of a path, such as `analytics` of `/v1/sessions/{id}`. */
function listReservedIds(path: string): ReadonlySet<string> {
  const [prefix = '', id] = path.split('{id}');
  if (id === undefined) return new Set();
  const others = Object.values<Endpoint>(api).filter((endpoint) =>
    endpoint.path.startsWith(prefix),
  );
  const segments = others.flatMap((endpoint) => endpoint.path.slice(prefix.length).split('/', 1));
  return new Set(segments.filter((segment) => /^\w/.test(segment)));
}

/** What each method calls. */
const TARGETS: readonly CallTarget[] = contracts.flatMap(({ feature, endpoints }) =>
  Object.entries<Endpoint>(endpoints).flatMap(([key, endpoint]) => {
    const { method, path } = endpoint;
    const name = `${method} ${path}`;
    return isEndpointName(key)
      ? [{ key, endpoint, name, feature, reservedIds: listReservedIds(path) }]
      : [];
  }),
);

/** Creates a factory of methods. The methods are on a prototype, so that a caller costs an object with one field. */
export function createMethodsFactory(
  perform: (call: GovernedCall<CallTarget, RestCaller>) => Promise<unknown>,
  isSupported: (endpoint: Endpoint) => boolean,
): (caller: RestCaller) => RestMethods {
  class Methods {
    readonly #caller: RestCaller;

    constructor(caller: RestCaller) {
      this.#caller = caller;
    }

    static {
      for (const target of TARGETS) {
        const { key, endpoint, name } = target;
        const { extension } = endpoint;
        const value =
          extension === undefined || isSupported(endpoint)
            ? function (this: Methods, input: CallRequest = NO_INPUT, complete?: Complete) {
                const methods = this as unknown as RestMethods;
                return perform({ target, input, caller: this.#caller, methods, complete });
              }
            : (input: CallRequest = NO_INPUT) => {
                const error = createUnsupportedError(name, extension);
                publishCallEnd(target, input, { requestId: undefined, error });
                return Promise.reject(error);
              };
        Object.defineProperty(Methods.prototype, key, { value });
      }
    }
  }
  // The one place where the table of endpoints becomes typed methods: each result matches its endpoint's schema.
  return (caller) => new Methods(caller) as unknown as RestMethods;
}
