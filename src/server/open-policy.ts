import type { ActivePolicy } from '../policy/active-policy.ts';
import { createMemoryLimits } from '../policy/memory-limits.ts';
import { createPolicy } from '../policy/policy.ts';
import { bundledOperations, readPersistedOperations } from './documents/persisted-operations.ts';
import type { ServerOptions } from './server-options.ts';

/**
 * Returns the policy of a server, with counters in this process's memory unless it has its own.
 * @throws PolicyError if it is not valid; Error if a manifest cannot be read.
 */
export function openPolicy(policy: ServerOptions['policy']): ActivePolicy | undefined {
  if (policy === undefined || 'current' in policy) return policy;
  return {
    current: createPolicy(policy, (source) =>
      source === 'bundled' ? bundledOperations : readPersistedOperations(source),
    ),
    limits: createMemoryLimits(),
  };
}
