import type { DataTag } from '@tanstack/query-core';
import type { Client } from './client.ts';
import type { ApiError } from './errors.ts';
import { getOperationName, type ResourcePaths, type TypedDocument } from './typed-document.ts';
import type { Resource } from './types.ts';

/** The first element of a query key. */
interface KeyScope {
  readonly client: string;
  readonly operation: string;
  /** The data of infinite queries has another shape. */
  readonly type: 'query' | 'infinite';
  /** Where the data has records of each resource. */
  readonly resources: ResourcePaths;
}

/** Key of a query. */
export type OperationKey = readonly [scope: KeyScope, variables: unknown];

/** The key of an operation's query, which knows the type of the query's data. */
export type TypedKey<Data> = DataTag<OperationKey, Data, ApiError>;

type Named = Pick<Client, 'name'>;

const DEFAULT_NAME: Named = { name: 'default' };

export function getQueryKey<Data>(
  type: KeyScope['type'],
  document: TypedDocument<unknown, never>,
  variables: unknown,
  { name }: Named,
): TypedKey<Data> {
  const resources = document.__meta__?.resources ?? {};
  const scope = { client: name, operation: getOperationName(document), type, resources };
  const key: OperationKey = [scope, variables];
  // DataTag only adds the type of the data.
  return key as TypedKey<Data>;
}

/** Returns the key that matches every query of an operation, with any variables, also infinite ones. */
export const getOperationKey = (
  document: TypedDocument<unknown, never>,
  { name }: Named = DEFAULT_NAME,
): readonly unknown[] => [{ client: name, operation: getOperationName(document) }];

/**
 * Returns the key that matches every query with records of a resource: single records, lists, infinite lists, and
 * records that contain one. For example, `invalidateQueries({ queryKey: getResourceKey('Avatar') })`.
 */
export const getResourceKey = (
  resource: Resource,
  { name }: Named = DEFAULT_NAME,
): readonly unknown[] =>
  // TanStack Query matches keys deeply and in part: an empty list matches every list.
  [{ client: name, resources: { [resource]: [] } }];

/** What is used of a QueryClient. Each framework has its own class. */
export interface QueryStore {
  getQueryCache(): {
    findAll(filters: { readonly queryKey: readonly unknown[] }): readonly unknown[];
  };
}

const clientsByStore = new WeakMap<QueryStore, Map<string, Client>>();

/**
 * Checks that a QueryClient has data of one client of that name only.
 * @throws Error if it has data of another one, which this client's user may not be allowed to see.
 */
export function assertSameClient(store: QueryStore, client: Client): void {
  const clients = clientsByStore.get(store) ?? new Map<string, Client>();
  clientsByStore.set(store, clients);
  const { name } = client;
  const other = clients.get(name);
  const queryKey = [{ client: name }];
  if (other && other !== client && store.getQueryCache().findAll({ queryKey }).length > 0) {
    throw new Error(
      `A QueryClient has data of two clients named "${name}". Give one of them another name or QueryClient, or call queryClient.clear() before you change the client.`,
    );
  }
  clients.set(name, client);
}
