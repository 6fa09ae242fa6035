import type { QueryClient } from '@tanstack/react-query';
import { getResourceKey } from '../../hooks/index.ts';

/** Refreshes the numbers of personas that use each tool, after a persona changed. */
export const refreshUsage = (client: QueryClient): Promise<unknown> =>
  client.invalidateQueries({ queryKey: getResourceKey('Tool') });
