import type { SeedTool } from './records.ts';
export const tools: readonly SeedTool[] = [];
