import { type Caller, identityOf } from '../../graphql/authorization/caller.ts';
import type { Asker } from '../caching/response-cache.ts';
import { LeanRequest } from '../fast-path/request.ts';
import { nameOf, type Caller as RestCaller, type RestClient } from '../../upstream/client.ts';
import type { Credential } from '../../upstream/credential.ts';
import type { Leaving } from '../../shared/abort-signal-like.ts';

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
export class RequestCaller implements RestCaller, Asker {
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

  get signal(): Leaving {
    const request = this.#request;
    return request instanceof LeanRequest ? request.leaving : request.signal;
  }

  get name(): string {
    return `${this.identity} ${this.#client.epochOf(this.credential)}`;
  }

  get identity(): string {
    return identityOf(this.#caller);
  }

  get whose(): string {
    return nameOf(this.credential);
  }

  noteChange(): void {
    this.#client.noteChange(this.credential);
  }

  onFreshness(seconds: number | undefined): void {
    if (seconds !== undefined) this.#fresh = Math.min(this.#fresh ?? seconds, seconds);
  }

  freshSeconds(): number | undefined {
    return this.#fresh;
  }
}
