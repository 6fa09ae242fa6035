import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import { type Caller, getIdentity } from '../graphql/authorization/caller.ts';
import type { GraphContext } from '../graphql/context.ts';
import type { AbortSignalLike } from '../shared/abort-signal-like.ts';
import { readRequestId } from '../shared/request-id.ts';
import type { SpooledFiles } from '../shared/spool.ts';
import { getCredentialId, type RestCaller, type RestClient } from '../upstream/client.ts';
import type { Credential } from '../upstream/credential.ts';
import { TooManyCallsError } from '../upstream/errors.ts';
import { ANONYMOUS } from './authentication/authenticate.ts';
import { Freshness } from './caching/freshness.ts';
import { ClientDisconnectSignal } from './http/client-disconnect-signal.ts';
import type { ToolCall } from './mcp/tools.ts';

/** What the contexts of all requests of a server share. */
export interface RequestContextOptions {
  readonly rest: RestClient;
  /** Returns the client address of a request. */
  readonly getAddress: (request: IncomingMessage) => string;
  /** Maximum number of upstream calls of an operation. */
  readonly maxCalls: number;
  /** Yoga's own part of the server context. */
  readonly waitUntil: (promise: Promise<void> | void) => void;
}

/**
 * What the server knows of one request. It is created when the request arrives. Plugins receive it from Yoga as
 * `serverContext`, and as the context of the operation, which Yoga extends by that of the resolvers. A request has one
 * operation, because batches are not supported.
 *
 * It is also the caller of the REST client, and identifies whose responses the request may share.
 */
export class RequestContext implements RestCaller {
  /** The request and its response, as node:http passes them. */
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly waitUntil: RequestContextOptions['waitUntil'];
  /** The valid `x-request-id` of the request, or a new id. */
  readonly requestId: string;
  /** Whether the request is a message of the Model Context Protocol. */
  readonly isMcpMessage: boolean;
  /** Set by authentication; until then without any permission. */
  caller: Caller = ANONYMOUS;
  /** Deadline of the operation, on the clock of `performance.now()`. Set when it starts: an upload takes long to arrive. */
  until: number | undefined = undefined;
  /** How long the data behind the response stays fresh. */
  readonly freshness: Freshness = new Freshness();
  /** The uploaded files, until they are removed. */
  files: SpooledFiles | undefined = undefined;
  /** A document of an automatic persisted query that is registered once it is valid. */
  unregisteredDocument: { readonly hash: string; readonly document: string } | undefined =
    undefined;
  /** The call of a tool of the Model Context Protocol, whose document no client can choose. */
  toolCall: ToolCall | undefined = undefined;
  /** Whether the response came from the response cache; undefined if it was not looked up. */
  cacheStatus: 'hit' | 'miss' | undefined = undefined;
  /** Seconds for which the client may cache the response; undefined if no operation was requested by GET. */
  maxAge: number | undefined = undefined;
  readonly #options: RequestContextOptions;
  #address: string | undefined;
  #signal: AbortSignalLike | undefined;
  #calls = 0;
  #tooManyCalls: TooManyCallsError | undefined;

  constructor(
    options: RequestContextOptions,
    request: IncomingMessage,
    response: ServerResponse,
    isMcpMessage: boolean,
  ) {
    this.req = request;
    this.res = response;
    this.waitUntil = options.waitUntil;
    this.requestId = readRequestId(request.headers['x-request-id']);
    this.isMcpMessage = isMcpMessage;
    this.#options = options;
  }

  /** The client's address. */
  get address(): string {
    this.#address ??= this.#options.getAddress(this.req);
    return this.#address;
  }

  /** Aborts if the client disconnects before the response is complete. Cheaper than the signal of a Request. */
  get signal(): AbortSignalLike {
    this.#signal ??= new ClientDisconnectSignal(this.res);
    return this.#signal;
  }

  get credential(): Credential | undefined {
    return this.caller.credential;
  }

  get subject(): string | undefined {
    return this.caller.id;
  }

  /** An opaque name of the credential. All requests with the credential see each other's changes. */
  get credentialId(): string {
    return getCredentialId(this.credential);
  }

  /**
   * Everything by which two responses may differ, except the version of the data: the credential, the caller and its
   * scopes. Equal in all processes that share responses.
   */
  get identity(): string {
    return getIdentity(this.caller);
  }

  /** The identity with the version of the credential's data. Requests with the same key may share a response. */
  get cacheKey(): string {
    return `${this.identity} ${this.#options.rest.getVersion(this.credential)}`;
  }

  /**
   * Called when the credential has changed data in another process. Later requests must not join flights that started
   * before.
   */
  invalidate(): void {
    this.#options.rest.invalidate(this.credential);
  }

  /** @throws TooManyCallsError beyond the operation's limit. */
  onCall(call: string): void {
    const { maxCalls } = this.#options;
    this.#calls += 1;
    if (this.#calls <= maxCalls) return;
    // One for all further calls: thousands would each need a stack trace.
    this.#tooManyCalls ??= new TooManyCallsError(call, maxCalls);
    throw this.#tooManyCalls;
  }

  onFreshness(seconds: number | undefined): void {
    this.freshness.add(seconds);
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
