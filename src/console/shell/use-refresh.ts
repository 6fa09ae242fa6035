import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getResourceKey, type Resource } from '../../hooks/index.ts';

/** Returns a function that refreshes what the console shows of resources, one after the other. */
export function useRefresh(): (...resources: readonly Resource[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (...resources) => {
      for (const resource of resources)
        await client.invalidateQueries({ queryKey: getResourceKey(resource) });
    },
    [client],
  );
}
