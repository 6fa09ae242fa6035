import { channel, tracingChannel } from 'node:diagnostics_channel';

/** One call of a loader's batch function. */
export interface LoaderBatch {
  readonly loader: string;
  /** Distinct ids that are looked up. */
  readonly size: number;
}

/** One question that was asked of something that remembers answers. */
export interface Lookup {
  /** What was asked: a loader, or the memory of verified ids. */
  readonly of: string;
  /** Whether it was answered from memory, where that is known at once. */
  readonly hit?: boolean;
}

/** Name of the tracing channel that has every batch from beginning to end. */
export const BATCHES = 'avatar-graphql:loader-batch';

/** Name of the channel that has every lookup. */
export const LOOKUPS = 'avatar-graphql:lookup';

const batches = tracingChannel<LoaderBatch>(BATCHES);
const lookups = channel(LOOKUPS);

/**
 * Does a batch's work, and tells of it whoever listens, by node:diagnostics_channel. While nobody does, it costs next to
 * nothing; the graph knows no metrics and no traces.
 */
export const publishBatch = <Result>(
  batch: LoaderBatch,
  work: () => Promise<Result>,
): Promise<Result> => (batches.hasSubscribers ? batches.tracePromise(work, batch) : work());

/** Tells of a lookup whoever listens. */
export function publishLookup(lookup: Lookup): void {
  if (lookups.hasSubscribers) lookups.publish(lookup);
}
