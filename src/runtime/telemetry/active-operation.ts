import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '@opentelemetry/api';

export interface OperationTotals {
  /** Number of attempts of upstream calls. */
  upstreamCalls: number;
  /** Number of calls that wait in the queue now, since when at least one does, and for how long any did before. */
  queued: number;
  queuedAt: number;
  queueMs: number;
  /** By which the upstream knows its calls. That of the failure comes first. */
  upstreamRequestIds: string[];
  /** The records that it changed, or tried to change. */
  records: string[];
  /** The first upstream call that failed because of the upstream. */
  failure?: UpstreamFailure | undefined;
}

export const createTotals = (): OperationTotals => ({
  upstreamCalls: 0,
  queued: 0,
  queuedAt: 0,
  queueMs: 0,
  upstreamRequestIds: [],
  records: [],
});

/** Why a call failed, without ids, content or secrets. */
export interface UpstreamFailure {
  /** A code, as returned by `findCause`. */
  readonly cause: string;
  /** Method and path template. */
  readonly call: string;
  /** What is wrong with an invalid response: paths, without content. */
  readonly problem?: string;
}

/** The operation to which the running code belongs. */
export interface ActiveOperation {
  /** The context of its innermost span, the parent of further spans. */
  readonly context: Context;
  readonly totals: OperationTotals;
}

export const activeOperation = new AsyncLocalStorage<ActiveOperation>();
