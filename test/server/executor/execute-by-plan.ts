import {
  buildSchema,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isObjectType,
  parse,
} from 'graphql';
import { execute } from '../../../src/server/executor/execute.ts';
import { PlanCache } from '../../../src/server/executor/plan.ts';

/** Resolvers by the name of a field, in any type. */
export type Resolvers = Record<string, GraphQLFieldResolver<unknown, unknown>>;

/** Creates a schema whose fields have these resolvers. */
export function createSchema(sdl: string, byField: Resolvers): GraphQLSchema {
  const schema = buildSchema(sdl);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const resolve = byField[field.name];
      if (resolve) field.resolve = resolve;
    }
  }
  return schema;
}

/** Executes a document with the executor of the server. Returns undefined if the document has no plan. */
export function executeByPlan(
  schema: GraphQLSchema,
  source: string,
  {
    variables = {},
    maxBytes = Number.POSITIVE_INFINITY,
  }: { variables?: Record<string, unknown>; maxBytes?: number } = {},
): ReturnType<typeof execute> | undefined {
  const planned = new PlanCache(parse(source)).get(schema, undefined, variables);
  if (!planned) return undefined;
  const { plan, variableValues } = planned;
  return execute(plan, { contextValue: {}, variableValues, maxBytes });
}
