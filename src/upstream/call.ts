import { AsyncResource } from 'node:async_hooks';
import type { Dispatcher } from 'undici';
import type { QueuedCall } from '../shared/concurrency-limit.ts';
import { GrowableBuffer } from '../shared/growable-buffer.ts';
import { readMaxAge } from './cache-freshness.ts';
import type { CallOptions, CallResult, Upstream } from './call-options.ts';
import type { AdmittedAttempt, ObservedCall } from './circuit-breaker.ts';
import type { ConnectionGroup } from './connection-pool.ts';
import { decodeText } from './content-decoding.ts';
import { createTimeoutError } from './deadline.ts';
import { type Attempt, attemptEnds, attempts, retries } from './diagnostics.ts';
import { OverloadedError, type RestError } from './errors.ts';
import { readResponse, type WireResponse } from './response.ts';
import { isRetryable, Retries } from './retry.ts';
import { toRestError } from './undici-errors.ts';

type CallState = 'new' | 'queued' | 'sent' | 'backoff' | 'ended';

/**
 * One call to the upstream, from the queue to its result. It enforces the deadline, holds a slot of the concurrency limit
 * during each attempt, reports each attempt to the circuit breaker, and retries failures where that is safe. A call is
 * its own dispatch handler, queue entry and abort listener, because hundreds are active at a time.
 */
export class Call implements Dispatcher.DispatchHandler, QueuedCall, Attempt, ObservedCall {
  readonly origin: string;
  readonly call: string;
  readonly headers: Record<string, string>;
  readonly uploadBytes: number | undefined;
  startedAt = 0;
  status: number | undefined = undefined;

  readonly #upstream: Upstream;
  readonly #options: CallOptions;
  readonly #resolve: (result: CallResult) => void;
  readonly #reject: (error: RestError) => void;
  readonly #body = new GrowableBuffer();
  #state: CallState = 'new';
  #statusCode = 0;
  #responseHeaders: WireResponse['headers'] = {};
  #controller: Dispatcher.DispatchController | undefined;
  #connections: ConnectionGroup | undefined;
  /** The attempts as the circuit breaker sees them. */
  readonly #attempts: AdmittedAttempt[] = [];
  /** The caller's asynchronous context; undefined until the call may continue outside of it. */
  #context: AsyncResource | undefined;
  /** Ends the call at the deadline or the queue timeout. */
  #timer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  /** Undefined until an attempt fails. */
  #retries: Retries | undefined;

  private constructor(
    upstream: Upstream,
    options: CallOptions,
    resolve: (result: CallResult) => void,
    reject: (error: RestError) => void,
  ) {
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
   * @throws RestError of the last attempt; OverloadedError or CircuitOpenError if there was no attempt.
   */
  static run(upstream: Upstream, options: CallOptions): Promise<CallResult> {
    return new Promise((resolve, reject) => {
      new Call(upstream, options, resolve, reject).#start();
    });
  }

  get subject(): string | undefined {
    return this.#options.concurrency.subject;
  }

  get group(): string {
    return this.#options.group;
  }

  get isSlow(): boolean {
    return this.#options.endpoint.slow === true;
  }

  #start() {
    const { signal, until } = this.#options.deadline;
    if (signal?.aborted) return this.#fail(signal.reason);
    if (performance.now() >= until) return this.#fail(createTimeoutError());
    signal?.addEventListener('abort', this);
    this.#startTimer();
    this.#acquire();
  }

  /** Acquires a slot and sends the request, or joins the queue. */
  #acquire() {
    const { limit, subject, queueTimeout } = this.#options.concurrency;
    if (limit.tryAcquire(subject)) return this.#send();
    if (!limit.enqueue(this)) return this.#fail(new OverloadedError(this.call));
    this.#state = 'queued';
    this.#context ??= new AsyncResource('Call');
    this.#startTimer(queueTimeout);
  }

  #startTimer(queueTimeout = Number.POSITIVE_INFINITY) {
    const timeLeft = this.#options.deadline.until - performance.now();
    const createError =
      queueTimeout < timeLeft ? () => new OverloadedError(this.call) : createTimeoutError;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#abort(createError()), Math.min(timeLeft, queueTimeout));
  }

  onAcquired(): void {
    this.#startTimer();
    this.#context?.runInAsyncScope(this.#send, this);
  }

  #send() {
    const { request, endpoint } = this.#options;
    this.#state = 'sent';
    this.#body.clear();
    this.#controller = undefined;
    this.status = undefined;
    this.startedAt = performance.now();
    try {
      const admitted = this.#upstream.breaker?.admit(this);
      if (admitted) this.#attempts.push(admitted);
    } catch (error) {
      this.#options.concurrency.limit.release(this.subject);
      // The error of the previous attempt has the cause.
      return this.#fail(this.#retries?.lastError ?? error);
    }
    if (isRetryable(endpoint)) this.#context ??= new AsyncResource('Call');
    attempts.publish(this);
    const { method, path, headers, body } = request;
    // The deadline covers the whole response, so undici's own timers are off.
    const options = { method, path, headers, body, headersTimeout: 0, bodyTimeout: 0 };
    try {
      this.#connections = this.#upstream.connections.acquire();
      this.#connections.dispatcher.dispatch(options, this);
    } catch (error) {
      this.#failAttempt(error);
    }
  }

  /** Releases what an attempt holds, and reports how it ended. */
  #release(error: unknown) {
    attemptEnds.publish(this);
    this.#attempts.at(-1)?.record(error);
    if (this.#connections) this.#upstream.connections.release(this.#connections);
    this.#connections = undefined;
    this.#options.concurrency.limit.release(this.subject);
  }

  /** Ends a failed attempt, then retries or fails the call. */
  #failAttempt(thrown: unknown) {
    const error = this.#toRestError(thrown);
    this.#state = 'backoff';
    this.#release(error);
    this.#retries ??= new Retries(this.#options.endpoint, this.#upstream.retries);
    const delay = this.#retries.next(error);
    if (delay === undefined) return this.#fail(error);
    this.#retryTimer = setTimeout(() => {
      retries.publish({ call: this.call });
      this.#context?.runInAsyncScope(this.#acquire, this);
    }, delay);
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
    this.#state = 'ended';
    clearTimeout(this.#timer);
    this.#options.deadline.signal?.removeEventListener('abort', this);
    clearTimeout(this.#retryTimer);
  }

  /** Ends the call now, in any state. */
  #abort(reason: unknown) {
    const error = this.#toRestError(reason);
    const state = this.#state;
    this.#close();
    if (state === 'queued') this.#options.concurrency.limit.cancel(this);
    if (state === 'sent') {
      this.#release(error);
      this.#controller?.abort(error);
    }
    this.#reject(error);
  }

  /** Called by the abort signal. An object as listener saves a function for each call. */
  handleEvent(): void {
    this.#abort(this.#options.deadline.signal?.reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // If the dispatcher sends a request again, the response starts over.
    this.#body.clear();
    if (this.#state === 'ended') controller.abort(new Error('Aborted.'));
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
    this.#body.append(chunk);
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
        text: decodeText(this.#body.bytes, headers['content-encoding'], maxResponseBytes),
      };
      const redacted = { secret: request.secret, credential };
      value = readResponse(endpoint, this.call, response, redacted);
    } catch (error) {
      this.#failAttempt(error);
      return;
    }
    this.#release(undefined);
    for (const failed of this.#attempts.slice(0, -1)) failed.heal();
    this.#close();
    this.#resolve({ value, freshSeconds: readMaxAge(headers) });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#state === 'sent') this.#failAttempt(error);
  }
}
