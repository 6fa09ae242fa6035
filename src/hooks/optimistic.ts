import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useClient } from './client-provider.ts';
import type { ApiError } from './errors.ts';
import { getResourceKey, type OperationKey } from './query-keys.ts';
import type { Resource } from './types.ts';

type CachedRecord = Readonly<Record<string, unknown>>;

/** Returns the record to show instead of a cached one; undefined to leave it out of lists. */
type Change = (record: CachedRecord) => CachedRecord | undefined;

/** The data of queries before a mutation. */
type Snapshot = readonly (readonly [QueryKey, unknown])[];

/** Options of a mutation's hook that change cached data before the API responds. */
export interface OptimisticOptions<Variables> {
  readonly onMutate: (variables: Variables) => Promise<Snapshot>;
  readonly onError: (error: ApiError, variables: Variables, snapshot?: Snapshot) => void;
  readonly onSettled: (data: unknown, error: ApiError | null) => Promise<void> | undefined;
}

const isRecord = (value: unknown): value is CachedRecord =>
  typeof value === 'object' && value !== null;

/** Returns a copy of `data` with the records at a path changed. */
function changeRecords(data: unknown, path: readonly string[], change: Change): unknown {
  if (Array.isArray(data))
    return data
      .map((item) => changeRecords(item, path, change))
      .filter((item) => item !== undefined);
  if (!isRecord(data)) return data;
  const [name, ...rest] = path;
  if (name === undefined) return change(data);
  if (!(name in data)) return data;
  const value = data[name];
  const changed = changeRecords(value, rest, change);
  // Only lists can do without a record. An edge of a list goes with its node.
  if (changed === undefined && name === 'node') return undefined;
  return { ...data, [name]: changed ?? value };
}

/** Returns the paths of a resource's records in the data of a query that has the resource's key. */
function getPaths(queryKey: QueryKey, resource: Resource): string[][] {
  // Only keys of operations match the key of a resource.
  const [{ type, resources }] = queryKey as OperationKey;
  const prefix = type === 'infinite' ? ['pages'] : [];
  return (resources[resource] ?? []).map((path) => [...prefix, ...path.split('.')]);
}

function useOptimisticChange<Variables extends { readonly id: string }>(
  resource: Resource,
  getChange: (variables: Variables) => Change,
): OptimisticOptions<Variables> {
  const queryClient = useQueryClient();
  const queryKey = getResourceKey(resource, useClient());
  return {
    onMutate: async (variables) => {
      await queryClient.cancelQueries({ queryKey });
      const snapshot = queryClient.getQueriesData({ queryKey });
      const changeAny = getChange(variables);
      const change: Change = (record) => (record.id === variables.id ? changeAny(record) : record);
      for (const [key, data] of snapshot) {
        const changed = getPaths(key, resource).reduce(
          (current, path) => changeRecords(current, path, change),
          data,
        );
        queryClient.setQueryData(key, changed);
      }
      return snapshot;
    },
    onError: (_error, _variables, snapshot = []) => {
      for (const [key, data] of snapshot) queryClient.setQueryData(key, data);
    },
    onSettled: (_data, error) => {
      const refetched = queryClient.invalidateQueries({ queryKey });
      // A mutation has its error only when this has ended. Without the network, that is after all retries of the queries.
      return error ? undefined : refetched;
    },
  };
}

/**
 * Options for a hook that updates a record: `useUpdateAvatarMutation(useOptimisticUpdate('Avatar'))`. Every cached
 * record with the id shows the new values of fields that the input and the record have. If the mutation fails, the
 * earlier values return. In the end, all queries with records of the resource are invalidated.
 */
export const useOptimisticUpdate = (
  resource: Resource,
): OptimisticOptions<{ readonly id: string; readonly input: object }> =>
  useOptimisticChange(resource, ({ input }) => (record) => {
    const changes = Object.entries(input).filter(
      ([name, value]) => name in record && value !== undefined,
    );
    return { ...record, ...Object.fromEntries(changes) };
  });

/** As `useOptimisticUpdate`, for a hook that deletes a record: it disappears from all cached lists. */
export const useOptimisticDelete = (
  resource: Resource,
): OptimisticOptions<{ readonly id: string }> =>
  useOptimisticChange(resource, () => () => undefined);
