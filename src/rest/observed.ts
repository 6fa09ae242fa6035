import { channel } from 'node:diagnostics_channel';

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
export function tellRead(read: Read): void {
  if (reads.hasSubscribers) reads.publish(read);
}

/** Name of the channel that has every {@link Retry}, just before it is made. */
export const RETRIES = 'avatar-graphql:retry';

const retries = channel(RETRIES);

/** Tells of a retry whoever listens, by node:diagnostics_channel. */
export function tellRetry(retry: Retry): void {
  if (retries.hasSubscribers) retries.publish(retry);
}
