import type { InfiniteData, SkipToken } from '@tanstack/query-core';
import { type Client, defaultClient, sendOperation } from './client.ts';
import type { WithApiErrors } from './errors.ts';
import {
  assertSameClient,
  getOperationKey,
  getQueryKey,
  type QueryStore,
  type TypedKey,
} from './query-keys.ts';
import type { RequestOptions } from './send-request.ts';
import type { TypedDocument } from './typed-document.ts';

/** What TanStack Query passes to the function of a query. */
interface QueryContext {
  readonly client: QueryStore;
  readonly signal: AbortSignal;
}

/** Options of a query's requests. */
export type QueryRequestOptions = Pick<RequestOptions, 'errors'>;

/** Options of a query, for hooks, loaders and prefetching with any adapter of TanStack Query. */
export interface OperationQuery<Data, Skip = never> extends WithApiErrors<Data> {
  readonly queryKey: TypedKey<Data>;
  readonly queryFn: ((context: QueryContext) => Promise<Data>) | Skip;
}

// A skipToken is the only symbol. Without its value, no package of TanStack Query is needed at run time.
const isSkipped = (variables: unknown): variables is SkipToken => typeof variables === 'symbol';

/**
 * Returns the options of a query of any document. With `skipToken` in place of the variables, the query waits.
 * @param client Default: one without options, of the page's own origin.
 */
export function operationQuery<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  client?: Client,
  options?: QueryRequestOptions,
): OperationQuery<Data>;
export function operationQuery<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables | SkipToken,
  client?: Client,
  options?: QueryRequestOptions,
): OperationQuery<Data, SkipToken>;
export function operationQuery<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables | SkipToken,
  client: Client = defaultClient,
  { errors }: QueryRequestOptions = {},
): OperationQuery<Data, SkipToken> {
  const isWaiting = isSkipped(variables);
  const key = getQueryKey('query', document, isWaiting ? undefined : variables, client, errors);
  return {
    // DataTag only adds the type of the data.
    queryKey: key as TypedKey<Data>,
    queryFn: isWaiting
      ? variables
      : ({ client: store, signal }) => {
          assertSameClient(store, client);
          return sendOperation(client, document, variables, { signal, errors });
        },
  };
}

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
export interface OperationInfiniteQuery<Data, Skip = never> extends WithApiErrors<Data> {
  readonly queryKey: TypedKey<InfiniteData<Data, PageParam>, Data>;
  readonly queryFn:
    | ((context: QueryContext & { readonly pageParam: PageParam }) => Promise<Data>)
    | Skip;
  readonly initialPageParam: PageParam;
  readonly getNextPageParam: (lastPage: Data) => PageParam | undefined;
}

/** Returns the variables of the page after a page; undefined if it is the last. */
function getNextPageParam(lastPage: PagedData): PageParam | undefined {
  const [list] = Object.values(lastPage);
  return list?.pageInfo.hasNextPage ? { after: list.pageInfo.endCursor, page: null } : undefined;
}

/** As `operationQuery`, of a document whose only field is a list: its next page is found by itself. */
export function operationInfiniteQuery<Data extends PagedData, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  client?: Client,
  options?: QueryRequestOptions,
): OperationInfiniteQuery<Data>;
export function operationInfiniteQuery<Data extends PagedData, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables | SkipToken,
  client?: Client,
  options?: QueryRequestOptions,
): OperationInfiniteQuery<Data, SkipToken>;
export function operationInfiniteQuery<Data extends PagedData, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables | SkipToken,
  client: Client = defaultClient,
  { errors }: QueryRequestOptions = {},
): OperationInfiniteQuery<Data, SkipToken> {
  const isWaiting = isSkipped(variables);
  const key = getQueryKey('infinite', document, isWaiting ? undefined : variables, client, errors);
  return {
    // As above.
    queryKey: key as TypedKey<InfiniteData<Data, PageParam>, Data>,
    queryFn: isWaiting
      ? variables
      : ({ client: store, signal, pageParam }) => {
          assertSameClient(store, client);
          const page = { ...variables, ...pageParam };
          return sendOperation(client, document, page, { signal, errors });
        },
    initialPageParam: {},
    getNextPageParam,
  };
}

/** Options of a mutation, for any adapter of TanStack Query. Its variables include the options of the request. */
export interface OperationMutation<Data, Variables> extends WithApiErrors<Data> {
  readonly mutationKey: readonly unknown[];
  readonly mutationFn: (call: Variables & RequestOptions) => Promise<Data>;
}

/**
 * Returns the options of a mutation of any document. Its key is `getOperationKey(document, client)`.
 * @param client Default: one without options, of the page's own origin.
 */
export const operationMutation = <Data, Variables>(
  document: TypedDocument<Data, Variables>,
  client: Client = defaultClient,
): OperationMutation<Data, Variables> => ({
  mutationKey: getOperationKey(document, client),
  mutationFn: (call) => {
    const { signal, onUploadProgress, errors } = call;
    // JSON leaves out fields that are undefined.
    const variables = {
      ...call,
      signal: undefined,
      onUploadProgress: undefined,
      errors: undefined,
    };
    return sendOperation(client, document, variables, { signal, onUploadProgress, errors });
  },
});
