import type { Dispatcher } from 'undici';
import type { EndpointName } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Credential } from './credential.ts';
import type { Deadline } from './deadline.ts';
import type { TimeoutPhase } from './errors.ts';
import type { WireRequest } from './request.ts';
import type { RetryOptions } from './retry.ts';

/** The trace of one attempt. */
export interface AttemptTrace {
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
  readonly connections: Dispatcher;
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
  /** Subject of the concurrency limit and the circuit breaker; undefined if callers are not distinguished. */
  readonly subject: string | undefined;
  readonly slots: CallSlots;
  readonly deadline: Deadline;
  /** The origin of the deadline: `RESPONSE` for the call's own, `OPERATION` for that of the operation. */
  readonly timeoutPhase: TimeoutPhase;
}
