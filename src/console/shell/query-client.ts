import { QueryClient } from '@tanstack/react-query';
import type { AnyApiError } from '../../hooks/index.ts';

/** Codes of failures that may be gone a moment later. */
const PASSING: readonly AnyApiError['code'][] = [
  'NETWORK',
  'OVERLOADED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
];

const isPassing = (error: Error) => 'code' in error && PASSING.some((code) => code === error.code);

/** A memory of answers: fresh for half a minute; failures that may pass are tried once more, others shown at once. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && isPassing(error),
        refetchOnWindowFocus: false,
      },
    },
  });
