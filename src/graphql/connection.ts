import { z } from 'zod';
import { findNextPage, MAX_PER_PAGE, perPage, type UpstreamPage } from '../contract/page.ts';
import { builder } from './builder.ts';
import { getListComplexity } from './complexity.ts';
import { createArgumentReader, createFilterArguments, type ListOptions } from './list-options.ts';
import { DEFAULT_PAGE_SIZE } from './page.ts';

interface Edge {
  readonly cursor: string;
  readonly node: object;
}

interface Connection {
  readonly edges: readonly Edge[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly total: number | null;
}

/** Creates the cursor of the item at an offset of the list. Cursors are opaque to clients. */
const createCursor = (noun: string, offset: number) =>
  Buffer.from(`${noun}:${offset}`).toString('base64url');

/** Returns the offset after a cursor; undefined for an invalid cursor. */
function readNextOffset(noun: string, cursor: string): number | undefined {
  const [kind, offset = ''] = Buffer.from(cursor, 'base64url').toString().split(':');
  return kind === noun && /^\d{1,9}$/.test(offset) ? Number(offset) + 1 : undefined;
}

/** Returns the offset of the first item after a cursor; 0 without a valid cursor. */
const getOffset = (noun: string, after: string | null | undefined) =>
  (typeof after === 'string' && readNextOffset(noun, after)) || 0;

/** Returns the numbers of the one or two pages of `first` items that contain `first` items from `offset`. */
const listPages = (offset: number, first: number) => {
  const page = Math.floor(offset / first) + 1;
  return offset % first === 0 ? [page] : [page, page + 1];
};

function createConnection(
  pages: readonly UpstreamPage[],
  { offset, first, noun }: { offset: number; first: number; noun: string },
): Connection {
  const skipped = offset % first;
  const fetched = pages.flatMap(({ data }) => data);
  const edges = fetched
    .slice(skipped, skipped + first)
    .map((node, index) => ({ cursor: createCursor(noun, offset + index), node }));
  const lastFetched = pages.at(-1);
  const total = lastFetched?.meta.total ?? null;
  const page = Math.floor(offset / first) + pages.length;
  const hasMoreItems =
    fetched.length > skipped + first ||
    (lastFetched !== undefined && findNextPage(lastFetched, { page, perPage: first }) !== null);
  const hasNextPage = total === null ? hasMoreItems : offset + edges.length < total;
  return { edges, total, hasNextPage, hasPreviousPage: offset > 0 };
}

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
export function addConnectionField<Filter extends object>({
  type,
  plural,
  noun,
  nouns,
  scopes,
  isExtension,
  filters,
  read,
}: ListOptions<Filter>): void {
  const field = `${plural}Connection`;
  const EdgeType = builder.objectRef<Edge>(`${type.name}Edge`).implement({
    description: `An item of ${field}.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', {
        nullable: false,
        description: `Cursor of the ${noun}.`,
      }),
      node: t.field({
        type,
        nullable: false,
        description: `The ${noun}.`,
        resolve: ({ node }) => node,
      }),
    }),
  });
  const ConnectionType = builder.objectRef<Connection>(`${type.name}Connection`).implement({
    description: `A part of the list of ${nouns}, as a Relay cursor connection.`,
    fields: (t) => ({
      edges: t.expose('edges', {
        type: [EdgeType],
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
  const cursor = z
    .string()
    .refine(
      (after) => readNextOffset(noun, after) !== undefined,
      `after must be a cursor of ${field}.`,
    );
  const readArguments = createArgumentReader(
    z.object({ first: perPage.default(DEFAULT_PAGE_SIZE), after: cursor.optional() }),
    filters,
  );
  builder.queryField(field, (t) =>
    t.field({
      type: ConnectionType,
      nullable: isExtension,
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
      scopes,
      complexity: ({ first, after }) => {
        const size = first ?? DEFAULT_PAGE_SIZE;
        return getListComplexity(size, listPages(getOffset(noun, after), size).length);
      },
      resolve: async (_, args, context) => {
        const { position, filter } = readArguments(args);
        const { first, after } = position;
        const offset = getOffset(noun, after);
        const pages = await Promise.all(
          listPages(offset, first).map((page) =>
            read({ ...filter, page, perPage: first }, context),
          ),
        );
        return createConnection(pages, { offset, first, noun });
      },
    }),
  );
}
