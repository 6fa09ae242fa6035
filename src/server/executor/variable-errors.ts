import { type DocumentNode, GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import { findUse, type Path, type ValueProblem } from '../../graphql/value-problem.ts';
import { createVariableCoercion } from './coerce-variables.ts';
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
export function findVariableErrors({
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
