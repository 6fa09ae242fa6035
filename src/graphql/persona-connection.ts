import { z } from 'zod';
import { perPage } from '../contract/page.ts';
import type { PersonaPage, Persona as PersonaRecord } from '../contract/persona.ts';
import { PersonasQuery } from '../contract/persona.ts';
import { builder } from './builder.ts';
import { listComplexity } from './complexity.ts';
import { nullsAsOmitted, readDescriptions } from './input.ts';
import { primeLoaders } from './loaders.ts';
import { Persona } from './persona.ts';
import { DEFAULT_SIZE } from './persona-page.ts';

interface Edge {
  readonly cursor: string;
  readonly node: PersonaRecord;
}

interface Connection {
  readonly edges: readonly Edge[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly total: number | null;
}

/** Cursors stand for "after the item at this offset". They are opaque to callers. */
const cursorOf = (offset: number) => Buffer.from(`persona:${offset}`).toString('base64url');

const offsetAfter = (cursor: string): number | undefined => {
  const [, offset] = /^persona:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return offset === undefined ? undefined : Number(offset) + 1;
};

/** Items `offset` to `offset + first` of the list: they lie on one page of `first` items, or on two neighbours. */
const pagesOf = (offset: number, first: number) => {
  const page = Math.floor(offset / first) + 1;
  return offset % first === 0 ? [page] : [page, page + 1];
};

function connectionOf(pages: readonly PersonaPage[], offset: number, first: number): Connection {
  const skipped = offset % first;
  const fetched = pages.flatMap(({ data }) => data);
  const edges = fetched
    .slice(skipped, skipped + first)
    .map((node, index) => ({ cursor: cursorOf(offset + index), node }));
  const meta = pages.at(-1)?.meta;
  const total = meta?.total ?? null;
  const more = fetched.length > skipped + first || typeof meta?.next === 'number';
  const hasNextPage = total === null ? more : offset + edges.length < total;
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

const PersonaEdge = builder.objectRef<Edge>('PersonaEdge').implement({
  description: 'A persona and its cursor.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { nullable: false, description: 'Cursor of the persona.' }),
    node: t.expose('node', { type: Persona, nullable: false, description: 'The persona.' }),
  }),
});

const PersonaConnection = builder.objectRef<Connection>('PersonaConnection').implement({
  description: 'A part of the list of personas, as a Relay cursor connection.',
  fields: (t) => ({
    edges: t.expose('edges', {
      type: [PersonaEdge],
      nullable: false,
      description: 'The personas with their cursors.',
    }),
    nodes: t.field({
      type: [Persona],
      nullable: false,
      description: 'The personas without cursors.',
      resolve: ({ edges }) => edges.map(({ node }) => node),
    }),
    pageInfo: t.field({
      type: PageInfo,
      nullable: false,
      description: 'Position of this connection in the list.',
      resolve: (connection) => connection,
    }),
    totalCount: t.exposeInt('total', {
      description: 'Total number of personas; null if the upstream does not return it.',
    }),
  }),
});

const cursor = z.string().refine((after) => offsetAfter(after) !== undefined, {
  error: 'after must be a cursor of personasConnection.',
});

builder.queryField('personasConnection', (t) =>
  t.field({
    type: PersonaConnection,
    nullable: false,
    description: 'Returns personas as a cursor connection, for infinite scrolling.',
    args: {
      first: t.arg.int({
        defaultValue: DEFAULT_SIZE,
        description: 'Number of personas, 1 to 100.',
      }),
      after: t.arg.string({
        description: 'Cursor to start after. Default: the start of the list.',
      }),
      name: t.arg.string({ description: readDescriptions(PersonasQuery.shape)('search') }),
    },
    validate: {
      schema: nullsAsOmitted(
        z.object({
          first: perPage.default(DEFAULT_SIZE),
          after: cursor.optional(),
          name: z.string().optional(),
        }),
      ),
    },
    scopes: ['personas:read'],
    complexity: ({ first }) => listComplexity(first ?? DEFAULT_SIZE),
    resolve: async (_, args, { rest, loaders }) => {
      const first = args.first ?? DEFAULT_SIZE;
      const offset = (args.after && offsetAfter(args.after)) || 0;
      const search = args.name ?? undefined;
      const pages = await Promise.all(
        pagesOf(offset, first).map((page) =>
          rest.personas({ query: { page, perPage: first, search } }),
        ),
      );
      primeLoaders(loaders, ...pages.flatMap(({ data }) => data));
      return connectionOf(pages, offset, first);
    },
  }),
);
