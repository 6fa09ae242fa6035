import type { z } from 'zod';

/** Paths at which a value breaks a schema's rules: dotted, each once, in order; none where it fits. */
export const violations = (schema: z.ZodType, value: unknown): string[] => {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return [...new Set(issues.map(({ path }) => path.join('.')))].sort();
};
