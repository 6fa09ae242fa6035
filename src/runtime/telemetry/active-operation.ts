import { AsyncLocalStorage } from 'node:async_hooks';
import type { Trace } from './trace.ts';

/** Why a call failed, without ids, content or secrets. */
export interface UpstreamFailure {
  /** A code, as returned by `findCause`. */
  readonly cause: string;
  /** Method and path template. */
  readonly call: string;
  /** What is wrong with an invalid response: paths, without content. */
  readonly problem?: string;
}

/** The data that is recorded about a running operation. */
export class OperationRecord {
  readonly requestId: string;
  /** Its name. */
  operation: string;
  /** Number of attempts of upstream calls. */
  upstreamCalls = 0;
  /** Number of calls that wait in the queue, since when at least one waits, and the total time of earlier waits. */
  queued = 0;
  queuedAt = 0;
  queueMs = 0;
  /** The ids of its calls in the upstream. That of the failed call comes first. */
  upstreamRequestIds: string[] = [];
  /** The ids of the records that it changed, or tried to change. */
  changed: string[] = [];
  /** The scopes that its caller lacks, as subjects of decisions. */
  missingScopes: Set<string> | undefined = undefined;
  /** The first upstream call that failed because of the upstream. */
  failure: UpstreamFailure | undefined = undefined;

  constructor(requestId: string, operation: string) {
    this.requestId = requestId;
    this.operation = operation;
  }
}

/** The operation to which the running code belongs. */
export interface ActiveOperation {
  /** Where its next span belongs: below its innermost one. */
  readonly trace: Trace;
  /** Undefined outside of any operation. */
  readonly record: OperationRecord | undefined;
}

export const activeOperation = new AsyncLocalStorage<ActiveOperation>();
