import {
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { type CoerceInput, createInputCoercion, UNASSIGNABLE } from './coerce-input.ts';
import { type CoerceLiteral, createLiteralCoercion } from './coerce-literal.ts';

interface Variable {
  readonly name: string;
  readonly coerce: CoerceInput;
  readonly byDefault: CoerceLiteral | undefined;
  /** Whether the operation goes without it where it is not given. */
  readonly isOptional: boolean;
}

/**
 * Makes of the variables given by a request those that an operation is executed with, as GraphQL's `getVariableValues`
 * does; undefined where any of them is not plainly right. Never throws.
 */
export type CoerceVariables = (
  given: Readonly<Record<string, unknown>>,
) => Record<string, unknown> | undefined;

function variableOf(
  schema: GraphQLSchema,
  { variable, type: typeNode, defaultValue }: VariableDefinitionNode,
): Variable | undefined {
  const name = variable.name.value;
  const type = typeFromAST(schema, typeNode);
  if (!isInputType(type) || name === UNASSIGNABLE) return undefined;
  const byDefault = defaultValue && createLiteralCoercion(defaultValue, type);
  return {
    name,
    coerce: createInputCoercion(type),
    byDefault,
    isOptional: !byDefault && !isNonNullType(type),
  };
}

/** How the variables of an operation are coerced, looked up once for all requests. */
export function createVariableCoercion(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[] = [],
): CoerceVariables {
  const variables: Variable[] = [];
  for (const definition of definitions) {
    const variable = variableOf(schema, definition);
    if (!variable) return () => undefined;
    variables.push(variable);
  }
  return (given) => {
    const coerced: Record<string, unknown> = {};
    try {
      for (const { name, coerce, byDefault, isOptional } of variables) {
        const isGiven = Object.hasOwn(given, name);
        if (!isGiven && isOptional) continue;
        const value = isGiven ? coerce(given[name]) : byDefault?.();
        if (value === undefined) return undefined;
        coerced[name] = value;
      }
    } catch {
      return undefined;
    }
    return coerced;
  };
}
