import { channel } from 'node:diagnostics_channel';
import type { RestError } from './errors.ts';

/** Creates a function that publishes on a channel of node:diagnostics_channel. Without subscribers it does nothing. */
function createPublisher<Message>(name: string): (message: Message) => void {
  const target = channel(name);
  return (message) => target.publish(message);
}

/** A retry of a call. */
export interface Retry {
  /** Method and path template. */
  readonly call: string;
}

/** A read by one caller. */
export interface Read {
  /** Whether it got the response of an identical concurrent read. */
  readonly isShared: boolean;
}

/** Name of the channel of every {@link Read}. */
export const READS = 'avatar-graphql:read';

/** Publishes a read. */
export const publishRead: (read: Read) => void = createPublisher(READS);

/** Name of the channel of every {@link Retry}, published before the attempt. */
export const RETRIES = 'avatar-graphql:retry';

/** Publishes a retry. */
export const publishRetry: (retry: Retry) => void = createPublisher(RETRIES);

/** A call that failed for one caller, after its last attempt. */
export interface CallFailure {
  readonly error: RestError;
}

/** Name of the channel of every {@link CallFailure}, published in its caller's asynchronous context. */
export const FAILURES = 'avatar-graphql:failure';

/** Publishes a failed call. */
export const publishFailure: (failure: CallFailure) => void = createPublisher(FAILURES);

/** The circuit breaker opened or closed. */
export interface CircuitChange {
  readonly isOpen: boolean;
  /** The failure that opened it. */
  readonly error?: unknown;
}

/** Name of the channel of every {@link CircuitChange}. */
export const CIRCUIT_CHANGES = 'avatar-graphql:circuit';

/** Publishes a change of the circuit breaker. */
export const publishCircuitChange: (change: CircuitChange) => void =
  createPublisher(CIRCUIT_CHANGES);

/** One attempt of a call. It is published before it is sent and after it has ended. */
export interface Attempt {
  /** Scheme, host and port of the upstream. */
  readonly origin: string;
  /** Method and path template. */
  readonly call: string;
  /** When it started, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** The request headers. Subscribers may add headers before it is sent. */
  readonly headers: Record<string, string>;
  /** Size of the uploaded files in bytes; undefined if there are none. */
  readonly uploadBytes: number | undefined;
  /** Status of the complete response; undefined if there is none. */
  status: number | undefined;
}

/** Names of the channels of every {@link Attempt}. Both publish the same object. */
export const ATTEMPTS = 'avatar-graphql:attempt';
export const ATTEMPT_ENDS = 'avatar-graphql:attempt-over';

/** Publishes an attempt before it is sent. */
export const publishAttempt: (attempt: Attempt) => void = createPublisher(ATTEMPTS);

/** Publishes the same attempt after it has ended. */
export const publishAttemptEnd: (attempt: Attempt) => void = createPublisher(ATTEMPT_ENDS);
