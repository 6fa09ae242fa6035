import type { EndpointName } from '../contract/api.ts';
import { isJsonObject } from '../contract/record.ts';
import { type Endpoint, isTokenEndpoint } from '../contract/resource.ts';
import type { AbortSignalLike } from '../shared/abort-signal-like.ts';
import { type DecisionEvent, decisions, listIds } from './diagnostics.ts';
import type { Grant } from './grant.ts';
import { GuestMint, joinGuests } from './guest-mints.ts';
import { LimitedMint } from './limited-mint.ts';
import { type LimitStore, LimitsUnavailableError } from './limits.ts';
import { addTerms } from './mint.ts';
import { isLimited, type MintTerms, type Shortage } from './mint-terms.ts';
import {
  createAbsentError,
  createLimitError,
  createOverload,
  RefusedError,
} from './refused-error.ts';
import { decide } from './rules.ts';
import {
  noteSeen,
  type OnRepeated,
  type SessionReads,
  type SessionRecord,
} from './sessions-of-mints.ts';
import type { CallRequest, Requirement, Visibility } from './verdict.ts';
import { isObject, readPage, showPage } from './visibility.ts';

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
  /** The credential of its calls, as far as it is needed to compare them. */
  readonly credential?: { fingerprint(): string } | undefined;
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignalLike | undefined;
}

type ReadRecord = (request: { readonly params: { readonly id: string } }) => Promise<object>;

/** The reads that show whether a record exists for a caller. They are governed themselves. */
type Reads = { readonly [Name in Requirement['call']]: ReadRecord };

/** Returns the request to send, if it differs from the one that the client made. */
export type Complete = () => CallRequest | Promise<CallRequest>;

/** A call by one caller, and that caller's other methods. */
export interface GovernedCall<CallTarget, Caller, Methods extends Reads = Reads> {
  readonly target: CallTarget;
  readonly caller: Caller;
  /** The request as the client made it: the policy decides about it. */
  readonly input: CallRequest;
  readonly complete?: Complete | undefined;
  readonly methods: Methods;
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
  /** Returns the same caller for a call that its disconnect does not abort. */
  readonly detach: (caller: Caller) => Caller;
  /** Returns the sessions of the caller's account, past caches and policy; undefined if the upstream has none. */
  readonly readSessions: (caller: Caller) => (() => SessionReads) | undefined;
}

/** The visible records that a caller's methods have read, by endpoint and id. */
const seen = new WeakMap<Reads, Map<string, object>>();

/** Checks that the record that a call is about exists for the caller, and returns it. @throws RefusedError */
const requireVisible = async ({ call, id }: Requirement, methods: Reads): Promise<object> =>
  seen.get(methods)?.get(`${call} ${id}`) ?? methods[call]({ params: { id } });

/** Notes what a response shows about the sessions of mints, before it is sent. */
async function noteSessions(
  value: unknown,
  { tag }: Endpoint,
  { policy }: Grant,
  limits: LimitStore | undefined,
  onRepeated: OnRepeated,
): Promise<void> {
  if (tag !== 'Sessions' || !limits) return;
  const shown: SessionRecord[] = [readPage(value)?.data ?? value].flat().filter(isObject);
  const byMint = Map.groupBy(shown, ({ clientLabel }) => policy.findMint(clientLabel) ?? '');
  byMint.delete('');
  // Without the counters, the response is the same.
  if (byMint.size === 0) return;
  await noteSeen(limits, byMint, onRepeated, policy.sharedHolder).catch(() => undefined);
}

/** Returns the id of a record that a call created. */
function findCreated({ endpoint }: Target, value: unknown) {
  const id: unknown = endpoint.isSafe || isTokenEndpoint(endpoint) ? undefined : Object(value).id;
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
  readonly #upstream: Upstream<CallTarget, Caller>;
  readonly #call: GovernedCall<CallTarget, Caller>;
  readonly #grant: Grant;
  #decision: Pick<DecisionEvent, 'decision' | 'rule'> = { decision: 'allowed' };
  #outcome = 'OK';
  #mint: DecisionEvent['mint'];
  #created: string | undefined;
  #requestId: string | undefined;

  constructor(
    upstream: Upstream<CallTarget, Caller>,
    call: GovernedCall<CallTarget, Caller>,
    grant: Grant,
  ) {
    this.#upstream = upstream;
    this.#call = call;
    this.#grant = grant;
  }

  async run(): Promise<unknown> {
    try {
      return await this.#perform();
    } catch (error) {
      const isRefused = error instanceof RefusedError;
      const isGone = !isRefused && this.#call.caller.signal?.aborted;
      this.#outcome = isGone ? 'CLIENT_DISCONNECTED' : getCode(error);
      throw error;
    } finally {
      this.#publish();
    }
  }

  async #perform(): Promise<unknown> {
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
    if (requires) await requireVisible(requires, methods);
    const request = complete ? await complete() : input;
    const value = mint
      ? await this.#mintWithin(mint, addTerms(request, mint))
      : await this.#send(request, caller);
    await noteSessions(value, endpoint, this.#grant, caller.limits, this.#onRepeated);
    this.#created = findCreated(target, value);
    return visible ? this.#show(value, visible) : value;
  }

  /** Mints within the limits of the caller, or gives it a token again that it has not used. */
  async #mintWithin(terms: MintTerms, request: CallRequest): Promise<unknown> {
    const upstream = this.#upstream;
    const { target, caller, input } = this.#call;
    const detached = upstream.detach(caller);
    const ofGuests = joinGuests(terms, this.#grant);
    if (!isLimited(terms) && !ofGuests) return this.#send(request, detached);
    // Without counters, no limited session tokens are created.
    if (!caller.limits) throw createOverload(target.name);
    const isToken = isTokenEndpoint(target.endpoint);
    const context = {
      store: caller.limits,
      terms,
      request,
      isToken,
      credentialId: caller.credential?.fingerprint(),
      readSessions: upstream.readSessions(caller),
      onRepeated: this.#onRepeated,
    };
    const mint = ofGuests ? new GuestMint(context, ofGuests) : new LimitedMint(context);
    const begun = await mint.begin(input.unusable).catch((cause) => {
      throw cause instanceof LimitsUnavailableError ? createOverload(target.name, cause) : cause;
    });
    if (begun.next === 'refuse') throw this.#refuseLimited(begun.terms, begun.shortage);
    if (begun.next === 'wait') throw this.#refuseLimited(terms);
    if (begun.next === 'reuse') {
      this.#mint = { id: begun.id, seconds: terms.seconds };
      this.#outcome = 'REUSED';
      return target.endpoint.read(begun.response).data;
    }
    try {
      const value = await this.#send(request, detached);
      const { record } = Object(value);
      // Without the counters, the token is not given again.
      if (isToken && isJsonObject(record)) await mint.keep(record).catch(() => undefined);
      return value;
    } catch (error) {
      // A token that has not arrived starts nothing, but a meeting may. If the counters are unavailable, they keep it.
      if (isToken || upstream.hadNoEffect(error)) await mint.giveBack().catch(() => undefined);
      throw error;
    }
  }

  /** @param shortage undefined if another mint of the subject takes too long. */
  #refuseLimited(terms: MintTerms, shortage?: Shortage): RefusedError {
    const error = createLimitError(this.#call.target.name, this.#grant, terms, shortage);
    this.#refuse('limited', error.rule ?? '');
    return error;
  }

  async #send(request: CallRequest, caller: Caller): Promise<unknown> {
    try {
      const { value, requestId } = await this.#upstream.send(this.#call.target, request, caller);
      this.#requestId = requestId;
      return value;
    } catch (error) {
      this.#requestId = Object(error).requestId;
      throw error;
    }
  }

  /** Returns what the caller sees of a response. @throws RefusedError for a record that does not exist for it. */
  #show(value: unknown, visible: Visibility): unknown {
    const { target, input, methods } = this.#call;
    const page = target.endpoint.operation === 'list' ? readPage(value) : undefined;
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

  readonly #onRepeated: OnRepeated = (mint) => {
    const subject: EndpointName = 'createSessionToken';
    const outcome = 'SEVERAL_SESSIONS';
    decisions.publish({ grant: this.#grant, subject, decision: 'allowed', outcome, ids: {}, mint });
  };

  #publish() {
    const { target, input } = this.#call;
    const ids = listIds(input);
    const isCreated = this.#created !== undefined && !Object.values(ids).includes(this.#created);
    decisions.publish({
      grant: this.#grant,
      subject: target.key,
      ...this.#decision,
      outcome: this.#decision.decision === 'absent' ? 'NOT_FOUND' : this.#outcome,
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
    if (caller.grant) return new EnforcedCall(upstream, call, caller.grant).run();
    const { send } = upstream;
    // Nothing keeps the client's input during the call.
    const sent = complete
      ? Promise.resolve(complete()).then((request) => send(target, request, caller))
      : send(target, input, caller);
    return sent.then(({ value }) => value);
  };
