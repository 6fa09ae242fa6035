/** Whether objects and lists are nested in more than `levels` levels. Looks no deeper than that. */
export const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1)));
