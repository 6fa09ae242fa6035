import type { DataTag } from '@tanstack/query-core';
import type { Client } from './client.ts';
import type { ApiError } from './errors.ts';
import type { ErrorMode } from './send-request.ts';
import { getOperationName, type TypedDocument } from './typed-document.ts';
import type { Resource } from './types.ts';

/** The first element of a query key. */
interface KeyScope {
  readonly client: string;
  readonly operation: string;
  /** The data of infinite queries has another shape. */
  readonly type: 'query' | 'infinite';
  readonly resources: Readonly<Record<string, true>>;
  /** Only if the query has its own: its data may be partial. */
  readonly errors?: ErrorMode;
}

/** Key of a query. */
export type OperationKey = readonly [scope: KeyScope, variables: unknown];

/** The key of an operation's query, which knows the type of the query's data. */
export type TypedKey<Data, Page = Data> = DataTag<OperationKey, Data, ApiError<Page>>;

type Named = Pick<Client, 'name'>;

const DEFAULT_NAME: Named = { name: 'default' };

export function getQueryKey(
  type: KeyScope['type'],
  document: TypedDocument<unknown, never>,
  variables: unknown,
  { name }: Named,
  errors: ErrorMode | undefined,
): OperationKey {
  const { resources = [] } = document.__meta__ ?? {};
  const scope: KeyScope = {
    client: name,
    operation: getOperationName(document),
    type,
    resources: Object.fromEntries(resources.map((resource) => [resource, true])),
    ...(errors && { errors }),
  };
  return [scope, variables];
}

/** Returns the key that matches every query of an operation, with any variables, also infinite ones, or every mutation. */
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
  // TanStack Query matches keys deeply and in part.
  [{ client: name, resources: { [resource]: true } }];

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
