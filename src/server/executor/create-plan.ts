import { collectFields, collectSubFields } from '@graphql-tools/utils';
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import { createArgumentCoercion } from './coerce-arguments.ts';
import { UNASSIGNABLE } from './coerce-input.ts';
import { completeLeaf, completeList, completeNonNull, completeObject } from './complete-value.ts';
import type { CompleteValue, FieldPlan, Plan } from './plan.ts';

/** Thrown inside for what only the ordinary executor knows how to do. */
class Unplannable extends Error {}

interface Source {
  readonly schema: GraphQLSchema;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  /** Decide what is skipped and included, and nothing else here. */
  readonly variables: Record<string, unknown>;
}

function completion(source: Source, type: GraphQLOutputType, nodes: FieldNode[]): CompleteValue {
  if (isNonNullType(type)) return completeNonNull(completion(source, type.ofType, nodes));
  if (isListType(type)) {
    return completeList(completion(source, type.ofType, nodes), !isNonNullType(type.ofType));
  }
  if (isLeafType(type)) return completeLeaf(type);
  if (!isObjectType(type) || type.isTypeOf) throw new Unplannable();
  const { schema, fragments, variables } = source;
  const { fields, patches } = collectSubFields(schema, fragments, variables, type, nodes);
  if (patches.length > 0) throw new Unplannable();
  return completeObject(selection(source, type, fields));
}

function fieldOf(parent: GraphQLObjectType, name: string) {
  if (name !== TypeNameMetaFieldDef.name) return parent.getFields()[name];
  return { ...TypeNameMetaFieldDef, resolve: () => parent.name };
}

/** What lets a function take more than it says by its length: rest and default parameters, or `arguments`; and what hides it. */
const TAKES_MORE = /\.\.\.|\barguments\b|\[native code\]|(?<![=!<>])=(?![=>])/;

/** Whether a resolver may look at its fourth argument. A body that assigns or spreads counts, too, which costs little. */
const canTakeInfo = (resolve: GraphQLFieldResolver<unknown, unknown>) =>
  resolve.length === 0 || resolve.length > 3 || TAKES_MORE.test(String(resolve));

function selection(
  source: Source,
  parent: GraphQLObjectType,
  fields: ReadonlyMap<string, FieldNode[]>,
): FieldPlan[] {
  return [...fields].map(([key, nodes]) => {
    const [node] = nodes;
    const field = node && fieldOf(parent, node.name.value);
    // Introspection, and a name that no plain object can have as a key.
    if (!field || key === UNASSIGNABLE) throw new Unplannable();
    const takesInfo = field.resolve !== undefined && canTakeInfo(field.resolve);
    const needsPath = takesInfo || !isLeafType(getNullableType(field.type));
    const isNullable = !isNonNullType(field.type);
    const complete = completion(source, field.type, nodes);
    const args = createArgumentCoercion(field, node);
    return { key, nodes, field, parent, args, complete, isNullable, takesInfo, needsPath };
  });
}

/**
 * Looks up once what an execution of an operation would look up for every field of every object. undefined for what is
 * left to the ordinary executor: introspection, abstract types, subscriptions, deferred parts.
 */
export function createPlan(operation: OperationDefinitionNode, source: Source): Plan | undefined {
  const { schema, fragments, variables } = source;
  const root = schema.getRootType(operation.operation);
  if (!root || operation.operation === 'subscription') return undefined;
  try {
    const { selectionSet } = operation;
    const { fields, patches } = collectFields(schema, fragments, variables, root, selectionSet);
    if (patches.length > 0) return undefined;
    return { schema, operation, fragments, fields: selection(source, root, fields) };
  } catch (error) {
    if (error instanceof Unplannable) return undefined;
    throw error;
  }
}
