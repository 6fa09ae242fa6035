import { z } from 'zod';
import type { EndpointName } from '../contract/api.ts';
import { findNextPage } from '../contract/page.ts';
import { type Endpoint, isTokenEndpoint } from '../contract/resource.ts';
import type { AbortSignalLike } from '../shared/abort-signal-like.ts';
import { decide } from './decision.ts';
import { type DecisionEvent, decisions, listIds } from './diagnostics.ts';
import type { Grant } from './grant.ts';
import { isLimited, type LimitStore, LimitsUnavailableError, type Shortage } from './limits.ts';
import { addTerms } from './mint.ts';
import { describeLimit, type MintTerms } from './mint-terms.ts';
import { createAbsentError, RefusedError } from './refused-error.ts';
import type { CallRequest, Requirement, Visibility } from './verdict.ts';

interface Target {
  /** Name of the endpoint in the contract. */
  readonly key: EndpointName;
  readonly endpoint: Endpoint;
  /** Method and path template. */
  readonly name: string;
}

/** Whom a policy concerns. */
export interface GovernedCaller {
  /** What the policy grants to the caller. Default: there is no policy, and everything is allowed. */
  readonly grant?: Grant | undefined;
  /** Counters of the policy. Without them, nothing that they limit is minted. */
  readonly limits?: LimitStore | undefined;
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignalLike | undefined;
}

type ReadRecord = (request: { readonly params: { readonly id: string } }) => Promise<object>;

/** The reads that show whether a record exists for a caller. They are governed themselves. */
type Reads = { readonly [Name in Requirement['call']]: ReadRecord };

/** Returns the request to send, if it differs from the one that the client made. */
export type Complete = () => CallRequest | Promise<CallRequest>;

interface GovernedCall<CallTarget, Caller> {
  readonly target: CallTarget;
  readonly caller: Caller;
  /** The request as the client made it: the policy decides about it. */
  readonly input: CallRequest;
  readonly complete?: Complete | undefined;
  readonly methods: Reads;
}

/** What a call returned, and the id by which the upstream knows it. */
interface Sent {
  readonly value: unknown;
  readonly requestId?: string | undefined;
}

/** The call around which a policy is enforced. */
interface Upstream<CallTarget, Caller> {
  readonly send: (target: CallTarget, request: CallRequest, caller: Caller) => Promise<Sent>;
  /** Whether the upstream did nothing because of a call that failed. */
  readonly hadNoEffect: (error: unknown) => boolean;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The visible records that a caller's methods have read, by endpoint and id. */
const seen = new WeakMap<Reads, Map<string, object>>();

/** Checks that the record that a call is about exists for the caller, and returns it. @throws RefusedError */
const requireVisible = async ({ call, id }: Requirement, methods: Reads): Promise<object> =>
  seen.get(methods)?.get(`${call} ${id}`) ?? methods[call]({ params: { id } });

const Page = z.looseObject({ data: z.array(z.custom<object>(isObject)), meta: z.looseObject({}) });

/** Returns a page without the records that do not exist for the caller, and without totals, which would count them. */
function showPage(
  page: z.output<typeof Page>,
  { isVisible }: Visibility,
  { query }: CallRequest,
): object {
  const { page: number = 1, perPage = page.data.length } = query ?? {};
  const next = findNextPage(page, { page: Number(number), perPage: Number(perPage) });
  return { data: page.data.filter(isVisible), meta: { next } };
}

/** Reserves the limits of a mint before its call is made: all of them, or none. */
async function takeLimits(
  limits: LimitStore | undefined,
  mint: MintTerms,
  call: string,
): Promise<Shortage | undefined> {
  try {
    // Without counters, no limited session tokens are created.
    if (!limits) throw new LimitsUnavailableError();
    return await limits.take(mint, Date.now());
  } catch (cause) {
    const message =
      'The limits cannot be checked now. The request was not processed. Try again later.';
    throw new RefusedError({ call, code: 'OVERLOADED', message, retryAfterSeconds: 5 }, { cause });
  }
}

/** The fields of a session that show its mint and its end. */
interface SessionRecord {
  readonly clientLabel?: unknown;
  readonly endTime?: unknown;
}

const hasEnded = ({ endTime }: SessionRecord) => endTime !== null && endTime !== undefined;

/** Releases the limits of sessions that have ended, as far as the response of a call shows this. */
function releaseEnded(
  value: unknown,
  required: object | undefined,
  { tag, operation }: Endpoint,
  { policy }: Grant,
  limits: LimitStore | undefined,
): void {
  if (!policy.hasLeases || tag !== 'Sessions' || !limits) return;
  const sessions = [Page.safeParse(value).data?.data ?? value].flat().filter(isObject);
  const stopped = operation === 'stop' && required ? [required] : [];
  const ended = [...sessions.filter(hasEnded), ...stopped].flatMap(
    ({ clientLabel }: SessionRecord) => policy.findMint(clientLabel) ?? [],
  );
  // Nothing waits for this: a lease also expires by itself.
  if (ended.length > 0) limits.release(ended).catch(() => undefined);
}

/** Returns the id of a record that a call created. */
function findCreated({ endpoint }: Target, value: unknown) {
  const { method, isSafe = method === 'GET' } = endpoint;
  const id: unknown = isSafe || isTokenEndpoint(endpoint) ? undefined : Object(value).id;
  return typeof id === 'string' ? id : undefined;
}

/** Returns the code of an error, also if it has it as an error of GraphQL. */
function getCode(error: unknown): string {
  const { code, extensions } = Object(error);
  const found: unknown = code ?? Object(extensions).code;
  return typeof found === 'string' ? found : 'INTERNAL';
}

/** One call of a caller whom a policy concerns, from the decision to its event. */
class EnforcedCall<CallTarget extends Target, Caller extends GovernedCaller> {
  readonly #call: GovernedCall<CallTarget, Caller>;
  readonly #grant: Grant;
  #decision: Pick<DecisionEvent, 'decision' | 'rule'> = { decision: 'allowed' };
  #mint: MintTerms | undefined;
  #created: string | undefined;
  #requestId: string | undefined;

  constructor(call: GovernedCall<CallTarget, Caller>, grant: Grant) {
    this.#call = call;
    this.#grant = grant;
  }

  async run(upstream: Upstream<CallTarget, Caller>): Promise<unknown> {
    let outcome = 'OK';
    try {
      return await this.#perform(upstream);
    } catch (error) {
      const isRefused = error instanceof RefusedError;
      const isGone = !isRefused && this.#call.caller.signal?.aborted;
      outcome = isGone ? 'CLIENT_DISCONNECTED' : getCode(error);
      throw error;
    } finally {
      this.#publish(outcome);
    }
  }

  async #perform(upstream: Upstream<CallTarget, Caller>): Promise<unknown> {
    const { target, caller, input, complete, methods } = this.#call;
    const { endpoint, key, name } = target;
    const verdict = decide(this.#grant, key, input, Date.now());
    if (verdict.outcome === 'refused') {
      this.#refuse(verdict.outcome, verdict.rule);
      const { rule, message } = verdict;
      throw new RefusedError({ call: name, code: 'FORBIDDEN', message, reason: 'policy', rule });
    }
    if (verdict.outcome === 'absent') {
      this.#refuse(verdict.outcome, verdict.rule);
      if (endpoint.emptyResponse === undefined) throw createAbsentError(name);
      return endpoint.read(endpoint.emptyResponse).data;
    }
    const { mint, requires, visible } = verdict;
    this.#mint = mint;
    const required = requires && (await requireVisible(requires, methods));
    const request = complete ? await complete() : input;
    if (mint) await this.#count(mint);
    const value = await this.#send(upstream, mint ? addTerms(request, mint) : request);
    releaseEnded(value, required, endpoint, this.#grant, caller.limits);
    this.#created = findCreated(target, value);
    return visible ? this.#show(value, visible) : value;
  }

  async #count(mint: MintTerms): Promise<void> {
    if (!isLimited(mint)) return;
    const { target, caller } = this.#call;
    const { role } = this.#grant;
    const shortage = await takeLimits(caller.limits, mint, target.name);
    if (!shortage) return;
    const { charge, resetsAt } = shortage;
    const isConcurrent = charge === undefined;
    const limit = isConcurrent ? undefined : role?.mint?.limits[charge];
    const rule = `roles.${role?.name}.mint.${isConcurrent ? 'concurrent' : `limits[${charge}]`}`;
    this.#refuse('limited', rule);
    throw new RefusedError({
      call: target.name,
      code: 'RATE_LIMITED',
      message: `${describeLimit(limit, mint)} Retry after ${new Date(resetsAt).toISOString()}.`,
      reason: isConcurrent ? 'concurrent_limit' : undefined,
      rule,
      resetsAt,
      retryAfterSeconds: Math.max(1, Math.ceil((resetsAt - Date.now()) / 1000)),
    });
  }

  async #send(upstream: Upstream<CallTarget, Caller>, request: CallRequest): Promise<unknown> {
    const { target, caller } = this.#call;
    try {
      const { value, requestId } = await upstream.send(target, request, caller);
      this.#requestId = requestId;
      return value;
    } catch (error) {
      this.#requestId = Object(error).requestId;
      // If the counters are unavailable, they keep the charge.
      if (this.#mint && isLimited(this.#mint) && upstream.hadNoEffect(error))
        await caller.limits?.giveBack(this.#mint).catch(() => undefined);
      throw error;
    }
  }

  /** Returns what the caller sees of a response. @throws RefusedError for a record that does not exist for it. */
  #show(value: unknown, visible: Visibility): unknown {
    const { target, input, methods } = this.#call;
    const page = target.endpoint.operation === 'list' ? Page.safeParse(value).data : undefined;
    if (page) return showPage(page, visible, input);
    if (!isObject(value) || !visible.isVisible(value)) {
      this.#refuse('absent', visible.rule);
      throw createAbsentError(target.name);
    }
    const known = seen.get(methods) ?? new Map<string, object>();
    seen.set(methods, known.set(`${target.key} ${input.params?.id}`, value));
    return value;
  }

  #refuse(decision: 'refused' | 'absent' | 'limited', rule: string) {
    this.#decision = { decision, rule };
  }

  #publish(outcome: string) {
    const { target, input } = this.#call;
    const ids = listIds(input);
    const isCreated = this.#created !== undefined && !Object.values(ids).includes(this.#created);
    decisions.publish({
      grant: this.#grant,
      subject: target.key,
      ...this.#decision,
      outcome: this.#decision.decision === 'absent' ? 'NOT_FOUND' : outcome,
      ids: isCreated ? { ...ids, created: String(this.#created) } : ids,
      mint: this.#mint,
      upstreamRequestId: this.#requestId,
    });
  }
}

/**
 * Returns a call that a policy governs, around the upstream's: it is decided, completed, counted, sent and settled; what does not
 * exist for the caller is left out; and one event says what was decided and how it ended.
 */
export const enforce =
  <CallTarget extends Target, Caller extends GovernedCaller>(
    upstream: Upstream<CallTarget, Caller>,
  ) =>
  (call: GovernedCall<CallTarget, Caller>): Promise<unknown> => {
    const { target, caller, input, complete } = call;
    if (caller.grant) return new EnforcedCall(call, caller.grant).run(upstream);
    const { send } = upstream;
    // Nothing keeps the client's input during the call.
    const sent = complete
      ? Promise.resolve(complete()).then((request) => send(target, request, caller))
      : send(target, input, caller);
    return sent.then(({ value }) => value);
  };
