import {
  keepPreviousData,
  type SkipToken,
  skipToken,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ApiError, operationQuery, type TypedDocument, useClient } from '../../hooks/index.ts';
import { isObject, type JsonObject } from './parse.ts';
import type { Kind, ListResult, ListVariables } from './resource.ts';

/** What components use of a query. */
export type Query<Data> = Pick<UseQueryResult<Data, ApiError<Data>>, 'data' | 'error' | 'refetch'>;

/** Runs the query of a document. */
export const useOperation = <Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables | SkipToken,
  options: Partial<UseQueryOptions<Data, ApiError<Data>>> = {},
) => useQuery({ ...operationQuery(document, variables, useClient()), ...options });

/**
 * Returns the data of a query. If fields of it failed, for example because the credentials do not have their scope, these
 * are null.
 */
export const getData = <Data>({ data, error }: Pick<Query<Data>, 'data' | 'error'>) =>
  data ?? error?.data ?? undefined;

/** Returns what the only field of an operation returns. */
export const getRoot = <Value>(data: Readonly<Record<string, Value>>): Value | null =>
  Object.values(data)[0] ?? null;

/** Returns the record that a mutation returns. */
export function getRecord(data: object): JsonObject | undefined {
  const [payload] = Object.values(data);
  return isObject(payload) ? Object.values(payload).find(isObject) : undefined;
}

/** Reads a page of a list. The previous page stays until it is loaded. */
export function useList<Item>({ list }: Pick<Kind<Item>, 'list'>, variables: ListVariables) {
  const query = useOperation(list, variables, { placeholderData: keepPreviousData });
  const data = getData(query);
  const found: ListResult<Item> | null | undefined = data && getRoot(data);
  const { page, first } = variables;
  const lastPage =
    found && found.totalCount !== null
      ? Math.max(1, Math.ceil(found.totalCount / first))
      : found?.pageInfo.hasNextPage
        ? null
        : page;
  return {
    ...query,
    found,
    /** Null if the service does not report how many items there are. */
    lastPage,
  };
}

/**
 * Returns why a list has only the records of the service, such as built-in LLMs, which the API lists for every upstream;
 * undefined if it has all, and until that is known.
 */
export function useMissingPart<Item>({ list, own }: Kind<Item>): string | undefined {
  const { error } = useOperation(list, own ? { page: 1, first: 1, ...own } : skipToken);
  return error?.code === 'NOT_SUPPORTED' ? error.message : undefined;
}

/** Returns a value after it has not changed for 200 ms. */
export function useDebouncedValue<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), 200);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

type Placed = Pick<Kind<never>, 'path'>;

/** The list of personas is the start page. */
export const getListPath = ({ path }: Placed): string => (path === 'personas' ? '/' : `/${path}`);

export const getRecordPath = (path: string, id: string): string =>
  `/${path}/${encodeURIComponent(id)}`;
