import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  getArgumentValues,
  isNonNullType,
  Kind,
} from 'graphql';
import { UNASSIGNABLE } from './coerce-input.ts';
import { createLiteralCoercion } from './coerce-literal.ts';

type Values = Record<string, unknown>;

/**
 * Coerces the arguments of one field, given the request's coerced variables.
 * @throws GraphQLError for an invalid argument, as `getArgumentValues` does.
 */
export type CoerceArguments = (variables: Values) => Values;

/** Marks an argument that is absent and has no default value. */
const ABSENT = Symbol('absent');

/** Returns a function that reads one argument; it returns undefined if the value is invalid. */
function createArgumentReader(
  { type, defaultValue }: GraphQLArgument,
  node: ArgumentNode | undefined,
) {
  const isNullable = !isNonNullType(type);
  const fallback = defaultValue === undefined && isNullable ? ABSENT : defaultValue;
  if (!node) return () => fallback;
  if (node.value.kind !== Kind.VARIABLE) return createLiteralCoercion(node.value, type);
  const { value: name } = node.value.name;
  return (variables: Values) => {
    if (!Object.hasOwn(variables, name)) return fallback;
    const value = variables[name];
    return value !== null || isNullable ? value : undefined;
  };
}

/**
 * Prepares the coercion of one field's arguments, once for all requests. Invalid values go to graphql-js's
 * `getArgumentValues`, which reports them.
 */
export function createArgumentCoercion(
  fieldDef: GraphQLField<unknown, unknown>,
  node: FieldNode,
): CoerceArguments {
  if (fieldDef.args.length === 0) return () => ({});
  const argumentNodes = new Map(
    node.arguments?.map((argumentNode) => [argumentNode.name.value, argumentNode]),
  );
  const readers = fieldDef.args.map(
    (argumentDef) =>
      [
        argumentDef.name,
        createArgumentReader(argumentDef, argumentNodes.get(argumentDef.name)),
      ] as const,
  );
  const coerceByGraphQL: CoerceArguments = (variables) =>
    getArgumentValues(fieldDef, node, variables);
  if (fieldDef.args.some(({ name }) => name === UNASSIGNABLE)) return coerceByGraphQL;
  return (variables) => {
    const values: Values = {};
    for (const [name, read] of readers) {
      const value = read(variables);
      if (value === undefined) return coerceByGraphQL(variables);
      if (value !== ABSENT) values[name] = value;
    }
    return values;
  };
}
