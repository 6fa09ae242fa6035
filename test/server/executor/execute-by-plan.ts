import {
  buildSchema,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isObjectType,
  parse,
} from 'graphql';
import { DocumentCache } from '../../../src/server/documents/valid-documents.ts';
import { toVariableValues } from '../../../src/server/executor/coerce-variables.ts';
import { execute } from '../../../src/server/executor/execute.ts';
import { DOCUMENT_LIMITS } from '../../../src/server/executor/operation-limits.ts';

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

const LIMITS = { ...DOCUMENT_LIMITS, cost: Number.POSITIVE_INFINITY };

/** Executes a valid document with the executor of the server. */
export function executeByPlan(
  schema: GraphQLSchema,
  source: string,
  {
    variables = {},
    maxBytes = Number.POSITIVE_INFINITY,
  }: { variables?: Record<string, unknown>; maxBytes?: number } = {},
): ReturnType<typeof execute> {
  const operation = new DocumentCache().find(parse(source)).getOperation(schema, undefined);
  const coerced = operation?.coerceVariables(variables);
  if (!operation || !coerced) throw new TypeError('the operation or the variables are invalid');
  const plan = operation.getPlan(coerced, LIMITS);
  return execute(plan, { contextValue: {}, variableValues: toVariableValues(coerced), maxBytes });
}
