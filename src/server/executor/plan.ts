import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import {
  collectSelectedFields,
  listSubselections,
  type SelectionContext,
} from '../../shared/selected-fields.ts';

/** What completes the values of a type: its leaf type, the plan of its items, or its fields. */
export interface TypePlan {
  readonly isNullable: boolean;
  readonly leaf: GraphQLLeafType | undefined;
  readonly item: TypePlan | undefined;
  readonly fields: readonly FieldPlan[] | undefined;
}

/** One field of a selection set, prepared once for all executions. */
export interface FieldPlan {
  /** The field's alias, or its name: its key in the response. */
  readonly responseName: string;
  readonly fieldNodes: FieldNode[];
  readonly fieldDef: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
  readonly type: TypePlan;
  /** Whether the resolver declares `info`, its fourth parameter. */
  readonly needsInfo: boolean;
  /** Whether the place is needed even without an error: by the resolver, or by the fields below this one. */
  readonly needsPlace: boolean;
}

/** The fields that an operation selects, with fragments merged and skipped fields removed. */
export interface Plan {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly fields: readonly FieldPlan[];
  /** Number of selections, with fragments expanded. */
  readonly size: number;
}

type PlanState = SelectionContext & { size: number };

/** Thrown internally for operations that only graphql-js supports. */
class UnsupportedOperationError extends Error {}

/**
 * Whether a resolver gets `info`. One that declares one to three parameters does not: a list of 20 would allocate a
 * hundred objects that nobody reads. `test/graphql/resolvers.test.ts` holds that no resolver reads it undeclared.
 */
const declaresInfo = (resolve: GraphQLFieldResolver<unknown, unknown> | undefined) =>
  resolve !== undefined && (resolve.length === 0 || resolve.length > 3);

function getFieldDef(parentType: GraphQLObjectType, name: string) {
  if (name !== TypeNameMetaFieldDef.name) return parentType.getFields()[name];
  return { ...TypeNameMetaFieldDef, resolve: () => parentType.name };
}

function createFieldPlans(
  state: PlanState,
  parentType: GraphQLObjectType,
  selections: readonly SelectionNode[],
): FieldPlan[] {
  const { fields, patches } = collectSelectedFields(state, parentType, selections);
  if (patches.length > 0) throw new UnsupportedOperationError();
  return [...fields].map(([responseName, fieldNodes]) => {
    state.size += fieldNodes.length;
    const [fieldNode] = fieldNodes;
    const fieldDef = fieldNode && getFieldDef(parentType, fieldNode.name.value);
    // Introspection, or a key that plain assignment does not create.
    if (!fieldDef || responseName === '__proto__') throw new UnsupportedOperationError();
    const type = createTypePlan(state, fieldDef.type, fieldNodes);
    const needsInfo = declaresInfo(fieldDef.resolve);
    const needsPlace = needsInfo || !type.leaf;
    return { responseName, fieldNodes, fieldDef, parentType, type, needsInfo, needsPlace };
  });
}

function createTypePlan(
  state: PlanState,
  fieldType: GraphQLOutputType,
  fieldNodes: readonly FieldNode[],
): TypePlan {
  const type = getNullableType(fieldType);
  if (isAbstractType(type) || (isObjectType(type) && type.isTypeOf))
    throw new UnsupportedOperationError();
  return {
    isNullable: type === fieldType,
    leaf: isLeafType(type) ? type : undefined,
    item: isListType(type) ? createTypePlan(state, type.ofType, fieldNodes) : undefined,
    fields: isObjectType(type)
      ? createFieldPlans(state, type, listSubselections(fieldNodes))
      : undefined,
  };
}

/**
 * Prepares an operation: everything that an execution would otherwise look up for each field of each object. Of the
 * variables, it depends on those of @skip and @include only. Returns
 * undefined for what only graphql-js supports: introspection, abstract types, subscriptions and @defer.
 */
export function createPlan(
  operation: OperationDefinitionNode,
  options: SelectionContext,
): Plan | undefined {
  const { schema, fragments } = options;
  const root = schema.getRootType(operation.operation);
  if (!root || operation.operation === 'subscription') return undefined;
  const state = { ...options, size: 0 };
  try {
    const fields = createFieldPlans(state, root, operation.selectionSet.selections);
    return { schema, operation, fragments, fields, size: state.size };
  } catch (error) {
    if (error instanceof UnsupportedOperationError) return undefined;
    throw error;
  }
}
