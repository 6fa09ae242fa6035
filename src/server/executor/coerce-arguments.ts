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
 * Makes the arguments that a field is resolved with, by the coerced variables of a request.
 * @throws GraphQLError for what is not an argument's value, as `getArgumentValues` does.
 */
export type CoerceArguments = (variables: Values) => Values;

/** In the place of an argument that a field is resolved without. */
const ABSENT = Symbol('absent');

/** Reads one argument; undefined for what is not its value. */
function argument({ type, defaultValue }: GraphQLArgument, node: ArgumentNode | undefined) {
  const isNullable = !isNonNullType(type);
  const missing = defaultValue === undefined && isNullable ? ABSENT : defaultValue;
  if (!node) return () => missing;
  if (node.value.kind !== Kind.VARIABLE) return createLiteralCoercion(node.value, type);
  const { value: name } = node.value.name;
  return (variables: Values) => {
    if (!Object.hasOwn(variables, name)) return missing;
    const value = variables[name];
    return value !== null || isNullable ? value : undefined;
  };
}

/** How the arguments of one field of an operation are made, decided once for all requests. */
export function createArgumentCoercion(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): CoerceArguments {
  const nodes = new Map(node.arguments?.map((argument) => [argument.name.value, argument]));
  const readers = field.args.map(
    (definition) => [definition.name, argument(definition, nodes.get(definition.name))] as const,
  );
  const byGraphQL: CoerceArguments = (variables) => getArgumentValues(field, node, variables);
  if (field.args.some(({ name }) => name === UNASSIGNABLE)) return byGraphQL;
  return (variables) => {
    const values: Values = {};
    for (const [name, read] of readers) {
      const value = read(variables);
      if (value === undefined) return byGraphQL(variables);
      if (value !== ABSENT) values[name] = value;
    }
    return values;
  };
}
