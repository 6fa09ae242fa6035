import type { ArgBuilder, ObjectRef } from '@pothos/core';
import { z } from 'zod';
import { type Records, type ResourceName, resources } from '../contract/api.ts';
import { MAX_PER_PAGE, type PageNumbers, pageNumber, type UpstreamPage } from '../contract/page.ts';
import { getDescription } from '../contract/schema-meta.ts';
import { builder, type GraphTypes } from './builder.ts';
import type { GraphContext } from './context.ts';
import { getListCost } from './field-cost.ts';
import { findEnumType, findScalar } from './fields.ts';
import {
  createCursor,
  createEndCursor,
  cutSlice,
  findPages,
  getId,
  getMaxCalls,
  type ListSlice,
  readCursor,
  type SliceOptions,
} from './list-slice.ts';
import { createRule, omitNulls } from './validation.ts';

/** Number of items of a list by default. */
const DEFAULT_FIRST = 20;

interface Edge {
  readonly cursor: string;
  readonly node: object;
}

export const createEdge = (resource: ResourceName, node: object, index: number): Edge => ({
  cursor: createCursor(resources[resource].noun, { index, id: getId(node) }),
  node,
});

interface Connection extends ListSlice {
  readonly resource: ResourceName;
  /** How many items were asked for. */
  readonly first: number;
}

const PageInfo = builder.objectRef<Connection>('PageInfo').implement({
  description: 'Information about pagination in a connection.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      nullable: false,
      description: 'Whether the list has more items after these.',
    }),
    hasPreviousPage: t.boolean({
      nullable: false,
      description: 'Whether the list has items before these.',
      resolve: ({ offset, total }) => Math.min(offset, total ?? offset) > 0,
    }),
    startCursor: t.string({
      description: 'Cursor of the first edge.',
      resolve: ({ resource, items: [node], offset }) =>
        node && createEdge(resource, node, offset).cursor,
    }),
    endCursor: t.string({
      description: 'Cursor of the last edge. Pass it as `after` to get the next items.',
      resolve: (connection) =>
        createEndCursor(resources[connection.resource].noun, connection, connection.first),
    }),
  }),
});

type Type = ObjectRef<GraphTypes, object>;

/** Returns a function that creates a type of a resource once, because several fields return it. */
function createOnce<Model>(create: (resource: ResourceName, type: Type) => Model) {
  const created = new Map<ResourceName, Model>();
  return (resource: ResourceName, type: Type): Model => {
    const model = created.get(resource) ?? create(resource, type);
    created.set(resource, model);
    return model;
  };
}

/** Returns the type of a resource's edges, such as `PersonaEdge`. */
export const getEdgeType = createOnce((_, type) =>
  builder.objectRef<Edge>(`${type.name}Edge`).implement({
    fields: (t) => ({
      cursor: t.exposeString('cursor', { nullable: false }),
      node: t.expose('node', { type, nullable: false }),
    }),
  }),
);

/** Returns the type of a resource's lists, such as `PersonaConnection`. */
const getConnectionType = createOnce((resource, type) => {
  const { nouns } = resources[resource];
  return builder.objectRef<Connection>(`${type.name}Connection`).implement({
    description: `Some of the ${nouns}, and how many there are, if known.`,
    fields: (t) => ({
      nodes: t.expose('items', { type: [type], nullable: false }),
      edges: t.field({
        type: [getEdgeType(resource, type)],
        nullable: false,
        resolve: ({ items, offset }) =>
          items.map((node, index) => createEdge(resource, node, offset + index)),
      }),
      pageInfo: t.field({ type: PageInfo, nullable: false, resolve: (own) => own }),
      totalCount: t.exposeInt('total'),
    }),
  });
});

/** The schema of a filter argument. Its description is also the argument's. */
type FilterSchema =
  | z.ZodOptional<z.ZodType<string>>
  | z.ZodOptional<z.ZodEnum>
  | z.ZodDefault<z.ZodBoolean>
  | z.ZodOptional<z.ZodArray<z.ZodString>>;

type Filters<Filter extends object> = z.ZodType<Filter> & {
  readonly shape: Readonly<Record<string, FilterSchema>>;
};

function createFilterArgument(arg: ArgBuilder<GraphTypes>, schema: FilterSchema) {
  const description = getDescription(schema);
  if (schema instanceof z.ZodDefault) {
    return arg.boolean({ required: true, defaultValue: schema.parse(undefined), description });
  }
  const inner = schema.unwrap();
  if (inner instanceof z.ZodArray) return arg.stringList({ description });
  if (inner instanceof z.ZodEnum) return arg({ type: findEnumType(inner), description });
  return findScalar(schema) === 'ID' ? arg.id({ description }) : arg.string({ description });
}

/** Returns the schema of a list's arguments. Null counts as omitted. */
function createArgumentsSchema(field: string, noun: string, filters: Filters<object>) {
  const cursor = z.string().transform((after, context) => {
    const position = readCursor(noun, after);
    if (position) return position;
    context.addIssue(`Must be a cursor of ${field}.`);
    return z.NEVER;
  });
  const optional = Object.entries(filters.shape).map(([name, schema]) => [
    name,
    schema instanceof z.ZodDefault ? schema : schema.nullish(),
  ]);
  return z
    .object({
      first: z.int().min(0).max(MAX_PER_PAGE),
      after: cursor.nullish(),
      page: pageNumber.nullish(),
      ...Object.fromEntries(optional),
    })
    .refine(({ after, page }) => after == null || page == null, {
      path: ['page'],
      message: 'Use either after or page.',
    });
}

/** How a resource is listed. */
export interface ListOptions<Name extends ResourceName, Filter extends object, Parent = unknown> {
  readonly resource: Name;
  /** The type of the items. Its name is the prefix of the connection's types. */
  readonly type: Type;
  readonly filters: Filters<Filter>;
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
  { field, description }: { readonly field: string; readonly description: string },
  { resource, type, filters, fetchPage }: ListOptions<Name, Filter, Parent>,
) {
  const { noun, nouns, feature } = resources[resource];
  const schema = createArgumentsSchema(field, noun, filters);
  const filterArguments = Object.entries(filters.shape).map(([name, schema]) => [
    name,
    createFilterArgument(arg, schema),
  ]);
  return {
    type: getConnectionType(resource, type),
    description,
    args: {
      first: arg.int({
        required: true,
        defaultValue: DEFAULT_FIRST,
        description: `Number of ${nouns}, 0 to ${MAX_PER_PAGE}. 0 returns only the total.`,
      }),
      after: arg.string({ description: 'Cursor of the last item before these.' }),
      page: arg.int({
        description: 'Instead of `after`: a page of `first` items, starting at 1.',
      }),
      ...Object.fromEntries(filterArguments),
    },
    scopes: [`${feature}:read`] as const,
    complexity: ({ first = DEFAULT_FIRST, after }: { first?: number; after?: unknown }) =>
      getListCost(first, getMaxCalls({ after })),
    validate: createRule(schema),
    resolve: async (parent: Parent, args: object, context: GraphContext): Promise<Connection> => {
      // The arguments have been validated by this schema, which contains the filters.
      const { first, after, page, ...filter } = args as SliceOptions & Filter;
      const given = omitNulls(filter) as object as Filter;
      const range = findPages({ first, after, page });
      const { perPage } = range;
      const read = await Promise.all(
        range.pages.map((page) => fetchPage({ page, perPage, ...given }, context, parent)),
      );
      for (const { data } of read) context.loaders.prime(resource, data);
      return { resource, first, ...cutSlice(range, read, first) };
    },
  };
}

/** Adds the query that lists a resource, such as `personas`. */
export function addListField<Name extends ResourceName, Filter extends object>(
  options: ListOptions<Name, Filter>,
): void {
  const { nouns, collection: field } = resources[options.resource];
  builder.queryField(field, (t) =>
    t.field(createConnectionOptions(t.arg, { field, description: `Lists ${nouns}.` }, options)),
  );
}

/** Whether some of the texts of an item contain a search, whatever its case. */
export const hasText = (
  search: string,
  ...texts: readonly (string | null | undefined)[]
): boolean => texts.join('\n').toLowerCase().includes(search.toLowerCase());

/** Returns a page of a list that the upstream returns as a whole. */
export const cutPage = <Item extends object>(
  items: readonly Item[],
  { page, perPage }: PageNumbers,
): UpstreamPage<Item> => ({
  data: items.slice((page - 1) * perPage, page * perPage),
  meta: { total: items.length },
});
