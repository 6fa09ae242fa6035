import {
  type GraphQLInputType,
  Kind,
  type ValueNode,
  type VariableNode,
  valueFromAST,
} from 'graphql';

type Variables = Readonly<Record<string, unknown>>;

/**
 * Returns the value of a literal, with variables replaced; undefined if the literal is invalid for its type.
 */
export type CoerceLiteral = (variables?: Variables) => unknown;

/**
 * Returns the coercion of a literal. Scalars, enum values and null are coerced once, because nothing can change them.
 * Lists and objects are coerced for every request, as in graphql-js, because a resolver may modify its arguments.
 */
export function createLiteralCoercion(
  valueNode: Exclude<ValueNode, VariableNode>,
  type: GraphQLInputType,
): CoerceLiteral {
  const value = valueFromAST(valueNode, type);
  // A list or object may contain variables; a custom scalar may return an object.
  const isScalarLiteral = valueNode.kind !== Kind.LIST && valueNode.kind !== Kind.OBJECT;
  return isScalarLiteral && Object(value) !== value
    ? () => value
    : (variables) => valueFromAST(valueNode, type, variables);
}
