import type { QueryClient } from '@tanstack/react-query';
import { useToolsQuery } from '../../hooks/index.ts';

/** Refreshes the numbers of personas that use each tool, after a persona changed. */
export const refreshUsage = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['Tool'] }),
    client.invalidateQueries({ queryKey: useToolsQuery.getKey() }),
  ]);
