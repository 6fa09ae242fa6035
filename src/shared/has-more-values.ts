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
