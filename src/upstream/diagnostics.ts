import { DiagnosticEvent } from '../shared/diagnostic-event.ts';
import type { RestError } from './errors.ts';

/** A read by one caller. `isShared`: it got the response of an identical concurrent read. */
export const reads = new DiagnosticEvent<{ readonly isShared: boolean }>('read');

/** A retry of a call, published before the attempt. `call` is the method and path template. */
export const retries = new DiagnosticEvent<{ readonly call: string }>('retry');

/** A call starts or stops to wait in the queue, in the asynchronous context of the caller. */
export const queueWaits = new DiagnosticEvent<{ readonly isWaiting: boolean }>('queue-wait');

/** A call that failed for one caller, after its last attempt. */
export interface CallFailure {
  readonly error: RestError;
}

/** Published in the asynchronous context of the caller. */
export const failures = new DiagnosticEvent<CallFailure>('failure');

/** The circuit breaker opened or closed for all callers. */
export interface CircuitChange {
  readonly isOpen: boolean;
  /** The feature that it is about; undefined for all. */
  readonly feature: string | undefined;
  /** The failure that opened it. */
  readonly error?: unknown;
}

export const circuitChanges = new DiagnosticEvent<CircuitChange>('circuit');

/** One attempt of a call. It is published before it is sent and after it has ended. */
export interface Attempt {
  /** Scheme, host and port of the upstream. */
  readonly origin: string;
  /** Method and path template. */
  readonly call: string;
  /** When it started, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** Size of the uploaded files in bytes; undefined if there are none. */
  readonly uploadBytes: number | undefined;
  /** Status of the complete response; undefined if there is none. */
  status: number | undefined;
}

/** The beginning and the end of each attempt. Both publish the same object. */
export const attempts = new DiagnosticEvent<Attempt>('attempt');
export const attemptEnds = new DiagnosticEvent<Attempt>('attempt-over');
