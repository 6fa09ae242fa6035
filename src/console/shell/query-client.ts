import { QueryClient } from '@tanstack/react-query';
import { queryDefaults } from '../../hooks/index.ts';

/** Creates the query cache: data is fresh for 30 s, and transient errors are retried once. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      ...queryDefaults,
      queries: {
        ...queryDefaults.queries,
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && queryDefaults.queries.retry(failures, error),
        refetchOnWindowFocus: false,
      },
    },
  });
