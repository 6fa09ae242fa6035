import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { getResourceKey, type Resource } from '../../hooks/index.ts';
import { getRecordPath } from './record-path.ts';

/**
 * Returns a function that shows the page of a new record.
 * @param section first part of the path of its page.
 * @param resources what the creation changes, whose data is refreshed.
 */
export function useShowCreated(section: string, ...resources: readonly Resource[]) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  return async (created: { readonly id: string } | undefined): Promise<void> => {
    for (const resource of resources)
      await client.invalidateQueries({ queryKey: getResourceKey(resource) });
    if (created) navigate(getRecordPath(section, created.id));
  };
}
