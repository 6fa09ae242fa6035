import { z } from 'zod';
import { findNextPage } from '../contract/page.ts';
import type { Allowed } from '../policy/decision.ts';
import { publishDecision } from '../policy/diagnostics.ts';
import type { Grant } from '../policy/grant.ts';
import type { CallRequest, Requirement, Visibility } from '../policy/verdict.ts';
import { authorize, giveBackLimits, takeLimits } from './authorize.ts';
import type { CallTarget } from './call-options.ts';
import { AbsentError } from './policy-errors.ts';
import type { MethodCall, RestCaller, RestMethods } from './rest-methods.ts';

type Call = (target: CallTarget, input: CallRequest, caller: RestCaller) => Promise<unknown>;

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
async function requireVisible(
  { call, id }: Requirement,
  grant: Grant | undefined,
  methods: RestMethods,
) {
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
function show(value: unknown, allowed: Allowed, { target, input, methods }: MethodCall): unknown {
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

/** The fields of a session that show its mint and its end. */
interface SessionRecord {
  readonly clientLabel?: unknown;
  readonly endTime?: unknown;
}

const hasEnded = ({ endTime }: SessionRecord) => endTime !== null && endTime !== undefined;

/** Releases the limits of sessions that have ended, as far as the response of a call shows this. */
function releaseEnded(value: unknown, required: unknown, { target, caller }: MethodCall): void {
  const { grant, limits } = caller;
  if (!grant?.policy.hasLeases || target.endpoint.tag !== 'Sessions' || !limits) return;
  const sessions = [Page.safeParse(value).data?.data ?? value].flat().filter(isObject);
  const stopped = target.endpoint.operation === 'stop' && isObject(required) ? [required] : [];
  const ended = [...sessions.filter(hasEnded), ...stopped].flatMap(
    ({ clientLabel }: SessionRecord) => grant.policy.findMint(clientLabel) ?? [],
  );
  // Nothing waits for this: a lease also expires by itself.
  if (ended.length > 0) limits.release(ended).catch(() => undefined);
}

/** Asks the policy. Returns undefined for a list of what does not exist for the caller. */
function authorizeCall({ target, input, caller }: MethodCall): Allowed | undefined {
  try {
    return authorize(caller.grant, target.key, input, target.name);
  } catch (error) {
    if (error instanceof AbsentError && target.endpoint.emptyResponse !== undefined)
      return undefined;
    throw error;
  }
}

async function callGoverned(call: Call, made: MethodCall): Promise<unknown> {
  const { target, input, caller, methods } = made;
  const { key, name } = target;
  const allowed = made.allowed ?? authorizeCall(made);
  if (!allowed) return target.endpoint.read(target.endpoint.emptyResponse).data;
  if (allowed.name !== key || allowed.grant !== caller.grant)
    throw new Error('The permission is for another call.');
  const { requires, grant } = allowed;
  const required = requires && (await requireVisible(requires, grant, methods));
  const taken = await takeLimits(caller.limits, allowed, name);
  try {
    const value = await call(target, allowed.complete(input), caller);
    releaseEnded(value, required, made);
    return show(value, allowed, made);
  } catch (error) {
    if (taken) await giveBackLimits(caller.limits, taken, error);
    throw error;
  }
}

/**
 * Returns a call that the policy governs: asked before anything else, with the terms of a mint, and without what does not
 * exist for the caller.
 */
export const govern =
  (call: Call) =>
  (made: MethodCall): Promise<unknown> => {
    const { target, input, caller, allowed } = made;
    // Without a policy, nothing is refused, limited or hidden, and no state is kept during the call.
    const isGoverned = caller.grant !== undefined || allowed?.grant !== undefined;
    return isGoverned ? callGoverned(call, made) : call(target, input, caller);
  };
