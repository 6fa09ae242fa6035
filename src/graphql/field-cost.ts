import { MAX_PER_PAGE } from '../contract/page.ts';

/**
 * Returns the cost of a field that returns up to `length` items: each field below it counts `length` times. The length
 * is clamped to 1 to MAX_PER_PAGE, so that a longer one is reported by validation, not by the cost limit.
 * @param calls upstream calls that the field itself makes, or lookups that one call takes as long as.
 */
export const getListCost = (length: number, calls = 1): { field: number; multiplier: number } => ({
  field: calls,
  multiplier: Math.min(Math.max(length, 1), MAX_PER_PAGE),
});

/** Returns the cost of a field that looks up each of `count` ids with an upstream call of its own. */
export const getLookupCost = (count: number): { field: number; multiplier: number } => ({
  field: Math.max(count, 1),
  multiplier: Math.max(count, 1),
});
