import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  type UseSuspenseInfiniteQueryOptions,
  type UseSuspenseInfiniteQueryResult,
  useInfiniteQuery,
  useSuspenseInfiniteQuery,
} from '@tanstack/react-query';
import { type Client, sendOperation } from './client.ts';
import type { AnyApiError } from './errors.ts';
import { useCheckedClient } from './query-hook.ts';
import { assertSameClient, getQueryKey, type TypedKey } from './query-keys.ts';
import type { QueryContext } from './query-options.ts';
import type { TypedDocument, VariablesParameter, WithVariables } from './typed-document.ts';

/** The pages fetched so far, and the variables that each was fetched with. */
type Pages<Data, Variables> = InfiniteData<Data, Partial<Variables>>;

/** The options that the hook sets, and that may be replaced. */
type Defaults = 'queryKey' | 'initialPageParam' | 'getNextPageParam';

type WithDefaults<Options extends { [Name in Defaults]: unknown }> = Omit<Options, Defaults> &
  Partial<Pick<Options, Defaults>>;

type Options<Data, Variables, TError, TData> = WithDefaults<
  UseInfiniteQueryOptions<Data, TError, TData, QueryKey, Partial<Variables>>
>;

type SuspenseOptions<Data, Variables, TError, TData> = WithDefaults<
  UseSuspenseInfiniteQueryOptions<Data, TError, TData, QueryKey, Partial<Variables>>
>;

/** Everything that `prefetchInfiniteQuery` and `fetchInfiniteQuery` need. */
export interface InfiniteOperationQuery<Data, Variables> {
  readonly queryKey: TypedKey<Pages<Data, Variables>>;
  readonly queryFn: (context: QueryContext) => Promise<Data>;
  readonly initialPageParam: Partial<Variables>;
  readonly getNextPageParam: (lastPage: Data) => Partial<Variables> | undefined;
}

/** What infinite hooks have besides their call. */
interface InfiniteFunctions<Data, Variables> {
  /** Returns the query's key; without variables, the prefix of all keys of the operation. */
  getKey(variables?: Variables, client?: Pick<Client, 'name'>): TypedKey<Pages<Data, Variables>>;
  /** Returns what `prefetchInfiniteQuery` needs. */
  getOptions(
    client: Client,
    ...[variables]: VariablesParameter<Variables>
  ): InfiniteOperationQuery<Data, Variables>;
}

/** A hook of `useInfiniteQuery` over a connection or a list with pages. */
export interface InfiniteQueryHook<Data, Variables> extends InfiniteFunctions<Data, Variables> {
  <TData = Pages<Data, Variables>, TError = AnyApiError>(
    ...[variables, options]: WithVariables<Variables, Options<Data, Variables, TError, TData>>
  ): UseInfiniteQueryResult<TData, TError>;
}

/** A hook of `useSuspenseInfiniteQuery`. Its data is always defined. */
export interface SuspenseInfiniteQueryHook<Data, Variables>
  extends InfiniteFunctions<Data, Variables> {
  <TData = Pages<Data, Variables>, TError = AnyApiError>(
    ...[variables, options]: WithVariables<
      Variables,
      SuspenseOptions<Data, Variables, TError, TData>
    >
  ): UseSuspenseInfiniteQueryResult<TData, TError>;
}

/** What says where the next page is: `pageInfo` of a connection, or `nextPage` of a list with page numbers. */
interface PagedList {
  readonly pageInfo?: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  readonly nextPage?: number | null;
}

/** Returns the variables of the page after a page; undefined if it is the last. */
export function getNextPageParam(lastPage: object): object | undefined {
  // The generator creates infinite hooks only for operations with one such list.
  const [list] = Object.values(lastPage) as (PagedList | null)[];
  const { pageInfo, nextPage } = list ?? {};
  if (pageInfo) return pageInfo.hasNextPage ? { after: pageInfo.endCursor } : undefined;
  return typeof nextPage === 'number' ? { page: nextPage } : undefined;
}

/** Returns everything that an infinite query needs. */
function getInfiniteOptions<Data extends object, Variables>(
  document: TypedDocument<Data, Variables>,
  client: Client,
  variables?: Variables,
): InfiniteOperationQuery<Data, Variables> {
  return {
    queryKey: getQueryKey('infinite', document, variables, client),
    queryFn: ({ client: queryClient, signal, pageParam }) => {
      if (queryClient) assertSameClient(queryClient, client);
      // A page parameter is a part of the variables.
      const pageVariables = { ...variables, ...(pageParam ?? {}) } as Variables;
      return sendOperation(client, document, pageVariables, { signal });
    },
    initialPageParam: {},
    // The variables of every paged list have `after` or `page`.
    getNextPageParam: (lastPage) => getNextPageParam(lastPage) as Partial<Variables> | undefined,
  };
}

const createFunctions = <Data extends object, Variables>(
  document: TypedDocument<Data, Variables>,
) => ({
  getKey: (variables?: Variables, client?: Pick<Client, 'name'>) =>
    getQueryKey<Pages<Data, Variables>>('infinite', document, variables, client),
  getOptions: (client: Client, variables?: Variables) =>
    getInfiniteOptions(document, client, variables),
});

/** Creates the infinite hook of a query. */
export function createInfiniteQueryHook<Data extends object, Variables>(
  document: TypedDocument<Data, Variables>,
): InfiniteQueryHook<Data, Variables> {
  const useOperation = <TData, TError>(
    variables?: Variables,
    options?: Partial<Options<Data, Variables, TError, TData>>,
  ) =>
    useInfiniteQuery<Data, TError, TData, QueryKey, Partial<Variables>>({
      ...getInfiniteOptions(document, useCheckedClient(), variables),
      ...options,
    });
  // Whether variables are optional is not known while their type is a parameter.
  return Object.assign(useOperation, createFunctions(document)) as InfiniteQueryHook<
    Data,
    Variables
  >;
}

/** Creates the infinite hook of a query that suspends the component until there is data. */
export function createSuspenseInfiniteQueryHook<Data extends object, Variables>(
  document: TypedDocument<Data, Variables>,
): SuspenseInfiniteQueryHook<Data, Variables> {
  const useOperation = <TData, TError>(
    variables?: Variables,
    options?: Partial<SuspenseOptions<Data, Variables, TError, TData>>,
  ) =>
    useSuspenseInfiniteQuery<Data, TError, TData, QueryKey, Partial<Variables>>({
      ...getInfiniteOptions(document, useCheckedClient(), variables),
      ...options,
    });
  // As above.
  return Object.assign(useOperation, createFunctions(document)) as SuspenseInfiniteQueryHook<
    Data,
    Variables
  >;
}
