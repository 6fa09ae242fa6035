import type { Dispatcher } from 'undici';
import { GrowableBuffer } from '../shared/growable-buffer.ts';
import { findRequestId, REQUEST_ID_HEADER } from '../shared/request-id.ts';
import { isStorable, readEntityTag, readMaxAge } from './cache-freshness.ts';
import type { AttemptTrace, CallOptions, Upstream } from './call-options.ts';
import type { AdmittedAttempt } from './circuit-breaker.ts';
import { decodeText } from './content-decoding.ts';
import type { DeadlineTimer } from './deadline.ts';
import { type Attempt, attemptEnds, attempts } from './diagnostics.ts';
import { toUpstreamError, type UpstreamError } from './errors.ts';
import { type CallResult, readResponse, type WireResponse } from './response.ts';

type Headers = WireResponse['headers'];

const NO_HEADERS: Headers = {};

/**
 * One attempt of a call: the request that is sent, and its response as it arrives. It is its own dispatch handler, because
 * hundreds are active.
 */
export class CallAttempt implements Dispatcher.DispatchHandler, Attempt {
  readonly #upstream: Upstream;
  readonly #options: CallOptions;
  readonly startedAt: number = performance.now();
  status: number | undefined = undefined;
  #admitted: AdmittedAttempt | undefined;
  #trace: AttemptTrace | undefined;
  /** Whether it was handed to the dispatcher. */
  #isDispatched = false;
  /** Whether it went to the upstream, at least in part. */
  readonly #body = new GrowableBuffer();
  #statusCode = 0;
  #responseHeaders = NO_HEADERS;
  #controller: Dispatcher.DispatchController | undefined;
  #isAborted = false;
  #isSent = false;
  #resolve: (() => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor(upstream: Upstream, options: CallOptions) {
    this.#upstream = upstream;
    this.#options = options;
  }

  get origin(): string {
    return this.#upstream.origin;
  }

  get call(): string {
    return this.#options.target.name;
  }

  get uploadBytes(): number | undefined {
    return this.#options.request.uploadBytes;
  }

  /**
   * Sends the request. Resolves when the response has arrived.
   * @throws UpstreamError if it is not sent; errors of undici; the reason for which `timer` ends it.
   */
  send(timer: DeadlineTimer): Promise<void> {
    const { breaker, connections, traceAttempt } = this.#upstream;
    const { target, subject, request } = this.#options;
    const { name: call, feature, endpoint } = target;
    this.#admitted = breaker?.admit({ call, feature, subject, isSlow: endpoint.slow === true });
    this.#trace = traceAttempt?.(this.origin, call);
    const { method, path, body } = request;
    // The headers of a trace, such as `traceparent`, replace none of the request's own.
    const headers = this.#trace ? { ...this.#trace.headers, ...request.headers } : request.headers;
    attempts.publish(this);
    this.#isDispatched = true;
    return timer.wait<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      // The deadline covers the whole response, so undici's own timers are off.
      const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
      connections.dispatch({ method, path, headers, body, ...timeouts }, this);
      return () => this.#abort();
    });
  }

  /** Parses the response, and ends the attempt. @throws DecodingError, UpstreamError; then call `fail`. */
  complete(): CallResult {
    const result = this.#readResult();
    this.#end(undefined);
    return result;
  }

  /** Ends an attempt that failed. Returns the error for the caller. */
  fail(thrown: unknown): UpstreamError {
    const { target, deadline, timeoutPhase } = this.#options;
    const error = toUpstreamError(thrown, {
      call: target.name,
      signal: deadline.signal,
      maxResponseBytes: this.#upstream.maxResponseBytes,
      phase: timeoutPhase,
    });
    if (!this.#isDispatched) return error;
    error.isSent = this.#isSent;
    error.requestId = this.#getRequestId();
    this.#end(error);
    return error;
  }

  /** Takes a failure back for the circuit breaker, because a retry succeeded. */
  heal(): void {
    this.#admitted?.heal();
  }

  #end(error: UpstreamError | undefined) {
    // The call keeps attempts that failed, to heal them.
    this.#body.clear();
    this.#admitted?.record(error);
    attemptEnds.publish(this);
    this.#trace?.end(this.status);
  }

  #readResult(): CallResult {
    const { target, request, credential } = this.#options;
    const headers = this.#responseHeaders;
    this.status = this.#statusCode;
    const encoding = headers['content-encoding'];
    const text = decodeText(this.#body.bytes, encoding, this.#upstream.maxResponseBytes);
    const { earlier, secret } = request;
    const freshSeconds = readMaxAge(headers);
    const requestId = this.#getRequestId();
    if (this.status === 304 && earlier)
      return { ...earlier, freshSeconds: freshSeconds ?? earlier.freshSeconds, requestId };
    const response = { status: this.status, headers, text };
    return {
      value: readResponse(target.endpoint, target.name, response, { secret, credential }),
      freshSeconds,
      requestId,
      etag: readEntityTag(headers),
      isStorable: isStorable(headers),
      size: text.length,
      receivedAt: performance.now(),
    };
  }

  /**
   * Returns the id by which the upstream knows it: its own if it told one that repeats no secret, otherwise the one that was
   * sent.
   */
  #getRequestId(): string | undefined {
    const { credential, request } = this.#options;
    const { headers, secret } = request;
    const sent = headers[REQUEST_ID_HEADER];
    const id = findRequestId(this.#responseHeaders, sent);
    if (id === undefined || id === sent) return sent;
    const isSecret = secret !== undefined && id.includes(secret);
    return isSecret || (credential && credential.redact(id) !== id) ? sent : id;
  }

  #abort() {
    this.#isAborted = true;
    this.#controller?.abort(new Error('Aborted.'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isAborted) this.#abort();
    else this.#isSent = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#statusCode = status;
    this.#responseHeaders = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body.append(chunk);
  }

  onResponseEnd(): void {
    // Nothing is left to abort.
    this.#controller = undefined;
    this.#resolve?.();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject?.(error);
  }
}
