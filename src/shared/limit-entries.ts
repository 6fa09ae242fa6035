/**
 * Options of an LRUCache with at most `count` entries. With lru-cache's own `max`, the cache would allocate the places of all
 * of them when it is created: 5 ms for 20,000.
 */
export const limitEntries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
