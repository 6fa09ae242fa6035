import { MAX_PER_PAGE } from '../contract/page.ts';

/**
 * Weight of a field that answers with up to `length` of something: each thing below it counts that often. A length
 * that a rule will refuse counts as the longest there is, so that the rule is what the caller is told.
 */
export const listComplexity = (length: number): { field: number; multiplier: number } => ({
  field: 1,
  multiplier: Math.min(Math.max(length, 1), MAX_PER_PAGE),
});
