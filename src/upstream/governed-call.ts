import { z } from 'zod';
import { findNextPage } from '../contract/page.ts';
import type { Allowed } from '../policy/decision.ts';
import { findEndedMints, findMint } from '../policy/ended-sessions.ts';
import type { CallRequest } from '../policy/verdict.ts';
import { authorize, withLimits } from './authorize.ts';
import type { CallTarget } from './call-options.ts';
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

/** Checks that the record that a call is about exists for the caller. @throws AbsentError */
async function requireVisible({ requires }: Allowed, methods: RestMethods): Promise<unknown> {
  if (!requires) return undefined;
  const { call, id } = requires;
  return findSeen(methods, call, id) ?? (await methods[call]({ params: { id } }));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const Page = z.looseObject({ data: z.array(z.custom<object>(isObject)), meta: z.looseObject({}) });

/** Returns what a caller sees of a response: a page without the records that do not exist for it, and their totals. */
function show(value: unknown, allowed: Allowed, { target, input, methods }: Asked): unknown {
  const { isVisible } = allowed;
  if (!isVisible) return value;
  const page = target.endpoint.operation === 'list' ? Page.safeParse(value).data : undefined;
  if (page) {
    const { page: number = 1, perPage = page.data.length } = input.query ?? {};
    const next = findNextPage(page, { page: Number(number), perPage: Number(perPage) });
    return { data: page.data.filter(isVisible), meta: { next } };
  }
  if (!isObject(value) || !isVisible(value)) throw new AbsentError(target.name);
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

/**
 * Returns a call that the policy governs: asked before anything else, with the terms of a mint, and without what does not
 * exist for the caller.
 */
export const govern =
  (call: Call) =>
  async (asked: Asked): Promise<unknown> => {
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
  };
