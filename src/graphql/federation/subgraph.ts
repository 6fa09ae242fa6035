import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { describeIssue } from '../../contract/describe-issue.ts';
import { Id } from '../../contract/record.ts';
import { requireScopes } from '../authorization/scope-error.ts';
import { builder } from '../builder.ts';
import type { GraphContext } from '../context.ts';
import { nameExtensions } from '../core.ts';
import { createInputError } from '../errors.ts';
import { getLookupCost } from '../field-cost.ts';
import { getSchema } from '../get-schema.ts';
import { entityLookups } from '../resource-fields.ts';
import { printSubgraph } from './print-subgraph.ts';

/** A reference to a record, as a gateway sends it: the name of its type and its key. */
const Representation = z.object({
  __typename: z.string().transform((name, context) => {
    const lookup = entityLookups.get(name);
    if (lookup) return lookup;
    context.addIssue(`The type must be one of ${[...entityLookups.keys()].join(', ')}.`);
    return z.NEVER;
  }),
  id: Id,
});

const typeNames = new WeakMap<object, string>();

/** Returns the name of the type of a record that {@link resolveReference} found. */
const getEntityType = (record: object): string | undefined => typeNames.get(record);

/**
 * Looks up the record that a gateway refers to, by the loader of its type. Returns null if it does not exist.
 * @throws GraphQLError BAD_USER_INPUT for an invalid representation; UNAUTHENTICATED or FORBIDDEN without the scopes of
 * the query by id; any error of the loader.
 */
async function resolveReference(
  representation: unknown,
  index: number,
  context: GraphContext,
): Promise<object | null> {
  const { data, error } = Representation.safeParse(representation, { error: describeIssue });
  if (error) {
    throw createInputError(
      error.issues.map((issue) => ({ ...issue, path: ['representations', index, ...issue.path] })),
    );
  }
  const { __typename: lookup, id } = data;
  requireScopes(context.caller, lookup.scopes);
  const record = await lookup.find(id, context);
  if (record) typeNames.set(record, lookup.type.name);
  return record;
}

/** Adds the fields and types of https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec. */
function addProtocol(): void {
  let sdl: string | undefined;
  builder.scalarType('_Any', {
    description: 'A reference to an entity: its __typename and the fields of its key.',
    serialize: () => {
      throw new Error('_Any is an input type only.');
    },
  });
  const Entity = builder.unionType('_Entity', {
    description: 'Every type that other subgraphs can refer to by its key.',
    types: [...entityLookups.values()].map(({ type }) => type),
    resolveType: getEntityType,
  });
  const Service = builder.objectRef<{ sdl: string }>('_Service').implement({
    description: 'What composition needs to know of this subgraph.',
    fields: (t) => ({
      sdl: t.exposeString('sdl', { nullable: false, description: 'The schema of this subgraph.' }),
    }),
  });
  builder.queryFields((t) => ({
    _service: t.field({
      type: Service,
      nullable: false,
      description: 'Returns the schema of this subgraph.',
      resolve: (_, __, ___, { schema }) => {
        sdl ??= printSubgraph(schema);
        return { sdl };
      },
    }),
    _entities: t.field({
      type: [Entity],
      nullable: { list: false, items: true },
      description:
        'Returns the entities that a gateway refers to, in order; null for each that does not exist.',
      args: {
        representations: t.arg({
          type: ['_Any'],
          required: true,
          description: 'The references.',
        }),
      },
      // Not limited to the length of a page: a gateway cannot split its request, so only the cost limit applies.
      complexity: ({ representations }) => getLookupCost(representations.length),
      resolve: (_, { representations }, context) =>
        representations.map((representation, index) =>
          resolveReference(representation, index, context),
        ),
    }),
  }));
}

let subgraph: GraphQLSchema | undefined;

/**
 * Returns the schema as an Apollo Federation 2 subgraph, with `_service` and `_entities`. It is built on the first
 * call, after the plain schema, which does not contain them.
 *
 * Not built with @pothos/plugin-federation: version 4.4.2 fails to load with @apollo/subgraph 2.15 ("does not provide
 * an export named 'EntityType'"), and @apollo/subgraph 2.14 depends on @apollo/federation-internals, whose license is
 * Elastic 2.0. The resolver of @apollo/subgraph also fails all references if the type of one is unknown.
 */
export function getSubgraphSchema(): GraphQLSchema {
  if (!subgraph) {
    getSchema();
    addProtocol();
    subgraph = nameExtensions(builder.toSchema());
  }
  return subgraph;
}
