import { DiagnosticEvent } from '../../shared/diagnostic-event.ts';

/** What processes share through Redis. */
export type SharedResource = 'limits' | 'versions' | 'changes' | 'policy';

/** An operation that fell back to local state, or that failed for counters of the policy, because Redis was unavailable. */
export const fallbacks = new DiagnosticEvent<{ readonly of: SharedResource }>('redis-fallback');
