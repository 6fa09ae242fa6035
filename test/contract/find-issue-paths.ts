import type { z } from 'zod';

/** Returns the paths of the issues of a value: with dots, unique and sorted. */
export const findIssuePaths = (schema: z.ZodType, value: unknown): string[] => {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return [...new Set(issues.map(({ path }) => path.join('.')))].sort();
};
