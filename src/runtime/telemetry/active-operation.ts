import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '@opentelemetry/api';

/** What is counted and noted for an operation as a whole. */
export interface OperationTotals {
  upstreamCalls: number;
  /** The first call that failed through the upstream's fault. */
  failure?: UpstreamFailure | undefined;
}

/** Why a call failed, without ids, content or secrets. */
export interface UpstreamFailure {
  /** One word, as `causeOf` has it. */
  readonly cause: string;
  /** Method and path template. */
  readonly call: string;
  /** What is wrong with an answer that cannot be used, by path. */
  readonly problem?: string;
}

/** The operation that the running code is part of. */
export interface ActiveOperation {
  /** Its innermost span, as the parent of further ones. */
  readonly context: Context;
  readonly totals: OperationTotals;
}

/** Follows an operation through whatever it awaits. */
export const activeOperation = new AsyncLocalStorage<ActiveOperation>();
