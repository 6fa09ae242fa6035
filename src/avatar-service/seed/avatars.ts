import type { SeedAvatar } from './records.ts';
export const avatars: readonly SeedAvatar[] = [];
