import type {
  QueryKey,
  UseInfiniteQueryOptions,
  UseMutationOptions,
  UseQueryOptions,
  UseSuspenseInfiniteQueryOptions,
  UseSuspenseQueryOptions,
} from '@tanstack/react-query';
import type { ApiError } from './errors.ts';
import type { PageParam, QueryRequestOptions } from './query-options.ts';
import type { RequestOptions } from './send-request.ts';

/** Options of a query's hook. They replace those of the query. `Selected` is what `select` returns. */
export type QueryOptions<Data, Selected> = QueryRequestOptions &
  Partial<UseQueryOptions<Data, ApiError<Data>, Selected>>;

/** The same of a hook that suspends the component until there is data. */
export type SuspenseQueryOptions<Data, Selected> = QueryRequestOptions &
  Partial<UseSuspenseQueryOptions<Data, ApiError<Data>, Selected>>;

/** The same of an infinite query's hook. */
export type InfiniteQueryOptions<Data, Selected> = QueryRequestOptions &
  Partial<UseInfiniteQueryOptions<Data, ApiError<Data>, Selected, QueryKey, PageParam>>;

/** The same of an infinite query's hook that suspends the component until there is data. */
export type SuspenseInfiniteQueryOptions<Data, Selected> = QueryRequestOptions &
  Partial<UseSuspenseInfiniteQueryOptions<Data, ApiError<Data>, Selected, QueryKey, PageParam>>;

/** Options of a mutation's hook. `Context` is what `onMutate` returns. */
export type MutationOptions<Data, Variables, Context> = UseMutationOptions<
  Data,
  ApiError<Data>,
  Variables & RequestOptions,
  Context
>;
