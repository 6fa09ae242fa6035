import { channel } from 'node:diagnostics_channel';

/** A further try of a call. */
export interface Retry {
  /** The call, by method and path template. */
  readonly call: string;
}

/** Name of the channel that has every {@link Retry}, just before it is made. */
export const RETRIES = 'avatar-graphql:retry';

const retries = channel(RETRIES);

/** Tells of a retry whoever listens, by node:diagnostics_channel. */
export function tellRetry(retry: Retry): void {
  if (retries.hasSubscribers) retries.publish(retry);
}
