import { QueryClient } from '@tanstack/react-query';
import type { AnyApiError } from '../../hooks/index.ts';

/** Error codes that a retry may resolve. */
const TRANSIENT_CODES: readonly AnyApiError['code'][] = [
  'NETWORK',
  'OVERLOADED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
];

const isTransient = (error: Error) =>
  'code' in error && TRANSIENT_CODES.some((code) => code === error.code);

/** Creates the query cache: data is fresh for 30 s, and transient errors are retried once. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && isTransient(error),
        refetchOnWindowFocus: false,
      },
    },
  });
