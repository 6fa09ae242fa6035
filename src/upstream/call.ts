import type { Dispatcher } from 'undici';
import type { ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import { GrowableBuffer } from '../shared/growable-buffer.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Connection, ConnectionPool } from './connection-pool.ts';
import { getCredentialId } from './credential.ts';
import { DeadlineTimer } from './deadline.ts';
import { attemptEnds } from './diagnostics.ts';
import { toUpstreamError, UpstreamError } from './errors.ts';
import { type Call, createForm } from './request.ts';
import { type CallResult, findRequestId, readResponse, type WireResponse } from './response.ts';
import { getRetryDelay, type RetryOptions } from './retry.ts';

/** The trace of one attempt. */
interface AttemptTrace {
  /** The headers with which the upstream continues the trace. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the trace, with the status of the complete response; undefined without a response. */
  readonly end: (status: number | undefined) => void;
}

/**
 * Starts the trace of an attempt, in the asynchronous context of the caller. `call` is the method and path template.
 * Returns undefined if there is nothing to trace.
 */
export type TraceAttempt = (origin: string, call: string) => AttemptTrace | undefined;

export interface Upstream {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly connections: ConnectionPool;
  /** Undefined for the built-in avatar service. */
  readonly breaker: CircuitBreaker | undefined;
  readonly retries: RetryOptions;
  readonly traceAttempt: TraceAttempt | undefined;
  /** Maximum size of a response in bytes, also when it is decoded. */
  readonly maxResponseBytes: number;
  /** The slots of slow endpoints, and those of all others. */
  readonly slow: CallSlots;
  readonly ordinary: CallSlots;
}

/** The slots that calls of one kind share. Times are in milliseconds. */
interface CallSlots {
  readonly limit: ConcurrencyLimit;
  /** Maximum time in the queue. */
  readonly queueTimeout: number;
  /** Maximum time of a call, including retries. */
  readonly timeout: number;
}

async function waitForSlot(
  { target, caller: { subject } }: Call,
  { limit, queueTimeout }: CallSlots,
  timer: DeadlineTimer,
): Promise<void> {
  const createError = () => new UpstreamError('overload', target.name, { retryAfterSeconds: 1 });
  const { phase } = timer;
  timer.phase = 'QUEUE';
  await timer.wait<void>((resolve, reject) => {
    const queued = { subject, onAcquired: () => stop(resolve) };
    const stop = (end: () => void) => {
      clearTimeout(timeout);
      end();
    };
    const cancel = () => stop(() => limit.cancel(queued));
    const timeout = setTimeout(() => {
      cancel();
      reject(createError());
    }, queueTimeout);
    if (!limit.enqueue(queued)) stop(() => reject(createError()));
    return cancel;
  });
  timer.phase = phase;
}

const NO_HEADERS: WireResponse['headers'] = {};

/** A request and its response as it arrives. It is its own dispatch handler, because hundreds are active. */
class Exchange implements Dispatcher.DispatchHandler {
  /** Whether the request went to the upstream, at least in part. */
  isSent = false;
  /** Those of the response; 0 and none until it starts. */
  status = 0;
  headers: WireResponse['headers'] = NO_HEADERS;
  readonly #body = new GrowableBuffer();
  #controller: Dispatcher.DispatchController | undefined;
  #isAborted = false;
  #resolve: (() => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  /** The body of the response so far. */
  get body(): Buffer {
    return this.#body.bytes;
  }

  /**
   * Sends the request. Resolves when the response is complete.
   * @throws errors of undici; the reason for which `timer` ends it.
   */
  send(
    dispatcher: Dispatcher,
    request: Omit<Dispatcher.DispatchOptions, 'origin'>,
    timer: DeadlineTimer,
  ): Promise<void> {
    return timer.wait<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      // The deadline covers the whole response, so undici's own timers are off.
      dispatcher.dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, this);
      return () => this.#abort();
    });
  }

  #abort() {
    this.#isAborted = true;
    this.#controller?.abort(new Error('Aborted.'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isAborted) this.#abort();
    else this.isSent = true;
  }

  onResponseStart(_: unknown, status: number, headers: WireResponse['headers']): void {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#body.append(chunk);
  }

  onResponseEnd(): void {
    // Nothing is left to abort.
    this.#controller = undefined;
    this.#resolve?.();
  }

  onResponseError(_: unknown, error: Error): void {
    this.#reject?.(error);
  }
}

/**
 * Makes one attempt: sends the request, and judges the response.
 * @throws UpstreamError
 */
async function attempt(upstream: Upstream, call: Call, timer: DeadlineTimer): Promise<CallResult> {
  const { origin, breaker, connections, traceAttempt, maxResponseBytes } = upstream;
  const { target, request, caller } = call;
  const recordEnd = breaker?.admit(target, caller.subject ?? getCredentialId(caller.credential));
  const trace = traceAttempt?.(origin, target.name);
  const { method, path, form } = request;
  // The headers of a trace, such as `traceparent`, replace none of the request's own.
  const headers = trace ? { ...trace.headers, ...request.headers } : request.headers;
  const startedAt = performance.now();
  const exchange = new Exchange();
  let connection: Connection | undefined;
  let status: number | undefined;
  let failure: UpstreamError | undefined;
  try {
    connection = await connections.acquire();
    const body = form ? await createForm(form) : request.body;
    await exchange.send(connection.dispatcher, { method, path, headers, body }, timer);
    status = exchange.status;
    return readResponse(call, exchange, maxResponseBytes);
  } catch (error) {
    failure = toUpstreamError(error, target.name, maxResponseBytes);
    failure.isSent = exchange.isSent;
    failure.requestId = findRequestId(exchange.headers, call);
    throw failure;
  } finally {
    if (connection) connections.release(connection, status !== undefined);
    recordEnd?.(failure);
    attemptEnds.publish({ origin, call: target.name, startedAt, status });
    trace?.end(status);
  }
}

/**
 * Makes a call to the upstream: acquires a slot, makes an attempt, releases the slot, and waits before a retry, until the
 * deadline.
 * @throws UpstreamError of the last attempt, or why there was none.
 */
export async function performCall(upstream: Upstream, call: Call): Promise<CallResult> {
  const { target, caller } = call;
  const slots = target.endpoint.slow ? upstream.slow : upstream.ordinary;
  const timer = new DeadlineTimer(target.name, caller, slots.timeout);
  let failure: unknown;
  try {
    timer.throwIfOver();
    for (let count = 0; ; count += 1) {
      if (!slots.limit.tryAcquire(caller.subject)) await waitForSlot(call, slots, timer);
      try {
        return await attempt(upstream, call, timer);
      } catch (error) {
        // The error of the previous attempt has the cause.
        const isRejected = error instanceof UpstreamError && error.kind === 'circuit';
        if (isRejected) throw failure ?? error;
        failure = error;
      } finally {
        slots.limit.release(caller.subject);
      }
      const delay = getRetryDelay(target.endpoint, failure, count, upstream.retries);
      if (delay === undefined) throw failure;
      await timer.sleep(delay);
    }
  } finally {
    timer.stop();
  }
}
