import type { ArgBuilder, ObjectRef } from '@pothos/core';
import { z } from 'zod';
import { type Records, type ResourceName, resources } from '../contract/api.ts';
import { MAX_PER_PAGE, type PageNumbers, type UpstreamPage } from '../contract/page.ts';
import { builder, type GraphTypes } from './builder.ts';
import type { GraphContext } from './context.ts';
import { readCursor } from './cursor.ts';
import { createEdge, type Edge, getEdgeType } from './edge.ts';
import { getListCost } from './field-cost.ts';
import { createArgumentReader, createFilterArguments, type ListOptions } from './list-options.ts';
import {
  fetchSlice,
  fetchSliceAfter,
  type ListSlice,
  MAX_CALLS_AFTER_CURSOR,
} from './list-slice.ts';
import { DEFAULT_PAGE_SIZE } from './page.ts';

interface Connection {
  readonly edges: readonly Edge[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly total: number | null;
}

const createConnection = (resource: ResourceName, slice: ListSlice): Connection => ({
  edges: slice.items.map((node, index) =>
    createEdge(resource, node, { offset: slice.offset + index, total: slice.total }),
  ),
  hasNextPage: slice.hasNextPage,
  hasPreviousPage: slice.offset > 0,
  total: slice.total,
});

const PageInfo = builder.objectRef<Connection>('PageInfo').implement({
  description: 'Information about pagination in a connection.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      nullable: false,
      description: 'Whether the list has more items after these.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      nullable: false,
      description: 'Whether the list has items before these.',
    }),
    startCursor: t.string({
      description: 'Cursor of the first edge.',
      resolve: ({ edges }) => edges[0]?.cursor,
    }),
    endCursor: t.string({
      description: 'Cursor of the last edge. Pass it as `after` to get the next items.',
      resolve: ({ edges }) => edges.at(-1)?.cursor,
    }),
  }),
});

const connectionTypes = new Map<ResourceName, ObjectRef<GraphTypes, Connection>>();

/** Returns the type of a resource's connections, such as `PersonaConnection`, which it creates once. */
function getConnectionType(
  resource: ResourceName,
  type: ObjectRef<GraphTypes, object>,
): ObjectRef<GraphTypes, Connection> {
  const known = connectionTypes.get(resource);
  if (known) return known;
  const { nouns } = resources[resource];
  const connectionType = builder.objectRef<Connection>(`${type.name}Connection`).implement({
    description: `A list of ${nouns}, as a Relay cursor connection.`,
    fields: (t) => ({
      edges: t.expose('edges', {
        type: [getEdgeType(resource, type)],
        nullable: false,
        description: `The ${nouns} with their cursors.`,
      }),
      nodes: t.field({
        type: [type],
        nullable: false,
        description: `The ${nouns} without cursors.`,
        resolve: ({ edges }) => edges.map(({ node }) => node),
      }),
      pageInfo: t.field({
        type: PageInfo,
        nullable: false,
        description: 'Information about pagination.',
        resolve: (connection) => connection,
      }),
      totalCount: t.exposeInt('total', {
        description: `Total number of ${nouns}; null if the upstream does not return it.`,
      }),
    }),
  });
  connectionTypes.set(resource, connectionType);
  return connectionType;
}

const first = z.int().min(0).max(MAX_PER_PAGE);

interface ConnectionOptions<Name extends ResourceName, Filter extends object, Parent>
  extends Omit<ListOptions<Name, Filter>, 'fetchPage'> {
  /** Name of the field. */
  readonly field: string;
  readonly description: string;
  /** Fetches one page for the object that has the field. May be called for two pages at once. */
  readonly fetchPage: (
    query: PageNumbers & Filter,
    context: GraphContext,
    parent: Parent,
  ) => Promise<UpstreamPage<Records[Name]>>;
}

/** Creates the options of a field that returns a resource as a Relay connection. */
export function createConnectionOptions<
  Name extends ResourceName,
  Filter extends object,
  Parent = unknown,
>(
  arg: ArgBuilder<GraphTypes>,
  {
    field,
    resource,
    type,
    description,
    filters,
    fetchPage,
  }: ConnectionOptions<Name, Filter, Parent>,
) {
  const { noun, nouns, feature } = resources[resource];
  const cursor = z.string().transform((after, context) => {
    const position = readCursor(noun, after);
    if (position) return position;
    context.addIssue(`Must be a cursor of ${field}.`);
    return z.NEVER;
  });
  const readArguments = createArgumentReader(
    z.object({ first: first.default(DEFAULT_PAGE_SIZE), after: cursor.optional() }),
    filters,
  );
  return {
    type: getConnectionType(resource, type),
    description,
    args: {
      first: arg.int({
        defaultValue: DEFAULT_PAGE_SIZE,
        description: `Number of ${nouns}, 0 to ${MAX_PER_PAGE}. 0 returns only the total.`,
      }),
      after: arg.string({
        description: 'Cursor to start after. Default: the start of the list.',
      }),
      ...createFilterArguments(arg, filters),
    },
    scopes: [`${feature}:read`] as const,
    complexity: (args: { first?: unknown; after?: unknown }) =>
      getListCost(
        typeof args.first === 'number' ? args.first : DEFAULT_PAGE_SIZE,
        args.after ? MAX_CALLS_AFTER_CURSOR : 1,
      ),
    resolve: async (parent: Parent, args: object, context: GraphContext) => {
      const { position, filter } = readArguments(args);
      const { first, after } = position;
      const fetchFiltered = (numbers: PageNumbers) =>
        fetchPage({ ...filter, ...numbers }, context, parent);
      const slice = after
        ? await fetchSliceAfter(fetchFiltered, after, first)
        : await fetchSlice(fetchFiltered, 0, first);
      return createConnection(resource, slice);
    },
  };
}

/** Adds the query that returns a resource as a Relay connection, such as `personasConnection`. */
export function addConnectionField<Name extends ResourceName, Filter extends object>(
  options: ListOptions<Name, Filter>,
): void {
  const { nouns, collection } = resources[options.resource];
  const field = `${collection}Connection`;
  const description = `Returns ${nouns} as a cursor connection, for infinite scrolling.`;
  builder.queryField(field, (t) =>
    t.field(createConnectionOptions(t.arg, { ...options, field, description })),
  );
}
