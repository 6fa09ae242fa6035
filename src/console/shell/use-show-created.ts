import { useLocation } from 'wouter';
import type { Resource } from '../../hooks/index.ts';
import { getRecordPath } from './record-path.ts';
import { useRefresh } from './use-refresh.ts';

/**
 * Returns a function that shows the page of a new record.
 * @param section first part of the path of its page.
 * @param resources what the creation changes, whose data is refreshed.
 */
export function useShowCreated(section: string, ...resources: readonly Resource[]) {
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  return async (created: { readonly id: string } | undefined): Promise<void> => {
    await refresh(...resources);
    if (created) navigate(getRecordPath(section, created.id));
  };
}
