/** Limits a cache, which grows as it fills. Its option `max` would allocate all entries at once. */
export const limitEntries = (
  count: number,
): { maxSize: number; sizeCalculation: () => number } => ({
  maxSize: count,
  sizeCalculation: () => 1,
});
