import { tracingChannel } from 'node:diagnostics_channel';
import { DiagnosticEvent } from '../shared/diagnostic-event.ts';

/** A call of a loader's batch function. */
export interface LoaderBatch {
  readonly loader: string;
  /** Number of distinct ids. */
  readonly size: number;
}

/** A lookup of an id in a loader. */
export interface Lookup {
  /** Name of the loader. */
  readonly of: string;
}

export const lookups = new DiagnosticEvent<Lookup>('lookup');

/** Name of the tracing channel of every {@link LoaderBatch}. */
export const BATCHES = 'avatar-graphql:loader-batch';

const batches = tracingChannel<LoaderBatch>(BATCHES);

/** Runs a batch function and publishes the batch on a tracing channel. Without subscribers it only runs the function. */
export const publishBatch = <Result>(
  batch: LoaderBatch,
  work: () => Promise<Result>,
): Promise<Result> => (batches.hasSubscribers ? batches.tracePromise(work, batch) : work());
