import { MAX_PER_PAGE } from '../contract/page.ts';

/**
 * Returns the cost of a field that returns up to `length` items: each field below it counts `length` times. The length
 * is clamped to 1 to MAX_PER_PAGE, so that a longer one is reported by validation, not by the cost limit.
 */
export const getListComplexity = (length: number): { field: number; multiplier: number } => ({
  field: 1,
  multiplier: Math.min(Math.max(length, 1), MAX_PER_PAGE),
});
