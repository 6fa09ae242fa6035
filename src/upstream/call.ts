import type { EndpointName } from '../contract/api.ts';
import type { Endpoint } from '../contract/resource.ts';
import type { GovernedCaller } from '../policy/enforce.ts';
import type { AbortSignalLike } from '../shared/abort-signal-like.ts';
import type { ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import { REQUEST_ID_HEADER } from '../shared/request-id.ts';
import { readMaxAge } from './cache-freshness.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Connection, ConnectionPool } from './connection-pool.ts';
import { decodeText } from './content-decoding.ts';
import type { Credential } from './credential.ts';
import { type Deadline, DeadlineTimer } from './deadline.ts';
import { attemptEnds } from './diagnostics.ts';
import { type TimeoutPhase, toUpstreamError, UpstreamError } from './errors.ts';
import { Exchange } from './exchange.ts';
import { createForm, type RequestSender, type WireRequest } from './request.ts';
import { findRequestId } from './request-id.ts';
import { type CallResult, readResponse } from './response.ts';
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
  /** Maximum size of a response in bytes. The dispatcher enforces it. */
  readonly maxResponseBytes: number;
}

export interface CallTarget {
  /** Name of the endpoint in the contract. */
  readonly key: EndpointName;
  readonly endpoint: Endpoint;
  /** Method and path template. */
  readonly name: string;
  /** The feature of the endpoint, as in scopes. */
  readonly feature: string;
  /** Ids, in lower case, with which the path would be that of another endpoint. No record has them. */
  readonly reservedIds: ReadonlySet<string>;
}

/** For whom calls are made, and until when. */
export interface RestCaller extends RequestSender, GovernedCaller {
  readonly credential?: Credential | undefined;
  /** Whether it is a query, whose reads may have cached responses. Default: false, each read is a call. */
  readonly usesCache?: boolean;
  /** Subject of the concurrency limit. Default: callers are not distinguished. */
  readonly subject?: string | undefined;
  /** Aborts all active calls. They fail with a timeout if the signal's reason is one. */
  readonly signal?: AbortSignalLike | undefined;
  /** Deadline of all calls, on the clock of `performance.now()`. */
  readonly until?: number | undefined;
  /** Called before each call, which is not made if this throws. Retries do not count as calls. */
  readonly onCall?: ((call: string) => void) | undefined;
  /**
   * Called for each call with the seconds for which its result stays fresh; undefined if the upstream does not say, or
   * the call failed.
   */
  readonly onFreshness?: ((seconds: number | undefined) => void) | undefined;
}

/** A call whose request is encoded. */
export interface Call {
  readonly target: CallTarget;
  readonly request: WireRequest;
  readonly caller: RestCaller;
  /** The version of the catalog that its response shows. Undefined if the call does not depend on one. */
  readonly version?: string;
  /** Whether it must not share the response of another call. */
  readonly isAlone?: boolean;
}

export type MakeCall = (call: Call) => Promise<CallResult>;

/** The slots that calls of one kind share. */
interface CallSlots {
  readonly limit: ConcurrencyLimit;
  /** Maximum time in the queue, in milliseconds. */
  readonly queueTimeout: number;
}

/** One call to make, and for whom. */
export interface CallOptions {
  readonly target: CallTarget;
  readonly request: WireRequest;
  readonly credential: Credential | undefined;
  /** Subject of the concurrency limit; undefined if callers are not distinguished. */
  readonly subject: string | undefined;
  readonly slots: CallSlots;
  readonly deadline: Deadline;
  /** The origin of the deadline: `RESPONSE` for the call's own, `OPERATION` for that of the operation. */
  readonly timeoutPhase: TimeoutPhase;
}

async function waitForSlot({ target, slots, subject }: CallOptions, timer: DeadlineTimer) {
  const { limit, queueTimeout } = slots;
  const createError = () => new UpstreamError('overload', target.name, { retryAfterSeconds: 1 });
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
}

/**
 * Returns the id by which the upstream knows a request: its own if it told one that repeats no secret, otherwise the one
 * that was sent.
 */
function getRequestId({ headers }: Exchange, { request, credential }: CallOptions) {
  const { headers: sentHeaders, secret } = request;
  const sent = sentHeaders[REQUEST_ID_HEADER];
  const id = findRequestId(headers, sent);
  if (id === undefined || id === sent) return sent;
  const isSecret = secret !== undefined && id.includes(secret);
  return isSecret || (credential && credential.redact(id) !== id) ? sent : id;
}

/** Parses a response. @throws DecodingError, UpstreamError */
function readResult(
  { status, headers, body }: Exchange,
  { target, request, credential }: CallOptions,
  maxResponseBytes: number,
): Omit<CallResult, 'requestId'> {
  const { secret, page } = request;
  const text = decodeText(body, headers['content-encoding'], maxResponseBytes);
  const redacted = { secret, credential, page };
  return {
    value: readResponse(target.endpoint, target.name, { status, headers, text }, redacted),
    freshSeconds: readMaxAge(headers),
    size: text.length,
  };
}

/**
 * Makes one attempt: sends the request, and judges the response.
 * @throws UpstreamError
 */
async function attempt(
  upstream: Upstream,
  options: CallOptions,
  timer: DeadlineTimer,
): Promise<CallResult> {
  const { origin, breaker, connections, traceAttempt, maxResponseBytes } = upstream;
  const { target, request, credential, subject, deadline, timeoutPhase } = options;
  const { name: call, feature, endpoint } = target;
  const recordEnd = breaker?.admit({
    call,
    feature,
    caller: subject ?? credential?.fingerprint() ?? '',
    isSlow: endpoint.slow === true,
  });
  const trace = traceAttempt?.(origin, call);
  const { method, path, form } = request;
  // The headers of a trace, such as `traceparent`, replace none of the request's own.
  const headers = trace ? { ...trace.headers, ...request.headers } : request.headers;
  const startedAt = performance.now();
  const event = { origin, call, startedAt, status: undefined as number | undefined };
  const exchange = new Exchange();
  let connection: Connection | undefined;
  let failure: UpstreamError | undefined;
  try {
    connection = await connections.acquire();
    const body = form ? await createForm(form) : request.body;
    await exchange.send(connection.dispatcher, { method, path, headers, body }, timer);
    event.status = exchange.status;
    const result = readResult(exchange, options, maxResponseBytes);
    return { ...result, requestId: getRequestId(exchange, options) };
  } catch (error) {
    const { signal } = deadline;
    failure = toUpstreamError(error, { call, signal, maxResponseBytes, phase: timeoutPhase });
    failure.isSent = exchange.isSent;
    failure.requestId = getRequestId(exchange, options);
    throw failure;
  } finally {
    if (connection) connections.release(connection, event.status !== undefined);
    recordEnd?.(failure);
    attemptEnds.publish(event);
    trace?.end(event.status);
  }
}

/**
 * Makes a call to the upstream: acquires a slot, makes an attempt, releases the slot, and waits before a retry, until the
 * deadline.
 * @throws UpstreamError of the last attempt, or why there was none.
 */
export async function performCall(upstream: Upstream, options: CallOptions): Promise<CallResult> {
  const { target, subject, slots, deadline, timeoutPhase } = options;
  const timer = new DeadlineTimer(deadline);
  let phase = timeoutPhase;
  let failure: unknown;
  try {
    timer.throwIfOver();
    for (let count = 0; ; count += 1) {
      if (!slots.limit.tryAcquire(subject)) {
        phase = 'QUEUE';
        await waitForSlot(options, timer);
        phase = timeoutPhase;
      }
      try {
        return await attempt(upstream, options, timer);
      } catch (error) {
        // The error of the previous attempt has the cause.
        const isRejected = error instanceof UpstreamError && error.kind === 'circuit';
        if (isRejected) throw failure ?? error;
        failure = error;
      } finally {
        slots.limit.release(subject);
      }
      const delay = getRetryDelay(target.endpoint, failure, count, upstream.retries);
      if (delay === undefined) throw failure;
      await timer.sleep(delay);
    }
  } catch (error) {
    const { maxResponseBytes } = upstream;
    const { signal } = deadline;
    throw toUpstreamError(error, { call: target.name, signal, maxResponseBytes, phase });
  } finally {
    timer.stop();
  }
}
