import type { LimitStore } from './limits.ts';
import type { Policy } from './policy.ts';

/** The policy in force of a server, which a reload replaces, and its counters, which stay. */
export interface ActivePolicy {
  readonly current: Policy;
  readonly limits: LimitStore;
}
