import { type GraphQLSchema, parse } from 'graphql';
import { execute } from '../../../src/server/executor/execute.ts';
import { PlanCache } from '../../../src/server/executor/plan-cache.ts';

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
