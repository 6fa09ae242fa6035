import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';
import {
  collectSelectedFields,
  listSubselections,
  type SelectionContext,
} from '../../shared/selected-fields.ts';
import {
  type CoerceVariables,
  createVariableCoercion,
  toVariableValues,
} from './coerce-variables.ts';

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
function createPlan(
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

/** Maximum number of plans per operation: one for each combination of its @skip and @include variables. */
const MAX_PLANS = 16;

interface CachedOperation {
  readonly node: OperationDefinitionNode;
  readonly coerceVariables: CoerceVariables;
  /** By the values of the @skip and @include variables. */
  readonly plans: Map<string, Plan | undefined>;
}

/** The plans of one document. It lives as long as the document is cached. */
export class PlanCache {
  readonly #document: DocumentNode;
  readonly #onPlan: () => void;
  readonly #fragments: Record<string, FragmentDefinitionNode> = {};
  /** Variables used by @skip and @include. */
  readonly #directiveVariables = new Set<string>();
  /** By the requested name. */
  readonly #operations = new Map<string | null | undefined, CachedOperation>();
  #schema: GraphQLSchema | undefined;
  #size = 0;

  /** @param onPlan called after a plan has been added. */
  constructor(document: DocumentNode, onPlan: () => void = () => undefined) {
    this.#document = document;
    this.#onPlan = onPlan;
    visit(document, {
      FragmentDefinition: (fragment) => {
        this.#fragments[fragment.name.value] = fragment;
      },
      Directive: ({ name, arguments: args = [] }) => {
        if (name.value !== 'skip' && name.value !== 'include') return;
        for (const { value } of args)
          if (value.kind === Kind.VARIABLE) this.#directiveVariables.add(value.name.value);
      },
    });
  }

  /** Number of selections in all plans. */
  get size(): number {
    return this.#size;
  }

  /**
   * Returns the plan of an operation, and the variables to execute it with, coerced. Returns undefined for what
   * graphql-js has to execute, including requests with invalid variables.
   */
  get(
    schema: GraphQLSchema,
    name: string | null | undefined,
    inputs: Readonly<Record<string, unknown>>,
  ): { plan: Plan; variableValues: Record<string, unknown> } | undefined {
    const operation = this.#getOperation(schema, name);
    const variables = operation?.coerceVariables(inputs);
    if (!operation || !variables) return undefined;
    const { node, plans } = operation;
    const variableValues = toVariableValues(variables);
    let key = '';
    for (const name of this.#directiveVariables) key += variables[name] === true ? '1' : '0';
    let plan = plans.get(key);
    if (!plan && !plans.has(key) && plans.size < MAX_PLANS) {
      plan = createPlan(node, { schema, fragments: this.#fragments, variableValues });
      plans.set(key, plan);
      this.#size += plan?.size ?? 0;
      this.#onPlan();
    }
    return plan && { plan, variableValues };
  }

  #getOperation(schema: GraphQLSchema, name: string | null | undefined) {
    if (this.#schema !== schema) {
      this.#schema = schema;
      this.#operations.clear();
      this.#size = 0;
    }
    const cached = this.#operations.get(name);
    if (cached) return cached;
    const node = getOperationAST(this.#document, name);
    if (!node) return undefined;
    const coerceVariables = createVariableCoercion(schema, node.variableDefinitions);
    const operation: CachedOperation = { node, coerceVariables, plans: new Map() };
    this.#operations.set(name, operation);
    return operation;
  }
}
