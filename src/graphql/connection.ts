import { z } from 'zod';
import { type ResourceName, resources } from '../contract/api.ts';
import { MAX_PER_PAGE, type PageNumbers, perPage } from '../contract/page.ts';
import { builder } from './builder.ts';
import { getListComplexity } from './complexity.ts';
import { readCursor } from './cursor.ts';
import { createEdge, type Edge, getEdgeType } from './edge.ts';
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
  description: 'Position of a connection in the list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      nullable: false,
      description: 'Whether the list has more items after this connection.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      nullable: false,
      description: 'Whether the list has items before this connection.',
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

/** Adds the query that returns a resource as a Relay connection, such as `personasConnection`, and its types. */
export function addConnectionField<Name extends ResourceName, Filter extends object>({
  resource,
  type,
  filters,
  fetchPage,
}: ListOptions<Name, Filter>): void {
  const { noun, nouns, collection, feature } = resources[resource];
  const field = `${collection}Connection`;
  const ConnectionType = builder.objectRef<Connection>(`${type.name}Connection`).implement({
    description: `A part of the list of ${nouns}, as a Relay cursor connection.`,
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
        description: 'Position of this connection in the list.',
        resolve: (connection) => connection,
      }),
      totalCount: t.exposeInt('total', {
        description: `Total number of ${nouns}; null if the upstream does not return it.`,
      }),
    }),
  });
  const cursor = z.string().transform((after, context) => {
    const position = readCursor(noun, after);
    if (position) return position;
    context.addIssue(`Must be a cursor of ${field}.`);
    return z.NEVER;
  });
  const readArguments = createArgumentReader(
    z.object({ first: perPage.default(DEFAULT_PAGE_SIZE), after: cursor.optional() }),
    filters,
  );
  builder.queryField(field, (t) =>
    t.field({
      type: ConnectionType,
      description: `Returns ${nouns} as a cursor connection, for infinite scrolling.`,
      args: {
        first: t.arg.int({
          defaultValue: DEFAULT_PAGE_SIZE,
          description: `Number of ${nouns}, 1 to ${MAX_PER_PAGE}.`,
        }),
        after: t.arg.string({
          description: 'Cursor to start after. Default: the start of the list.',
        }),
        ...createFilterArguments(t.arg, filters),
      },
      scopes: [`${feature}:read`],
      complexity: ({ first, after }) => {
        const size = first ?? DEFAULT_PAGE_SIZE;
        return getListComplexity(size, after ? MAX_CALLS_AFTER_CURSOR : 1);
      },
      resolve: async (_, args, context) => {
        const { position, filter } = readArguments(args);
        const { first, after } = position;
        const fetchFiltered = (numbers: PageNumbers) =>
          fetchPage({ ...filter, ...numbers }, context);
        const slice = after
          ? await fetchSliceAfter(fetchFiltered, after, first)
          : await fetchSlice(fetchFiltered, 0, first);
        return createConnection(resource, slice);
      },
    }),
  );
}
