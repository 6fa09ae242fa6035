import {
  type GraphQLInputType,
  Kind,
  type ValueNode,
  type VariableNode,
  valueFromAST,
} from 'graphql';

type Variables = Readonly<Record<string, unknown>>;

/** Makes the value that a literal stands for, with these variables in it; undefined for one that is no such value. */
export type CoerceLiteral = (variables?: Variables) => unknown;

/**
 * How a literal becomes a value of an input type. A scalar, an enum value and null are made once, as nobody can change
 * them; lists and objects anew for every request, as with GraphQL, since a resolver may change what it is given.
 */
export function createLiteralCoercion(
  node: Exclude<ValueNode, VariableNode>,
  type: GraphQLInputType,
): CoerceLiteral {
  const value = valueFromAST(node, type);
  // Within lists and objects variables may stand, of which a scalar may make anything.
  const isAtom = node.kind !== Kind.LIST && node.kind !== Kind.OBJECT;
  return isAtom && Object(value) !== value
    ? () => value
    : (variables) => valueFromAST(node, type, variables);
}
