/** Whether JSON has more than `limit` values at all depths, itself included. Looks at no more than that. */
export function hasMoreValues(value: unknown, limit: number): boolean {
  const values = [value];
  for (const parent of values) {
    if (typeof parent !== 'object' || parent === null) continue;
    const children = Object.values(parent);
    if (values.length + children.length > limit) return true;
    values.push(...children);
  }
  return false;
}

/** Whether objects and lists are nested in more than `levels` levels. Looks no deeper than that. */
export const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1)));
