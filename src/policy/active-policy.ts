import type { LimitStore } from './limits.ts';
import { createMemoryLimits } from './memory-limits.ts';
import { createPolicy, type Policy, type ReadDocuments } from './policy.ts';
import type { PolicyInput } from './policy-schema.ts';

/** The policy in force of a server, which a reload replaces, and its counters, which stay. */
export interface ActivePolicy {
  readonly current: Policy;
  readonly limits: LimitStore;
}

/**
 * Returns the policy of a server, with counters in this process's memory unless it has its own.
 * @throws PolicyError if it is not valid; what `readDocuments` throws.
 */
export const openPolicy = (
  policy: PolicyInput | ActivePolicy,
  readDocuments: ReadDocuments,
): ActivePolicy =>
  'current' in policy
    ? policy
    : { current: createPolicy(policy, readDocuments), limits: createMemoryLimits() };
