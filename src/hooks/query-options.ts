import type { InfiniteData } from '@tanstack/query-core';
import { type Client, sendOperation } from './client.ts';
import { defaultClient } from './default-client.ts';
import type { WithApiErrors } from './errors.ts';
import { assertSameClient, getQueryKey, type QueryStore, type TypedKey } from './query-keys.ts';
import type { TypedDocument } from './typed-document.ts';

/** What TanStack Query passes to the function of a query. */
interface QueryContext {
  readonly client: QueryStore;
  readonly signal: AbortSignal;
}

/** Options of a query, for hooks, loaders and prefetching with any adapter of TanStack Query. */
export interface OperationQuery<Data> extends WithApiErrors {
  readonly queryKey: TypedKey<Data>;
  readonly queryFn: (context: QueryContext) => Promise<Data>;
}

export const getQueryOptions = <Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  client: Client = defaultClient,
): OperationQuery<Data> => ({
  queryKey: getQueryKey('query', document, variables, client),
  queryFn: ({ client: store, signal }) => {
    assertSameClient(store, client);
    return sendOperation(client, document, variables, { signal });
  },
});

/** The variables that select the part of a list after another one. */
export interface PageParam {
  readonly after?: string | null | undefined;
  /** Null with `after`, so that the first part can be a page. */
  readonly page?: number | null | undefined;
}

/** The data of an operation with one list. */
type PagedData = Readonly<
  Record<
    string,
    {
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    } | null
  >
>;

/** Options of an infinite query, for hooks, loaders and prefetching with any adapter of TanStack Query. */
export interface OperationInfiniteQuery<Data> extends WithApiErrors {
  readonly queryKey: TypedKey<InfiniteData<Data, PageParam>>;
  readonly queryFn: (context: QueryContext & { readonly pageParam: PageParam }) => Promise<Data>;
  readonly initialPageParam: PageParam;
  readonly getNextPageParam: (lastPage: Data) => PageParam | undefined;
}

/** Returns the variables of the page after a page; undefined if it is the last. */
function getNextPageParam(lastPage: PagedData): PageParam | undefined {
  const [list] = Object.values(lastPage);
  return list?.pageInfo.hasNextPage ? { after: list.pageInfo.endCursor, page: null } : undefined;
}

/** Returns the options of an infinite query, which finds its next page itself. */
export const getInfiniteQueryOptions = <Data extends PagedData, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  client: Client = defaultClient,
): OperationInfiniteQuery<Data> => ({
  queryKey: getQueryKey('infinite', document, variables, client),
  queryFn: ({ client: store, signal, pageParam }) => {
    assertSameClient(store, client);
    return sendOperation(client, document, { ...variables, ...pageParam }, { signal });
  },
  initialPageParam: {},
  getNextPageParam,
});

/** The data of a query of a list. */
type NodePage<Node> = Readonly<Record<string, { readonly nodes: readonly Node[] } | null>>;

/**
 * Returns the records of all pages that an infinite hook has fetched. Also a `select` option:
 * `useInfinitePersonasQuery({}, { select: getNodes })`.
 */
export const getNodes = <Node>(data: { readonly pages: readonly NodePage<Node>[] }): Node[] =>
  data.pages.flatMap((page) => Object.values(page).flatMap((list) => list?.nodes ?? []));
