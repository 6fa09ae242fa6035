import { channel } from 'node:diagnostics_channel';
import type { RestError } from './errors.ts';

/** A further try of a call. */
export interface Retry {
  /** The call, by method and path template. */
  readonly call: string;
}

/** A read that somebody asked for. */
export interface Read {
  /** Whether it was answered by another's that was under way. */
  readonly isShared: boolean;
}

/** Name of the channel that has every {@link Read}. */
export const READS = 'avatar-graphql:read';

const reads = channel(READS);

/** Tells of a read whoever listens. */
export function publishRead(read: Read): void {
  if (reads.hasSubscribers) reads.publish(read);
}

/** Name of the channel that has every {@link Retry}, just before it is made. */
export const RETRIES = 'avatar-graphql:retry';

const retries = channel(RETRIES);

/** Tells of a retry whoever listens, by node:diagnostics_channel. */
export function publishRetry(retry: Retry): void {
  if (retries.hasSubscribers) retries.publish(retry);
}

/** A call that failed for one caller, after all of its attempts. */
export interface CallFailure {
  readonly error: RestError;
}

/** Name of the channel that has every {@link CallFailure}, in the asynchronous context of its caller. */
export const FAILURES = 'avatar-graphql:failure';

const failures = channel(FAILURES);

/** Publishes a failed call. */
export function publishFailure(failure: CallFailure): void {
  if (failures.hasSubscribers) failures.publish(failure);
}

/** The circuit breaker opened, or closed again. */
export interface CircuitChange {
  readonly isOpen: boolean;
  /** The failure that opened it. */
  readonly error?: unknown;
}

/** Name of the channel that has every {@link CircuitChange}. */
export const CIRCUIT_CHANGES = 'avatar-graphql:circuit';

const circuitChanges = channel(CIRCUIT_CHANGES);

/** Publishes a change of the circuit breaker. */
export function publishCircuitChange(change: CircuitChange): void {
  if (circuitChanges.hasSubscribers) circuitChanges.publish(change);
}

/** One try of a call, which is told of before it is sent and when it is over. */
export interface Attempt {
  /** Scheme, host and port of the upstream. */
  readonly origin: string;
  /** Method and path template. */
  readonly call: string;
  /** When it began, on the clock of `performance.now()`. */
  readonly begin: number;
  /** What is sent; whoever listens may add to it. */
  readonly headers: Record<string, string>;
  /** Bytes of the files that are sent; undefined where none is. */
  readonly uploadBytes: number | undefined;
  /** Status of its whole answer; undefined before, and where none came. */
  status: number | undefined;
}

/** Names of the channels that have every {@link Attempt}, the same object in both. */
export const ATTEMPTS = 'avatar-graphql:attempt';
export const ATTEMPTS_OVER = 'avatar-graphql:attempt-over';

const attempts = channel(ATTEMPTS);
const attemptsOver = channel(ATTEMPTS_OVER);

/** Tells that an attempt is about to be sent. */
export function publishAttempt(attempt: Attempt): void {
  attempts.publish(attempt);
}

/** Tells that it is over. */
export function publishAttemptEnd(attempt: Attempt): void {
  attemptsOver.publish(attempt);
}
