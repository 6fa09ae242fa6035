import {
  type DefinedInitialDataOptions,
  type DefinedUseQueryResult,
  type UseQueryOptions,
  type UseQueryResult,
  type UseSuspenseQueryOptions,
  type UseSuspenseQueryResult,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import type { Client } from './client.ts';
import { useClient } from './client-provider.ts';
import type { AnyApiError } from './errors.ts';
import { assertSameClient, getQueryKey, type TypedKey } from './query-keys.ts';
import { getQueryOptions, type OperationQuery } from './query-options.ts';
import type { TypedDocument, VariablesParameter, WithVariables } from './typed-document.ts';

/** Options of TanStack Query whose key is set by the hook, and may be replaced. */
export type WithOptionalKey<Options extends { queryKey: unknown }> = Omit<Options, 'queryKey'> &
  Partial<Pick<Options, 'queryKey'>>;

/** What query hooks have besides their call, for use outside of components. */
interface QueryFunctions<Data, Variables> {
  /** Returns the query's key; without variables, the prefix of all keys of the operation. */
  getKey(variables?: Variables, client?: Pick<Client, 'name'>): TypedKey<Data>;
  /** Returns what `prefetchQuery`, `fetchQuery` and `useQueries` need. */
  getOptions(client: Client, ...[variables]: VariablesParameter<Variables>): OperationQuery<Data>;
}

/** A hook of `useQuery`. With `initialData`, its data is always defined. */
export interface QueryHook<Data, Variables> extends QueryFunctions<Data, Variables> {
  <TData = Data, TError = AnyApiError>(
    variables: VariablesParameter<Variables>[0],
    options: WithOptionalKey<DefinedInitialDataOptions<Data, TError, TData>>,
  ): DefinedUseQueryResult<TData, TError>;
  <TData = Data, TError = AnyApiError>(
    ...[variables, options]: WithVariables<
      Variables,
      WithOptionalKey<UseQueryOptions<Data, TError, TData>>
    >
  ): UseQueryResult<TData, TError>;
}

/** A hook of `useSuspenseQuery`. Its data is always defined. */
export interface SuspenseQueryHook<Data, Variables> extends QueryFunctions<Data, Variables> {
  <TData = Data, TError = AnyApiError>(
    ...[variables, options]: WithVariables<
      Variables,
      WithOptionalKey<UseSuspenseQueryOptions<Data, TError, TData>>
    >
  ): UseSuspenseQueryResult<TData, TError>;
}

const createFunctions = <Data, Variables>(document: TypedDocument<Data, Variables>) => ({
  getKey: (variables?: Variables, client?: Pick<Client, 'name'>) =>
    getQueryKey<Data>('query', document, variables, client),
  getOptions: (client: Client, variables?: Variables) =>
    getQueryOptions(client, document, variables),
});

/** Returns the client of the component, after a check that it may use the component's QueryClient. */
export function useCheckedClient(): Client {
  const client = useClient();
  assertSameClient(useQueryClient(), client);
  return client;
}

/** Creates the hook of a query. */
export function createQueryHook<Data, Variables>(
  document: TypedDocument<Data, Variables>,
): QueryHook<Data, Variables> {
  const useOperation = <TData, TError>(
    variables?: Variables,
    options?: Partial<UseQueryOptions<Data, TError, TData>>,
  ) =>
    useQuery<Data, TError, TData>({
      ...getQueryOptions(useCheckedClient(), document, variables),
      ...options,
    });
  // Whether variables are optional is not known while their type is a parameter.
  return Object.assign(useOperation, createFunctions(document)) as QueryHook<Data, Variables>;
}

/** Creates the hook of a query that suspends the component until there is data. */
export function createSuspenseQueryHook<Data, Variables>(
  document: TypedDocument<Data, Variables>,
): SuspenseQueryHook<Data, Variables> {
  const useOperation = <TData, TError>(
    variables?: Variables,
    options?: Partial<UseSuspenseQueryOptions<Data, TError, TData>>,
  ) =>
    useSuspenseQuery<Data, TError, TData>({
      ...getQueryOptions(useCheckedClient(), document, variables),
      ...options,
    });
  // As above.
  return Object.assign(useOperation, createFunctions(document)) as SuspenseQueryHook<
    Data,
    Variables
  >;
}
