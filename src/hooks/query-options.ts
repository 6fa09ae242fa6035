import type { QueryClient } from '@tanstack/react-query';
import { type Client, sendOperation } from './client.ts';
import { assertSameClient, getQueryKey, type TypedKey } from './query-keys.ts';
import type { TypedDocument } from './typed-document.ts';

/** What TanStack Query passes to a query function. */
export interface QueryContext {
  readonly client?: QueryClient;
  readonly signal: AbortSignal;
  /** Of an infinite query. */
  readonly pageParam?: unknown;
}

/** Key and function of an operation's query, for every function of a QueryClient. */
export interface OperationQuery<Data> {
  readonly queryKey: TypedKey<Data>;
  readonly queryFn: (context: QueryContext) => Promise<Data>;
}

/** Returns the key and the function of a query: `queryClient.prefetchQuery(getQueryOptions(client, document))`. */
export const getQueryOptions = <Data, Variables>(
  client: Client,
  document: TypedDocument<Data, Variables>,
  variables?: Variables,
): OperationQuery<Data> => ({
  queryKey: getQueryKey('query', document, variables, client),
  queryFn: ({ client: queryClient, signal }) => {
    if (queryClient) assertSameClient(queryClient, client);
    return sendOperation(client, document, variables, { signal });
  },
});
