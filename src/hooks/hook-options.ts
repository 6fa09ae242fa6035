import type {
  QueryKey,
  UseInfiniteQueryOptions,
  UseMutationOptions,
  UseQueryOptions,
  UseSuspenseInfiniteQueryOptions,
  UseSuspenseQueryOptions,
} from '@tanstack/react-query';
import type { ApiError } from './errors.ts';
import type { PageParam } from './query-options.ts';
import type { RequestOptions } from './send-request.ts';

/** Options of a query's hook. They replace those of the query. `Selected` is what `select` returns. */
export type QueryOptions<Data, Selected> = Partial<UseQueryOptions<Data, ApiError, Selected>>;

/** The same of a hook that suspends the component until there is data. */
export type SuspenseQueryOptions<Data, Selected> = Partial<
  UseSuspenseQueryOptions<Data, ApiError, Selected>
>;

/** The same of an infinite query's hook. */
export type InfiniteQueryOptions<Data, Selected> = Partial<
  UseInfiniteQueryOptions<Data, ApiError, Selected, QueryKey, PageParam>
>;

/** The same of an infinite query's hook that suspends the component until there is data. */
export type SuspenseInfiniteQueryOptions<Data, Selected> = Partial<
  UseSuspenseInfiniteQueryOptions<Data, ApiError, Selected, QueryKey, PageParam>
>;

/** Options of a mutation's hook. `Context` is what `onMutate` returns. */
export type MutationOptions<Data, Variables, Context> = UseMutationOptions<
  Data,
  ApiError,
  Variables & RequestOptions,
  Context
>;
