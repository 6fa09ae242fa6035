import {
  type DocumentNode,
  type ExecutionResult,
  execute as executeByGraphQL,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  subscribe,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { findUse, type Path, type ValueProblem } from '../../graphql/value-problem.ts';
import type { ServerPlugin } from '../request-context.ts';
import { createVariableCoercion } from './coerce-variables.ts';
import { execute } from './execute.ts';
import type { PlanCache } from './plan.ts';
import { createResponseTooLargeError, measureJson } from './response-limits.ts';
import type { VariableProblem } from './variable-problems.ts';

const createError = (
  message: string,
  problem: ValueProblem,
  { definition }: Partial<VariableProblem>,
) =>
  new GraphQLError(message, {
    nodes: definition ?? null,
    extensions: { code: 'BAD_USER_INPUT', problem, http: { status: 400 } },
  });

/** A request to execute an operation. */
interface Request {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Returns an error for each problem of a request's variables, with its path in the arguments of a field. */
function findVariableErrors({
  schema,
  document,
  operationName,
  variableValues,
}: Request): GraphQLError[] {
  const operation = getOperationAST(document, operationName);
  // graphql-js reports this.
  if (!operation) return [];
  const problems: VariableProblem[] = [];
  const coerce = createVariableCoercion(schema, operation.variableDefinitions);
  if (coerce(variableValues ?? {}, problems)) return [];
  const uses = new Map<string, Path>();
  const errors = problems.map((problem) => {
    const { definition, path, code, reason } = problem;
    const name = definition.variable.name.value;
    const use = uses.get(name) ?? findUse(name, schema, document, operation) ?? [name];
    uses.set(name, use);
    const place = path.length > 0 ? ` at "${[name, ...path].join('.')}"` : '';
    const message = `Variable "$${name}" is invalid${place}: ${reason}`;
    return createError(message, { path: [...use, ...path], code }, problem);
  });
  // A name that no object can have, such as __proto__.
  return errors.length > 0
    ? errors
    : [createError('The variables are invalid.', { path: [], code: 'INVALID' }, {})];
}

type OnExecute = Parameters<NonNullable<Plugin['onExecute']>>[0];

type Execute = Parameters<OnExecute['setExecuteFn']>[0];

type Arguments = Parameters<Execute>[0];

/** Executes an operation that has no plan, or whose variables are invalid. */
async function executeWithoutPlan(args: Arguments, maxBytes: number): Promise<ExecutionResult> {
  const invalid = findVariableErrors(args);
  if (invalid.length > 0) return { errors: invalid };
  const result = await executeByGraphQL(args);
  return 'data' in result && measureJson(result, maxBytes) > maxBytes
    ? { errors: [createResponseTooLargeError(maxBytes)] }
    : result;
}

/**
 * Executes queries and mutations, each in one of two ways: by its plan, or by graphql-js. Yoga's executor is not used: it
 * takes a record with a key `then` for a promise.
 * @param getPlans returns the plans of a document.
 * @param maxBytes Maximum size of a response.
 */
export function useExecutor(
  getPlans: (document: DocumentNode) => PlanCache,
  maxBytes: number,
): ServerPlugin {
  const executeOperation: Execute = (args) => {
    const { schema, document, operationName, contextValue } = args;
    const planned = getPlans(document).get(schema, operationName, args.variableValues ?? {});
    return planned
      ? execute(planned.plan, { contextValue, variableValues: planned.variableValues, maxBytes })
      : executeWithoutPlan(args, maxBytes);
  };
  return {
    onExecute: ({ setExecuteFn }) => setExecuteFn(executeOperation),
    // The schema has no subscriptions. graphql-js reports this.
    onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribe),
  };
}
