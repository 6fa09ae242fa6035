import { type Caller, getIdentity } from '../../graphql/authorization/caller.ts';
import type { AbortSignalLike } from '../../shared/abort-signal-like.ts';
import { credentialIdOf, type RestCaller, type RestClient } from '../../upstream/client.ts';
import type { Credential } from '../../upstream/credential.ts';
import type { CacheIdentity } from '../caching/response-cache.ts';
import { FastPathRequest } from '../fast-path/request.ts';

/** What is needed to know on whose behalf one request is served. */
interface Origin {
  readonly client: RestClient;
  readonly caller: Caller;
  readonly request: Request;
  /** When the whole operation must be done, on the clock of `performance.now()`. */
  readonly until: number;
}

/**
 * On whose behalf one request is served: to the REST client the caller of its calls, to the sharing of queries the one
 * who asks. Its name tells apart everything that may make two answers differ: the credential that the upstream sees, who
 * the caller is and what they may, and what the credential had changed so far.
 */
export class RequestIdentity implements RestCaller, CacheIdentity {
  readonly until: number;
  readonly #caller: Caller;
  readonly #client: RestClient;
  readonly #request: Request;
  #fresh: number | undefined;

  constructor({ client, caller, request, until }: Origin) {
    this.until = until;
    this.#caller = caller;
    this.#client = client;
    this.#request = request;
  }

  get credential(): Credential | undefined {
    return this.#caller.credential;
  }

  get party(): string | undefined {
    return this.#caller.id;
  }

  get signal(): AbortSignalLike {
    const request = this.#request;
    return request instanceof FastPathRequest ? request.disconnectSignal : request.signal;
  }

  get cacheKey(): string {
    return `${this.identity} ${this.#client.epochOf(this.credential)}`;
  }

  get identity(): string {
    return getIdentity(this.#caller);
  }

  get credentialId(): string {
    return credentialIdOf(this.credential);
  }

  invalidate(): void {
    this.#client.noteChange(this.credential);
  }

  onFreshness(seconds: number | undefined): void {
    if (seconds !== undefined) this.#fresh = Math.min(this.#fresh ?? seconds, seconds);
  }

  freshSeconds(): number | undefined {
    return this.#fresh;
  }
}
