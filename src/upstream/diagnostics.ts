import { channel } from 'node:diagnostics_channel';
import type { RestError } from './errors.ts';

/** Publishes on a channel of its own by node:diagnostics_channel, which does nothing while nobody listens. */
function publisherOf<Message>(name: string): (message: Message) => void {
  const to = channel(name);
  return (message) => to.publish(message);
}

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

/** Publishes a read. */
export const publishRead: (read: Read) => void = publisherOf(READS);

/** Name of the channel that has every {@link Retry}, just before it is made. */
export const RETRIES = 'avatar-graphql:retry';

/** Publishes a retry. */
export const publishRetry: (retry: Retry) => void = publisherOf(RETRIES);

/** A call that failed for one caller, after all of its attempts. */
export interface CallFailure {
  readonly error: RestError;
}

/** Name of the channel that has every {@link CallFailure}, in the asynchronous context of its caller. */
export const FAILURES = 'avatar-graphql:failure';

/** Publishes a failed call. */
export const publishFailure: (failure: CallFailure) => void = publisherOf(FAILURES);

/** The circuit breaker opened, or closed again. */
export interface CircuitChange {
  readonly isOpen: boolean;
  /** The failure that opened it. */
  readonly error?: unknown;
}

/** Name of the channel that has every {@link CircuitChange}. */
export const CIRCUIT_CHANGES = 'avatar-graphql:circuit';

/** Publishes a change of the circuit breaker. */
export const publishCircuitChange: (change: CircuitChange) => void = publisherOf(CIRCUIT_CHANGES);

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
export const ATTEMPT_ENDS = 'avatar-graphql:attempt-over';

/** Publishes an attempt that is about to be sent. */
export const publishAttempt: (attempt: Attempt) => void = publisherOf(ATTEMPTS);

/** Publishes the same attempt when it is over. */
export const publishAttemptEnd: (attempt: Attempt) => void = publisherOf(ATTEMPT_ENDS);
