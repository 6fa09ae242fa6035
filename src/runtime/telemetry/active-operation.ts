import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '@opentelemetry/api';

/** Why a call failed, without ids, content or secrets. */
export interface UpstreamFailure {
  /** A code, as returned by `findCause`. */
  readonly cause: string;
  /** Method and path template. */
  readonly call: string;
  /** What is wrong with an invalid response: paths, without content. */
  readonly problem?: string;
}

/** What is recorded about a running operation. Its calls add to it. */
export class OperationRecord {
  readonly requestId: string;
  /** On the clock of `performance.now()`. */
  readonly startedAt = performance.now();
  /** The place of its calls in a trace: below its own span, or that of the client. */
  context: Context;
  /** Its name and its type. */
  name = 'unknown';
  type = 'unknown';
  /** Number of attempts of upstream calls. */
  upstreamCalls = 0;
  /** The ids of its calls in the upstream. That of the failed call comes first. */
  upstreamRequestIds: string[] = [];
  /** The ids of the records that it changed, or tried to change. */
  changed: string[] = [];
  /** The scopes that its caller lacks, as subjects of decisions. */
  readonly missingScopes: string[] = [];
  /** The first upstream call that failed because of the upstream. */
  failure: UpstreamFailure | undefined = undefined;

  constructor(requestId: string, context: Context) {
    this.requestId = requestId;
    this.context = context;
  }
}

/** The operation to which the running code belongs. */
export const activeOperation = new AsyncLocalStorage<OperationRecord>();
