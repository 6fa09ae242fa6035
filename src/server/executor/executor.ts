import {
  type DocumentNode,
  execute as executeByGraphQL,
  GraphQLError,
  type GraphQLSchema,
  subscribe,
} from 'graphql';
import { findUse, type Path, type ValueProblem } from '../../graphql/value-problem.ts';
import { limitFields } from '../limits/limit-requests.ts';
import type { RateLimiter } from '../limits/rate-limits.ts';
import type { ServerPlugin } from '../request-context.ts';
import { toVariableValues, type VariableProblem } from './coerce-variables.ts';
import { execute } from './execute.ts';
import { checkCost } from './operation-cost.ts';
import type { DocumentLimits } from './operation-limits.ts';
import type { Operation } from './plan.ts';

type Variables = Readonly<Record<string, unknown>>;

const createError = (
  message: string,
  problem: ValueProblem,
  { definition }: Partial<VariableProblem>,
) =>
  new GraphQLError(message, {
    nodes: definition ?? null,
    extensions: { code: 'BAD_USER_INPUT', problem, http: { status: 400 } },
  });

/** Returns an error for each problem of a request's variables, with its path in the arguments of a field. */
function findVariableErrors(operation: Operation, variables: Variables): GraphQLError[] {
  const problems: VariableProblem[] = [];
  operation.coerceVariables(variables, problems);
  const uses = new Map<string, Path>();
  const errors = problems.map((problem) => {
    const { definition, path, code, reason } = problem;
    const name = definition.variable.name.value;
    const use = uses.get(name) ?? findUse(name, operation.schema, operation.definitions) ?? [name];
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

/** Prepares the operations of valid documents. */
interface Documents {
  find(document: DocumentNode): {
    getOperation(schema: GraphQLSchema, name: string | null | undefined): Operation | undefined;
  };
}

interface ExecutorOptions {
  readonly limits: {
    readonly document: DocumentLimits;
    /** Maximum size of a response. */
    readonly responseBytes: number;
  };
  readonly rateLimiter?: RateLimiter | undefined;
}

/**
 * Executes queries and mutations by their plans. Before, it limits their cost, and counts their root fields for the
 * caller.
 */
export const createExecutor = (
  documents: Documents,
  { limits, rateLimiter }: ExecutorOptions,
): Pick<ServerPlugin, 'onExecute' | 'onSubscribe'> => ({
  onExecute({ args, setExecuteFn }) {
    const { schema, document, operationName, contextValue } = args;
    const operation = documents.find(document).getOperation(schema, operationName);
    // It reports that there is no such operation.
    if (!operation) return setExecuteFn(executeByGraphQL);
    const given = args.variableValues ?? {};
    const variables = operation.coerceVariables(given);
    if (!variables) return setExecuteFn(() => ({ errors: findVariableErrors(operation, given) }));
    const plan = operation.getPlan(variables, limits.document);
    const variableValues = toVariableValues(variables);
    const calls = checkCost(plan, variableValues, limits.document);
    contextValue.usesCache = operation.node.operation === 'query';
    setExecuteFn(({ contextValue }) =>
      execute(plan, { contextValue, variableValues, maxBytes: limits.responseBytes }),
    );
    return rateLimiter && limitFields(rateLimiter, contextValue, plan.rootFields, calls);
  },
  // The schema has no subscriptions. graphql-js reports this.
  onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribe),
});
