import { z } from 'zod';
import { api, contracts, type EndpointName } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { findNextPage } from '../contract/page.ts';
import type { Allowed } from '../policy/decision.ts';
import { publishDecision } from '../policy/diagnostics.ts';
import { findEndedMints, findMint } from '../policy/ended-sessions.ts';
import type { CallRequest, Visibility } from '../policy/verdict.ts';
import { authorize, withLimits } from './authorize.ts';
import type { CallTarget } from './call-options.ts';
import { NotSupportedError } from './errors.ts';
import { AbsentError } from './policy-errors.ts';
import type { RestCaller, RestMethods } from './rest-methods.ts';

type Call = (target: CallTarget, input: CallRequest, caller: RestCaller) => Promise<unknown>;

/** A call by one caller, and that caller's other methods. */
interface Asked {
  readonly target: CallTarget;
  readonly input: CallRequest;
  readonly caller: RestCaller;
  readonly methods: RestMethods;
  /** Permission for a request that has changed since the client made it. */
  readonly allowed?: Allowed | undefined;
}

/** The visible records that a caller's methods have read, by endpoint and id. */
const seen = new WeakMap<RestMethods, Map<string, object>>();

const findSeen = (methods: RestMethods, name: string, id: string) =>
  seen.get(methods)?.get(`${name} ${id}`);

function remember(
  methods: RestMethods,
  { name }: Allowed,
  { params }: CallRequest,
  record: object,
) {
  const known = seen.get(methods) ?? new Map<string, object>();
  seen.set(methods, known.set(`${name} ${params?.id}`, record));
}

/** Checks that the record that a call is about exists for the caller, and returns it. @throws AbsentError */
async function requireVisible({ requires, grant }: Allowed, methods: RestMethods) {
  if (!requires) return undefined;
  const { call, id } = requires;
  const read = async (): Promise<unknown> =>
    findSeen(methods, call, id) ?? methods[call]({ params: { id } });
  return grant?.policy.isMeasured ? read().catch(() => undefined) : read();
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const Page = z.looseObject({ data: z.array(z.custom<object>(isObject)), meta: z.looseObject({}) });

/** Returns a page without the records that do not exist for the caller, and without totals, which would count them. */
function showPage(page: z.output<typeof Page>, { isVisible }: Visibility, input: CallRequest) {
  const { page: number = 1, perPage = page.data.length } = input.query ?? {};
  const next = findNextPage(page, { page: Number(number), perPage: Number(perPage) });
  return { data: page.data.filter(isVisible), meta: { next } };
}

/** Returns what a caller sees of a response. @throws AbsentError if it is a record that does not exist for the caller. */
function show(value: unknown, allowed: Allowed, { target, input, methods }: Asked): unknown {
  const { visible, grant, name } = allowed;
  if (!visible || !grant) return value;
  const { isMeasured } = grant.policy;
  const page = target.endpoint.operation === 'list' ? Page.safeParse(value).data : undefined;
  const isComplete = page
    ? page.data.every(visible.isVisible)
    : isObject(value) && visible.isVisible(value);
  if (!isComplete && (isMeasured || !page))
    publishDecision(grant, name, input, { outcome: 'absent', rule: visible.rule });
  if (isMeasured) return value;
  if (page) return showPage(page, visible, input);
  if (!isComplete || !isObject(value)) throw new AbsentError(target.name);
  remember(methods, allowed, input, value);
  return value;
}

/** Frees what sessions held that have ended, as far as the response of a call shows it. */
function releaseEnded(value: unknown, required: unknown, { target, caller }: Asked): void {
  const { grant, limits } = caller;
  if (!grant?.policy.hasLeases || target.endpoint.tag !== 'Sessions' || !limits) return;
  const sessions = [Page.safeParse(value).data?.data ?? value].flat().filter(isObject);
  const stopped = target.endpoint.operation === 'stop' && isObject(required) ? [required] : [];
  const ended = [
    ...findEndedMints(grant.policy, sessions),
    ...stopped.flatMap((session) => findMint(grant.policy, session) ?? []),
  ];
  // Nobody waits for it: a lease ends by itself, too.
  if (ended.length > 0) limits.release(ended).catch(() => undefined);
}

/** Asks the policy. Returns undefined for a list of what does not exist for the caller. */
function authorizeCall({ target, input, caller }: Asked): Allowed | undefined {
  try {
    return authorize(caller.grant, target.key, input, target.name);
  } catch (error) {
    if (error instanceof AbsentError && target.endpoint.emptyResponse !== undefined)
      return undefined;
    throw error;
  }
}

async function callGoverned(call: Call, asked: Asked): Promise<unknown> {
  const { target, input, caller, methods } = asked;
  const { key, name } = target;
  const allowed = asked.allowed ?? authorizeCall(asked);
  if (!allowed) return target.endpoint.response.parse(target.endpoint.emptyResponse);
  if (allowed.name !== key || allowed.grant !== caller.grant)
    throw new Error('The permission is for another call.');
  const required = await requireVisible(allowed, methods);
  const sent = allowed.complete(input);
  const value = await withLimits(caller.limits, allowed, name, () => call(target, sent, caller));
  releaseEnded(value, required, asked);
  return show(value, allowed, asked);
}

/**
 * Returns a call that the policy governs: asked before anything else, with the terms of a mint, and without what does not
 * exist for the caller.
 */
export const govern =
  (call: Call) =>
  (asked: Asked): Promise<unknown> => {
    const { target, input, caller, allowed } = asked;
    // Without a policy, nothing is refused, limited or hidden, and no state of it waits for the upstream.
    const isGoverned = caller.grant !== undefined || allowed?.grant !== undefined;
    return isGoverned ? callGoverned(call, asked) : call(target, input, caller);
  };

const NO_INPUT: CallRequest = {};

const isEndpointName = (key: string): key is EndpointName => Object.hasOwn(api, key);

/** Creates a factory of methods. The methods are on a prototype, so that a caller costs an object with one field. */
export function createMethodsFactory(
  perform: ReturnType<typeof govern>,
  isSupported: (endpoint: Endpoint) => boolean,
): (caller: RestCaller) => RestMethods {
  class Methods {
    readonly #caller: RestCaller;

    constructor(caller: RestCaller) {
      this.#caller = caller;
    }

    static {
      for (const { feature, endpoints } of contracts) {
        for (const [key, endpoint] of Object.entries(endpoints)) {
          const { method, path, extension } = endpoint;
          if (!isEndpointName(key)) continue;
          const target = { key, endpoint, name: `${method} ${path}`, feature };
          const value =
            extension === undefined || isSupported(endpoint)
              ? function (this: Methods, input: CallRequest = NO_INPUT, allowed?: Allowed) {
                  const methods = this as unknown as RestMethods;
                  return perform({ target, input, caller: this.#caller, methods, allowed });
                }
              : () => Promise.reject(new NotSupportedError(target.name, extension));
          Object.defineProperty(Methods.prototype, key, { value });
        }
      }
    }
  }
  // The one place where the table of endpoints becomes typed methods: each result matches its endpoint's schema.
  return (caller) => new Methods(caller) as unknown as RestMethods;
}
