import type { SeedPersona } from './records.ts';
export const personas: readonly SeedPersona[] = [];
