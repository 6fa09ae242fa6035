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
import { UNASSIGNABLE } from './coerce-input.ts';
import {
  createLeafCompleter,
  createListCompleter,
  createNonNullCompleter,
  createObjectCompleter,
} from './complete-value.ts';
import { SCALAR_BYTES } from './json-size.ts';
import type { CompleteValue, FieldPlan, Plan } from './plan.ts';

/** Thrown internally for operations that only graphql-js supports. */
class UnsupportedOperationError extends Error {}

interface PlanOptions {
  readonly schema: GraphQLSchema;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  /** Used only to evaluate @skip and @include. */
  readonly variableValues: Record<string, unknown>;
}

interface PlanState extends PlanOptions {
  /** Number of selections so far, with fragments expanded. */
  selections: number;
}

function createCompleter(
  state: PlanState,
  type: GraphQLOutputType,
  fieldNodes: FieldNode[],
): CompleteValue {
  if (isNonNullType(type)) {
    return createNonNullCompleter(createCompleter(state, type.ofType, fieldNodes));
  }
  if (isListType(type)) {
    return createListCompleter(
      createCompleter(state, type.ofType, fieldNodes),
      !isNonNullType(type.ofType),
    );
  }
  if (isLeafType(type)) return createLeafCompleter(type);
  if (!isObjectType(type) || type.isTypeOf) throw new UnsupportedOperationError();
  const { schema, fragments, variableValues } = state;
  const { fields, patches } = collectSubFields(schema, fragments, variableValues, type, fieldNodes);
  if (patches.length > 0) throw new UnsupportedOperationError();
  return createObjectCompleter(createFieldPlans(state, type, fields));
}

function getFieldDef(parentType: GraphQLObjectType, name: string) {
  if (name !== TypeNameMetaFieldDef.name) return parentType.getFields()[name];
  return { ...TypeNameMetaFieldDef, resolve: () => parentType.name };
}

/**
 * Whether a resolver gets `info`. One that declares one to three parameters does not: a list of 20 would allocate a
 * hundred objects that nobody reads. `test/graphql/resolvers.test.ts` holds that no resolver reads it undeclared.
 */
const declaresInfo = (resolve: GraphQLFieldResolver<unknown, unknown> | undefined) =>
  resolve !== undefined && (resolve.length === 0 || resolve.length > 3);

function createFieldPlans(
  state: PlanState,
  parentType: GraphQLObjectType,
  fields: ReadonlyMap<string, FieldNode[]>,
): FieldPlan[] {
  return [...fields].map(([responseName, fieldNodes]) => {
    const [fieldNode] = fieldNodes;
    state.selections += fieldNodes.length;
    const fieldDef = fieldNode && getFieldDef(parentType, fieldNode.name.value);
    // Introspection, or a response name that cannot be a key of a plain object.
    if (!fieldDef || responseName === UNASSIGNABLE) throw new UnsupportedOperationError();
    const needsInfo = declaresInfo(fieldDef.resolve);
    const needsPath = needsInfo || !isLeafType(getNullableType(fieldDef.type));
    const isNullable = !isNonNullType(fieldDef.type);
    const completeValue = createCompleter(state, fieldDef.type, fieldNodes);
    return {
      responseName,
      bytes: responseName.length + SCALAR_BYTES,
      fieldNodes,
      fieldDef,
      parentType,
      completeValue,
      isNullable,
      needsInfo,
      needsPath,
    };
  });
}

/**
 * Prepares an operation: everything that an execution would otherwise look up for each field of each object. Returns
 * undefined for what only graphql-js supports: introspection, abstract types, subscriptions and @defer.
 */
export function createPlan(
  operation: OperationDefinitionNode,
  options: PlanOptions,
): Plan | undefined {
  const { schema, fragments, variableValues } = options;
  const root = schema.getRootType(operation.operation);
  if (!root || operation.operation === 'subscription') return undefined;
  try {
    const { selectionSet } = operation;
    const { fields, patches } = collectFields(
      schema,
      fragments,
      variableValues,
      root,
      selectionSet,
    );
    if (patches.length > 0) return undefined;
    const state = { ...options, selections: 0 };
    const fieldPlans = createFieldPlans(state, root, fields);
    return { schema, operation, fragments, fields: fieldPlans, size: state.selections };
  } catch (error) {
    if (error instanceof UnsupportedOperationError) return undefined;
    throw error;
  }
}
