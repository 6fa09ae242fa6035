import {
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql';
import { type CoerceInput, createInputCoercion, UNASSIGNABLE } from './coerce-input.ts';

interface Variable {
  readonly name: string;
  readonly coerce: CoerceInput;
  readonly createDefault: (() => unknown) | undefined;
  /** Whether the coerced variables omit it if it is not provided. */
  readonly isOptional: boolean;
}

/**
 * Coerces a request's variables, as graphql-js's `getVariableValues` does. Returns undefined if any of them may be
 * invalid. Never throws.
 */
export type CoerceVariables = (
  inputs: Readonly<Record<string, unknown>>,
) => Record<string, unknown> | undefined;

function createVariable(
  schema: GraphQLSchema,
  { variable, type: typeNode, defaultValue }: VariableDefinitionNode,
): Variable | undefined {
  const name = variable.name.value;
  const type = typeFromAST(schema, typeNode);
  if (!isInputType(type) || name === UNASSIGNABLE) return undefined;
  const createDefault = defaultValue && (() => valueFromAST(defaultValue, type));
  return {
    name,
    coerce: createInputCoercion(type),
    createDefault,
    isOptional: !createDefault && !isNonNullType(type),
  };
}

/** Prepares the coercion of an operation's variables, once for all requests. */
export function createVariableCoercion(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[] = [],
): CoerceVariables {
  const variables: Variable[] = [];
  for (const definition of definitions) {
    const variable = createVariable(schema, definition);
    if (!variable) return () => undefined;
    variables.push(variable);
  }
  return (inputs) => {
    const coerced: Record<string, unknown> = {};
    try {
      for (const { name, coerce, createDefault, isOptional } of variables) {
        const isProvided = Object.hasOwn(inputs, name);
        if (!isProvided && isOptional) continue;
        const value = isProvided ? coerce(inputs[name]) : createDefault?.();
        if (value === undefined) return undefined;
        coerced[name] = value;
      }
    } catch {
      return undefined;
    }
    return coerced;
  };
}
