import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Plugin } from 'graphql-yoga';
import { ANONYMOUS, applyPolicy, type Caller } from '../graphql/authorization/caller.ts';
import type { GraphContext } from '../graphql/context.ts';
import type { Grant } from '../policy/grant.ts';
import type { LimitStore } from '../policy/limits.ts';
import type { Policy } from '../policy/policy.ts';
import type { AbortSignalLike } from '../shared/abort-signal-like.ts';
import { getNetwork } from '../shared/address-network.ts';
import { readRequestId } from '../shared/request-id.ts';
import type { Credential } from '../upstream/credential.ts';
import { UpstreamError } from '../upstream/errors.ts';
import type { RestCaller } from '../upstream/request.ts';

/** What a server needs for guests. */
interface GuestParts {
  /** Audience of their tokens: the URL of the API. */
  readonly audience: string;
  /** Counters of their tokens. Visitors cannot fill those of mints, unless both are in Redis. */
  readonly limits: LimitStore;
}

/** The current policy of a server, which a reload replaces, and its counters, which a reload keeps. */
export interface ActivePolicy {
  readonly current: Policy;
  readonly limits: LimitStore;
  /** What guests need. Without it, there are none. */
  readonly guests?: GuestParts | undefined;
}

/** What the contexts of all requests of a server share. */
export interface ServerContext {
  /** Maximum number of upstream calls of an operation. */
  readonly maxCalls: number;
  readonly policy: ActivePolicy | undefined;
  readonly getAddress: (request: IncomingMessage | Request, fetchContext?: object) => string;
  readonly waitUntil: WaitUntil;
}

/** Yoga's own part of the server context. */
export type WaitUntil = (promise: Promise<void> | void) => void;

/**
 * What the server knows of one request. It is created when the request arrives. Plugins receive it from Yoga as
 * `serverContext`, and as the context of the operation, which Yoga extends by that of the resolvers. A request has one
 * operation, because batches are not supported.
 *
 * It is also the caller of the REST client. It has no `#private` properties, because Yoga's `handleRequest` copies it.
 */
export abstract class RequestContext implements RestCaller {
  /** The request and its response, as node:http passes them; undefined if the request came to `fetch`. */
  readonly req: IncomingMessage | undefined = undefined;
  readonly res: ServerResponse | undefined = undefined;
  /** What was passed to `fetch` besides the request. */
  readonly fetchContext: object | undefined = undefined;
  readonly waitUntil: WaitUntil;
  /** Its valid `x-request-id`, or a new id. */
  readonly requestId: string;
  /** Its `Host`, or that of the URL of a Request. Undefined if it came by HTTP/1.0 without one. */
  abstract readonly host: string | undefined;
  /** Aborts when the client disconnects or the response is complete. */
  abstract readonly signal: AbortSignalLike;
  /**
   * Deadline of the operation, on the clock of `performance.now()`. Set when it starts: an upload takes long to arrive.
   */
  until: number | undefined = undefined;
  /**
   * Until when all data of the response is fresh, on the clock of `performance.now()`, by the `Cache-Control` of every
   * upstream call; undefined before the first call.
   */
  freshUntil: number | undefined = undefined;
  /** Whether a client may keep the response, possibly only with revalidation. */
  isStorable = true;
  /** Removes the uploaded files, until it has been called. */
  releaseFiles: (() => Promise<void>) | undefined = undefined;
  /** Whether it is a query, which may use cached reads. */
  usesCache = false;
  /** The result as clients see it; undefined for a request that is no operation. */
  outcome: { readonly codes: readonly string[]; readonly hasData: boolean } | undefined = undefined;
  readonly policy: ActivePolicy | undefined;
  readonly limits: LimitStore | undefined;
  /** Those of the caller. */
  credential: Credential | undefined;
  grant: Grant | undefined;
  subject: string | undefined;
  protected readonly server: ServerContext;
  private authenticatedCaller: Caller = ANONYMOUS;
  private calls = 0;
  private tooManyCalls: UpstreamError | undefined = undefined;

  constructor(server: ServerContext, requestId: string | string[] | null | undefined) {
    this.server = server;
    this.waitUntil = server.waitUntil;
    this.policy = server.policy;
    this.limits = server.policy?.limits;
    this.requestId = readRequestId(requestId);
    this.caller = ANONYMOUS;
  }

  /** The body as it arrives. An error if the client disconnects first. */
  abstract get body(): Readable;

  abstract get clientAddress(): string;

  /** The address as limits count it: the network of an IPv6 address. */
  get address(): string {
    return getNetwork(this.clientAddress);
  }

  /** Set by authentication. Before that, it has no permissions. */
  get caller(): Caller {
    return this.authenticatedCaller;
  }

  /** The policy at that time applies to the whole request. */
  set caller(caller: Caller) {
    const policy = this.server.policy?.current;
    const applied = policy ? applyPolicy(caller, policy) : caller;
    this.authenticatedCaller = applied;
    this.credential = applied.credential;
    this.grant = applied.grant;
    this.subject = applied.id;
  }

  /** @throws UpstreamError OPERATION_TOO_LARGE beyond the operation's limit. */
  onCall(call: string): void {
    const { maxCalls } = this.server;
    this.calls += 1;
    if (this.calls <= maxCalls) return;
    // One error for all further calls: thousands of errors would each need a stack trace.
    this.tooManyCalls ??= new UpstreamError('tooManyCalls', call, {
      message: `The operation makes more than ${maxCalls} upstream calls, the limit of the setting MAX_OPERATION_COST.`,
    });
    throw this.tooManyCalls;
  }

  /** Adds a call. `seconds` is undefined if the upstream sent no `Cache-Control`, or the call failed. */
  onFreshness(seconds: number | undefined): void {
    const until = seconds === undefined ? 0 : performance.now() + seconds * 1000;
    this.freshUntil = Math.min(this.freshUntil ?? until, until);
    if (seconds !== undefined && seconds <= 0) this.isStorable = false;
  }
}

/**
 * A plugin of this server, with its own properties in `Context` if it adds some. Without the hooks that receive other
 * plugins, so that plugins with different contexts fit into one list.
 */
export type ServerPlugin<Context extends RequestContext = RequestContext> = Omit<
  Plugin<Context & GraphContext, Context>,
  'onPluginInit' | 'instrumentation'
>;
