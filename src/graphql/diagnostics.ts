import { channel, tracingChannel } from 'node:diagnostics_channel';

/** A call of a loader's batch function. */
export interface LoaderBatch {
  readonly loader: string;
  /** Number of distinct ids. */
  readonly size: number;
}

/** A lookup of an id in a loader or in the cache of verified ids. */
export interface Lookup {
  /** Name of the loader, or `verified ids`. Value of the label `of` in metrics. */
  readonly of: string;
  /** Whether the id was cached. Undefined for loaders. */
  readonly hit?: boolean;
}

/** Name of the tracing channel of every {@link LoaderBatch}. */
export const BATCHES = 'avatar-graphql:loader-batch';

/** Name of the channel of every {@link Lookup}. */
export const LOOKUPS = 'avatar-graphql:lookup';

const batches = tracingChannel<LoaderBatch>(BATCHES);
const lookups = channel(LOOKUPS);

/**
 * Runs a batch function and publishes the batch on a tracing channel of node:diagnostics_channel. Without subscribers
 * it only runs the function. Metrics and traces are created by the subscribers.
 */
export const publishBatch = <Result>(
  batch: LoaderBatch,
  work: () => Promise<Result>,
): Promise<Result> => (batches.hasSubscribers ? batches.tracePromise(work, batch) : work());

/** Publishes a lookup. */
export function publishLookup(lookup: Lookup): void {
  if (lookups.hasSubscribers) lookups.publish(lookup);
}
