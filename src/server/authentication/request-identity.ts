import { type Caller, getIdentity } from '../../graphql/authorization/caller.ts';
import type { AbortSignalLike } from '../../shared/abort-signal-like.ts';
import type { Waiters } from '../../shared/single-flight.ts';
import { getCredentialId, type RestCaller, type RestClient } from '../../upstream/client.ts';
import type { Credential } from '../../upstream/credential.ts';
import { TooManyCallsError } from '../../upstream/errors.ts';
import { Freshness } from '../caching/freshness.ts';
import type { CacheIdentity } from '../caching/response-cache.ts';
import { FastPathRequest } from '../fast-path/request.ts';

/** What a request's identity consists of. */
interface RequestIdentityOptions {
  readonly client: RestClient;
  readonly caller: Caller;
  readonly request: Request;
  /** Deadline of the operation, on the clock of `performance.now()`. */
  readonly until: number;
  /** Maximum number of upstream calls. */
  readonly maxCalls: number;
}

/**
 * The identity of one request, for the REST client and for the response cache. The cache key contains everything by which
 * two responses may differ: the upstream credential, the caller and its scopes, and the version of the credential's data.
 */
export class RequestIdentity implements RestCaller, CacheIdentity {
  readonly until: number;
  readonly freshness: Freshness = new Freshness();
  waiters: Waiters | undefined = undefined;
  readonly #caller: Caller;
  readonly #client: RestClient;
  readonly #request: Request;
  readonly #maxCalls: number;
  #calls = 0;
  #tooManyCalls: TooManyCallsError | undefined;

  constructor({ client, caller, request, until, maxCalls }: RequestIdentityOptions) {
    this.until = until;
    this.#caller = caller;
    this.#client = client;
    this.#request = request;
    this.#maxCalls = maxCalls;
  }

  get credential(): Credential | undefined {
    return this.#caller.credential;
  }

  get subject(): string | undefined {
    return this.#caller.id;
  }

  get signal(): AbortSignalLike {
    const request = this.#request;
    return request instanceof FastPathRequest ? request.disconnectSignal : request.signal;
  }

  get cacheKey(): string {
    return `${this.identity} ${this.#client.getVersion(this.credential)}`;
  }

  get identity(): string {
    return getIdentity(this.#caller);
  }

  get credentialId(): string {
    return getCredentialId(this.credential);
  }

  invalidate(): void {
    this.#client.invalidate(this.credential);
  }

  /** @throws TooManyCallsError beyond the operation's limit. */
  onCall(call: string): void {
    this.#calls += 1;
    if (this.#calls <= this.#maxCalls) return;
    // One for all further calls: thousands would each need a stack trace.
    this.#tooManyCalls ??= new TooManyCallsError(call, this.#maxCalls);
    throw this.#tooManyCalls;
  }

  onFreshness(seconds: number | undefined): void {
    this.freshness.add(seconds);
  }
}
