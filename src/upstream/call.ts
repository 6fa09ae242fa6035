import { AsyncResource } from 'node:async_hooks';
import { type Dispatcher, errors as undici } from 'undici';
import type { Endpoint } from '../contract/endpoint.ts';
import type { AbortSignalLike } from '../shared/abort-signal-like.ts';
import { TimerEntry, type TimerWheel } from '../shared/timer-wheel.ts';
import { readMaxAge } from './cache-freshness.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { ConcurrencyLimit, Waiter } from './concurrency-limit.ts';
import type { ConnectionGroup, Connections } from './connections.ts';
import { DecodingError, decode } from './content-decoding.ts';
import type { Credential } from './credential.ts';
import { createTimeoutError, type Deadline, isTimeoutError } from './deadline.ts';
import { type Attempt, publishAttempt, publishAttemptEnd, publishRetry } from './diagnostics.ts';
import {
  AbortedError,
  ConnectionError,
  InvalidResponseError,
  OverloadedError,
  ResponseTooLargeError,
  RestError,
  TimeoutError,
  type TimeoutPhase,
} from './errors.ts';
import type { WireRequest } from './request.ts';
import { readResponse, redactSecret, type WireResponse } from './response.ts';
import type { Backoff, RetryPolicy } from './retry.ts';

/** What all calls of one upstream share. */
export interface Upstream {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly connections: Connections;
  readonly breaker: CircuitBreaker;
  readonly retry: RetryPolicy;
  readonly timers: TimerWheel;
  /** Bytes of a response, at most; the dispatcher holds responses to it. */
  readonly maxResponseBytes: number;
}

/** One call to be made, and on whose behalf. */
export interface CallOptions {
  readonly endpoint: Endpoint;
  /** Method and path template. */
  readonly name: string;
  readonly request: WireRequest;
  readonly credential: Credential | undefined;
  readonly deadline: Deadline;
  /** Whose deadline it is: the call's own, or its operation's. */
  readonly timeoutPhase: TimeoutPhase;
  readonly turn: {
    readonly limit: ConcurrencyLimit;
    /** Milliseconds that it may wait for its turn. */
    readonly queueTimeout: number;
    /** Whose share of the places it takes; undefined where callers are not told apart. */
    readonly party: string | undefined;
  };
}

/** A response that was read by its endpoint's schema. */
export interface Answer {
  readonly value: unknown;
  /** Seconds for which it stays fresh; undefined where the upstream does not say. */
  readonly fresh: number | undefined;
}

/** The text of a body that came in pieces, decoded, and without the byte order mark that some writers put before UTF-8. */
function textOf(chunks: readonly Buffer[], headers: WireResponse['headers'], maxBytes: number) {
  const [first] = chunks;
  const whole = first && chunks.length === 1 ? first : Buffer.concat(chunks);
  const coding = headers['content-encoding'];
  const text = (coding === undefined ? whole : decode(whole, String(coding), maxBytes)).toString();
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** What is known of a call when it fails. */
interface Circumstances {
  /** Method and path template. */
  readonly call: string;
  readonly signal: AbortSignalLike | undefined;
  readonly maxResponseBytes: number;
  /** What it waits for. */
  readonly phase: TimeoutPhase;
}

/** What the dispatcher, or an abort signal, ended a call with, as the error that callers of the client see. */
export function toRestError(
  error: unknown,
  { call, signal, maxResponseBytes, phase }: Circumstances,
): RestError {
  if (error instanceof RestError) return error;
  if (signal?.aborted) {
    return isTimeoutError(signal.reason)
      ? new TimeoutError(call, 'operation', error)
      : new AbortedError(call, error);
  }
  if (error instanceof DecodingError) {
    return new InvalidResponseError(call, 'its content coding cannot be decoded');
  }
  if (error instanceof undici.ConnectTimeoutError) return new TimeoutError(call, 'connect', error);
  if (error instanceof undici.ResponseExceededMaxSizeError) {
    return new ResponseTooLargeError(call, maxResponseBytes);
  }
  const isTimeout =
    error instanceof undici.HeadersTimeoutError ||
    error instanceof undici.BodyTimeoutError ||
    isTimeoutError(error);
  return isTimeout ? new TimeoutError(call, phase, error) : new ConnectionError(call, error);
}

type State = 'new' | 'queued' | 'sent' | 'pausing' | 'over';

/**
 * One call of the upstream, from its place in the queue to its answer: it keeps to its deadline, holds a place of the
 * concurrency limit while an attempt is under way, asks and tells the circuit breaker for each attempt, and repeats what
 * failed where that is safe. It is one object with one promise, and the handler, waiter, listener and timer of itself,
 * because hundreds are under way at a time.
 */
export class Call extends TimerEntry implements Dispatcher.DispatchHandler, Waiter, Attempt {
  readonly origin: string;
  readonly call: string;
  readonly headers: Record<string, string>;
  readonly uploadBytes: number | undefined;
  begin = 0;
  status: number | undefined = undefined;

  readonly #upstream: Upstream;
  readonly #options: CallOptions;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: RestError) => void;
  readonly #chunks: Buffer[] = [];
  #state: State = 'new';
  #attempts = 0;
  #isProbe = false;
  #statusCode = 0;
  #responseHeaders: WireResponse['headers'] = {};
  #controller: Dispatcher.DispatchController | undefined;
  #group: ConnectionGroup | undefined;
  /** The asynchronous context of whoever made the call; undefined while it cannot be needed. */
  #context: AsyncResource | undefined;
  #pause: NodeJS.Timeout | undefined;
  /** The wait before the latest attempt. */
  #backoff: Backoff | undefined;

  private constructor(
    upstream: Upstream,
    options: CallOptions,
    resolve: (answer: Answer) => void,
    reject: (error: RestError) => void,
  ) {
    super(options.deadline.until);
    this.origin = upstream.origin;
    this.call = options.name;
    this.headers = options.request.headers;
    this.uploadBytes = options.request.uploadBytes;
    this.#upstream = upstream;
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /**
   * Makes a call.
   * @throws RestError of the last attempt; OverloadedError or CircuitOpenError where none was made.
   */
  static make(upstream: Upstream, options: CallOptions): Promise<Answer> {
    return new Promise((resolve, reject) => {
      new Call(upstream, options, resolve, reject).#start();
    });
  }

  get party(): string | undefined {
    return this.#options.turn.party;
  }

  #start() {
    const { signal, until } = this.#options.deadline;
    if (signal?.aborted) return this.#fail(signal.reason);
    if (performance.now() >= until) return this.#fail(createTimeoutError());
    signal?.addEventListener('abort', this);
    this.#upstream.timers.add(this);
    this.#acquire();
  }

  /** Takes a place and sends the request, or waits for a place. */
  #acquire() {
    const { deadline, turn } = this.#options;
    const { limit, party, queueTimeout } = turn;
    if (limit.tryAcquire(party)) return this.#send();
    try {
      limit.enqueue(this, this.call);
    } catch (error) {
      return this.#fail(error);
    }
    this.#state = 'queued';
    this.#context ??= new AsyncResource('Call');
    this.#expireAt(Math.min(deadline.until, performance.now() + queueTimeout));
  }

  #expireAt(time: number) {
    this.#upstream.timers.delete(this);
    this.expiresAt = time;
    this.#upstream.timers.add(this);
  }

  onTurn(): void {
    this.#expireAt(this.#options.deadline.until);
    this.#context?.runInAsyncScope(this.#send, this);
  }

  #send() {
    const { request, endpoint } = this.#options;
    this.#state = 'sent';
    this.#chunks.length = 0;
    this.#controller = undefined;
    this.status = undefined;
    this.begin = performance.now();
    try {
      this.#isProbe = this.#upstream.breaker.admit(this.call);
    } catch (error) {
      this.#options.turn.limit.release(this.party);
      return this.#fail(error);
    }
    this.#attempts += 1;
    if (this.#upstream.retry.isRepeatable(endpoint)) {
      this.#context ??= new AsyncResource('Call');
    }
    publishAttempt(this);
    const { method, path, headers, body } = request;
    // The deadline is the limit for all of it, so undici need not keep two timers more.
    const options = { method, path, headers, body, headersTimeout: 0, bodyTimeout: 0 };
    try {
      this.#group = this.#upstream.connections.acquire();
      this.#group.dispatcher.dispatch(options, this);
    } catch (error) {
      this.#endAttempt(error);
    }
  }

  /** Gives back what an attempt held, and tells how it ended. */
  #release(error: unknown) {
    publishAttemptEnd(this);
    this.#upstream.breaker.record(error, this.#isProbe);
    if (this.#group) this.#upstream.connections.release(this.#group);
    this.#group = undefined;
    this.#options.turn.limit.release(this.party);
  }

  /** An attempt has failed: there is another, or the call has failed, too. */
  #endAttempt(thrown: unknown) {
    const error = this.#toRestError(thrown);
    this.#state = 'pausing';
    this.#release(error);
    const { endpoint } = this.#options;
    this.#backoff = this.#upstream.retry.next(endpoint, this.#attempts, error, this.#backoff);
    if (!this.#backoff) return this.#fail(error);
    this.#pause = setTimeout(() => {
      publishRetry({ call: this.call });
      this.#context?.runInAsyncScope(this.#acquire, this);
    }, this.#backoff.duration);
  }

  #toRestError(error: unknown) {
    const { signal } = this.#options.deadline;
    const { maxResponseBytes } = this.#upstream;
    const phase = this.#state === 'queued' ? 'queue' : this.#options.timeoutPhase;
    return toRestError(error, { call: this.call, signal, maxResponseBytes, phase });
  }

  #fail(error: unknown) {
    this.#close();
    this.#reject(this.#toRestError(error));
  }

  #close() {
    this.#state = 'over';
    this.#upstream.timers.delete(this);
    this.#options.deadline.signal?.removeEventListener('abort', this);
    clearTimeout(this.#pause);
  }

  /** Ends the call now, wherever it is. */
  #giveUp(reason: unknown) {
    const error = this.#toRestError(reason);
    const state = this.#state;
    this.#close();
    if (state === 'queued') this.#options.turn.limit.leave(this);
    if (state === 'sent') {
      this.#release(error);
      this.#controller?.abort(error);
    }
    this.#reject(error);
  }

  /** The deadline has come, or the wait for a turn was too long. */
  onExpire(): void {
    const isInTime = performance.now() < this.#options.deadline.until;
    this.#giveUp(
      this.#state === 'queued' && isInTime ? new OverloadedError(this.call) : createTimeoutError(),
    );
  }

  /** The abort signal's listener may be an object, which spares a function for each call. */
  handleEvent(): void {
    this.#giveUp(this.#options.deadline.signal?.reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // A dispatcher that repeats a request begins its response anew.
    this.#chunks.length = 0;
    if (this.#state === 'over') controller.abort(new Error('Aborted.'));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: WireResponse['headers'],
  ): void {
    this.#statusCode = status;
    this.#responseHeaders = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#state !== 'sent') return;
    const { endpoint, credential, request } = this.#options;
    const { maxResponseBytes } = this.#upstream;
    const headers = this.#responseHeaders;
    this.status = this.#statusCode;
    let value: unknown;
    try {
      const response = {
        status: this.status,
        headers,
        text: redactSecret(textOf(this.#chunks, headers, maxResponseBytes), request.secret),
      };
      value = readResponse(endpoint, this.call, response, credential);
    } catch (error) {
      this.#endAttempt(error);
      return;
    }
    this.#release(undefined);
    this.#close();
    this.#resolve({ value, fresh: readMaxAge(headers) });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#state === 'sent') this.#endAttempt(error);
  }
}
