import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '@opentelemetry/api';

/** The operation that the running code is part of. */
export interface Active {
  /** Its innermost span, as the parent of further ones. */
  readonly context: Context;
  /** What is counted for the operation as a whole. */
  readonly tally: { upstreamCalls: number };
}

/** Follows an operation through whatever it awaits. */
export const active = new AsyncLocalStorage<Active>();
