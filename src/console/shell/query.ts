import { type keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { type ApiError, getResourceKey, type Resource } from '../../hooks/index.ts';
import { isObject, type JsonObject } from './parse.ts';

/** What components use of a query. */
export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: ApiError | null;
  readonly refetch: () => unknown;
}

/**
 * Returns the data of a query. If fields of it failed, for example because the credentials do not have their scope, these
 * are null.
 */
export const getData = <Data>({ data, error }: Pick<Query<Data>, 'data' | 'error'>) =>
  // Fields that fail are nullable in the schema, so the type is that of complete data.
  data ?? ((error?.data ?? undefined) as Data | undefined);

/** What the field of an operation with one field returns. */
export type Root<Data> = NonNullable<Data[keyof Data]>;

export function getRoot<Data extends object>(data: Data): Root<Data> | null {
  const [root]: readonly Root<Data>[] = Object.values(data);
  return root ?? null;
}

/** Returns the record that a mutation returns. */
export function getRecord(data: object): JsonObject | undefined {
  const payload: unknown = getRoot(data);
  const record = isObject(payload) && Object.values(payload)[0];
  return isObject(record) ? record : undefined;
}

/** A kind of records. */
export interface Kind {
  /** One of them, such as `tool`. */
  readonly noun: string;
  /** Its type in the schema, and what else a change of a record changes. */
  readonly type: Resource | readonly Resource[];
  /** The list. */
  readonly parent: { readonly href: string; readonly name: string };
  /** Start of the path of a record. Default: the path of the list. */
  readonly path?: string;
}

/** Divisible by two, three and four columns. */
const PER_PAGE = 12;

export interface ListVariables {
  readonly page: number;
  readonly first: number;
  /** Absent if the list cannot be searched. */
  readonly search?: string | null;
}

/** The options of the hook of a list: the previous page stays until the next one is loaded. */
export interface ListOptions {
  readonly placeholderData: typeof keepPreviousData;
}

/** What is in the list that an operation returns. */
export type ItemOf<Data> =
  Root<Data> extends { readonly nodes: readonly (infer Item)[] } ? Item : never;

/** A page of a list. */
export interface ListResult<Item> {
  readonly nodes: readonly Item[];
  /** Null if the service does not report it. */
  readonly totalCount: number | null;
  readonly pageInfo: { readonly hasNextPage: boolean };
}

/** Returns the number of the last page; null if the service does not report how many items there are. */
export const findLastPage = (
  { totalCount, pageInfo }: ListResult<unknown>,
  { page, first }: Pick<ListVariables, 'page' | 'first'>,
): number | null =>
  totalCount === null
    ? pageInfo.hasNextPage
      ? null
      : page
    : Math.max(1, Math.ceil(totalCount / first));

/** Props of a control for a filter. */
export interface FilterField {
  readonly path: string;
  /** Empty for no filter. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Keeps the search, the filters and the page number of a list in the URL, the search in the parameter `name`. */
export function useListParams<Filter extends string>(
  filters: readonly Filter[],
  { canSearch }: { readonly canSearch: boolean },
) {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1);
  const change = (name: string, value: string) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.delete('page');
        if (value) changed.set(name, value);
        else changed.delete(name);
        return changed;
      },
      { replace: true },
    );
  const field = (name: string): FilterField => ({
    path: name,
    value: params.get(name) ?? '',
    onChange: (value) => change(name, value),
  });
  const names = ['name', ...filters];
  // As a text, so that it has an identity.
  const texts: string = useDebouncedValue(JSON.stringify(names.map((name) => params.get(name))));
  const [search, ...values]: readonly (string | null)[] = JSON.parse(texts);
  const variables = {
    page,
    first: PER_PAGE,
    ...(canSearch && { search: search?.trim() || null }),
    // The names are those of the type, which TypeScript does not know of an object built from entries.
    ...(Object.fromEntries(
      filters.map((name, index) => [name, values[index]?.trim() || null]),
    ) as Record<Filter, string | null>),
  };
  return {
    params,
    field,
    variables,
    isFiltered: filters.some((name) => params.has(name)),
    clear: () => setParams({}, { replace: true }),
  };
}

/** Returns a value after it has not changed for `milliseconds` (default 200). */
export function useDebouncedValue<Value>(value: Value, milliseconds = 200): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}

/** Returns a function that refreshes what the console shows of resources, one after the other. */
export function useRefresh(): (resources: Resource | readonly Resource[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (resources) => {
      for (const resource of [resources].flat())
        await client.invalidateQueries({ queryKey: getResourceKey(resource) });
    },
    [client],
  );
}

export const getRecordPath = (section: string, id: string): string =>
  `/${section}/${encodeURIComponent(id)}`;
