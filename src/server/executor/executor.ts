import {
  type DocumentNode,
  execute as executeByGraphQL,
  GraphQLError,
  type GraphQLSchema,
  getArgumentValues,
  subscribe,
} from 'graphql';
import { findUse, type Path, type ValueProblem } from '../../graphql/value-problem.ts';
import { limitFields } from '../limits/limit-requests.ts';
import type { RateLimiter } from '../limits/rate-limits.ts';
import type { ServerPlugin } from '../request-context.ts';
import { toVariableValues, type VariableProblem } from './coerce-variables.ts';
import { execute } from './execute.ts';
import { createLimitError, type DocumentLimits } from './operation-limits.ts';
import {
  type FieldPlan,
  isIntrospection,
  type Operation,
  type Plan,
  type TypePlan,
} from './plan.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Coerced, in the form that graphql-js reads. */
type VariableValues = Record<string, unknown>;

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

/** How the cost is calculated, for those whose operation exceeds it. */
const COST_RULE =
  'Each field counts once, or once for each upstream call that it can make, times the lengths of the lists around it. MAX_OPERATION_COST sets the maximum.';

/** What a field costs by itself, which is the number of its upstream calls, and how often the fields below it count. */
interface OwnCost {
  readonly field: number;
  readonly multiplier: number;
}

const DEFAULT_COST: OwnCost = { field: 1, multiplier: 1 };

/** Returns what a field of the schema declares for its arguments: a number, or the parts that differ from 1. */
function getOwnCost(
  { fieldDef, fieldNodes: [node] }: FieldPlan,
  variables: VariableValues,
): OwnCost {
  if (isIntrospection(fieldDef.name)) return { field: 1, multiplier: 0 };
  const { complexity }: { complexity?: unknown } = fieldDef.extensions;
  if (complexity === undefined) return DEFAULT_COST;
  const declared =
    node && typeof complexity === 'function'
      ? complexity(getArgumentValues(fieldDef, node, variables))
      : complexity;
  return { ...DEFAULT_COST, ...(typeof declared === 'number' ? { field: declared } : declared) };
}

function getTypeCost({ item, fields, union }: TypePlan, variables: VariableValues): number {
  if (item) return getTypeCost(item, variables);
  if (fields) return getCost(fields, variables).total;
  const members = [...(union?.members.values() ?? [])];
  return Math.max(0, ...members.map((member) => getCost(member, variables).total));
}

/** Returns the cost of fields, and their own upstream calls, at least one for each. */
function getCost(fields: readonly FieldPlan[], variables: VariableValues) {
  let total = 0;
  let calls = 0;
  for (const plan of fields) {
    const { field, multiplier } = getOwnCost(plan, variables);
    calls += field;
    total += field + multiplier * getTypeCost(plan.type, variables);
  }
  return { total, calls };
}

/**
 * Rejects an operation whose cost exceeds the limit with these variables. Returns the upstream calls of its root fields.
 * @throws GraphQLError beyond the limit, or for an invalid argument.
 */
function checkCost({ fields }: Plan, variables: VariableValues, { cost }: DocumentLimits): number {
  const { total, calls } = getCost(fields, variables);
  if (total > cost) {
    const message = `The operation has a cost of ${total}. The maximum cost is ${cost}. ${COST_RULE}`;
    throw createLimitError(message);
  }
  return calls;
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
