import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
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
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';
import {
  collectSelectedFields,
  getFragments,
  listSubselections,
  type SelectionContext,
} from '../../shared/selected-fields.ts';
import {
  type CoerceVariables,
  createVariableCoercion,
  toVariableValues,
} from './coerce-variables.ts';
import { createLimitError, type DocumentLimits } from './operation-limits.ts';

/** What completes the values of a type: its leaf type, the plan of its items, or its fields. */
export interface TypePlan {
  readonly isNullable: boolean;
  readonly leaf: GraphQLLeafType | undefined;
  readonly item: TypePlan | undefined;
  readonly fields: readonly FieldPlan[] | undefined;
  readonly union: UnionPlan | undefined;
}

/** The fields of each type of a union or an interface, by its name. */
export interface UnionPlan {
  readonly type: GraphQLAbstractType;
  readonly members: ReadonlyMap<unknown, readonly FieldPlan[]>;
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
  /** Names of the root fields. */
  readonly rootFields: readonly string[];
  /** Number of fields. */
  readonly size: number;
}

/** Whether a field begins an introspection, which validation limits: the fields of the graph are fixed. */
export const isIntrospection = (name: string): boolean =>
  name === SchemaMetaFieldDef.name || name === TypeMetaFieldDef.name;

/** What has been planned so far. */
interface PlanState extends SelectionContext {
  readonly limits: DocumentLimits;
  fields: number;
  aliases: number;
}

/** Counts a field. @throws GraphQLError OPERATION_TOO_LARGE beyond a limit. */
function countField(state: PlanState, { alias }: FieldNode, depth: number): void {
  const { limits } = state;
  state.fields += 1;
  if (alias) state.aliases += 1;
  if (depth > limits.depth)
    throw createLimitError(`The operation has more than ${limits.depth} levels of fields.`);
  for (const what of ['aliases', 'fields'] as const) {
    if (state[what] > limits[what])
      throw createLimitError(
        `The operation has more than ${limits[what]} ${what}, with fragments expanded.`,
      );
  }
}

/**
 * Whether a resolver gets `info`. One that declares one to three parameters does not: a list of 20 would allocate a
 * hundred objects that nobody reads. `test/graphql/schema.test.ts` holds that no resolver reads it undeclared.
 */
const declaresInfo = (resolve: GraphQLFieldResolver<unknown, unknown> | undefined) =>
  resolve !== undefined && (resolve.length === 0 || resolve.length > 3);

function getFieldDef(type: GraphQLObjectType, name: string) {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  if (name === TypeNameMetaFieldDef.name)
    return { ...TypeNameMetaFieldDef, resolve: () => type.name };
  const field = type.getFields()[name];
  if (field) return field;
  throw new TypeError(`The type ${type.name} has no field ${name}: the document is not valid.`);
}

function createFieldPlans(
  state: PlanState,
  parentType: GraphQLObjectType,
  selections: readonly SelectionNode[],
  depth: number,
): FieldPlan[] {
  const { fields } = collectSelectedFields(state, parentType, selections);
  return [...fields].flatMap(([responseName, fieldNodes]) => {
    const [fieldNode] = fieldNodes;
    if (!fieldNode) return [];
    countField(state, fieldNode, depth);
    const name = fieldNode.name.value;
    const fieldDef = getFieldDef(parentType, name);
    const below = isIntrospection(name) ? Number.NEGATIVE_INFINITY : depth + 1;
    const type = createTypePlan(state, fieldDef.type, listSubselections(fieldNodes), below);
    const needsInfo = declaresInfo(fieldDef.resolve);
    const needsPlace = needsInfo || !type.leaf;
    return { responseName, fieldNodes, fieldDef, parentType, type, needsInfo, needsPlace };
  });
}

function createTypePlan(
  state: PlanState,
  fieldType: GraphQLOutputType,
  selections: readonly SelectionNode[],
  depth: number,
): TypePlan {
  const type = getNullableType(fieldType);
  const planFields = (member: GraphQLObjectType) =>
    createFieldPlans(state, member, selections, depth);
  return {
    isNullable: type === fieldType,
    leaf: isLeafType(type) ? type : undefined,
    item: isListType(type) ? createTypePlan(state, type.ofType, selections, depth) : undefined,
    fields: isObjectType(type) ? planFields(type) : undefined,
    union: isAbstractType(type)
      ? {
          type,
          members: new Map(
            state.schema.getPossibleTypes(type).map((each) => [each.name, planFields(each)]),
          ),
        }
      : undefined,
  };
}

/** Maximum number of plans per operation: one for each combination of its @skip and @include variables. */
const MAX_PLANS = 16;

/** Root fields that an operation can have once, because each creates a token for another visitor. */
const ONCE = ['createGuestToken'];

/** Lists the variables that @skip and @include of a document use. */
function listDirectiveVariables(document: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ name, arguments: args = [] }) => {
      if (name.value !== 'skip' && name.value !== 'include') return;
      for (const { value } of args) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return names;
}

/** A query or mutation of a valid document, prepared for all requests. */
export class Operation {
  readonly schema: GraphQLSchema;
  readonly node: OperationDefinitionNode;
  readonly coerceVariables: CoerceVariables;
  readonly #root: GraphQLObjectType;
  readonly #fragments: Record<string, FragmentDefinitionNode>;
  readonly #directiveVariables: ReadonlySet<string>;
  readonly #onPlan: (plan: Plan) => void;
  /** By the values of the @skip and @include variables. */
  readonly #plans = new Map<string, Plan>();

  /** @param onPlan called when a plan is added. */
  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    node: OperationDefinitionNode,
    onPlan: (plan: Plan) => void,
  ) {
    const root = schema.getRootType(node.operation);
    if (!root) throw new TypeError(`The schema has no ${node.operation}.`);
    this.schema = schema;
    this.node = node;
    this.coerceVariables = createVariableCoercion(schema, node.variableDefinitions);
    this.#root = root;
    this.#fragments = Object.fromEntries(getFragments(document));
    this.#directiveVariables = listDirectiveVariables(document);
    this.#onPlan = onPlan;
  }

  /** The operation, and the fragments of the document. */
  get definitions(): readonly ASTNode[] {
    return [this.node, ...Object.values(this.#fragments)];
  }

  /**
   * Returns the plan of a request: all that an execution would otherwise look up for each field of each object. Of its
   * variables, it depends on those of @skip and @include only.
   * @param variables coerced.
   * @throws GraphQLError OPERATION_TOO_LARGE beyond a limit.
   */
  getPlan(variables: Record<string, unknown>, limits: DocumentLimits): Plan {
    let key = '';
    for (const name of this.#directiveVariables) key += variables[name] === true ? '1' : '0';
    const known = this.#plans.get(key);
    if (known) return known;
    const { schema, node } = this;
    const fragments = this.#fragments;
    const variableValues = toVariableValues(variables);
    const state = { schema, fragments, variableValues, limits, fields: 0, aliases: 0 };
    const fields = createFieldPlans(state, this.#root, node.selectionSet.selections, 1);
    const rootFields = fields.map(({ fieldDef }) => fieldDef.name);
    const repeated = ONCE.find((name) => rootFields.indexOf(name) < rootFields.lastIndexOf(name));
    if (repeated !== undefined)
      throw createLimitError(`An operation can have ${repeated} only once.`);
    const plan = { schema, operation: node, fragments, fields, rootFields, size: state.fields };
    if (this.#plans.size < MAX_PLANS) {
      this.#plans.set(key, plan);
      this.#onPlan(plan);
    }
    return plan;
  }
}
