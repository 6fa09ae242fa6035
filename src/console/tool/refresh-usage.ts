import type { QueryClient } from '@tanstack/react-query';
import { useToolQuery, useToolsQuery } from '../../hooks/index.ts';

/** Refreshes the numbers of personas that use each tool, after a persona changed. */
export const refreshUsage = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: useToolQuery.getKey() }),
    client.invalidateQueries({ queryKey: useToolsQuery.getKey() }),
  ]);
