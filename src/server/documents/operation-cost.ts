import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import {
  type Fragments,
  getFragment,
  getFragments,
  listSelectedFields,
} from '../../shared/selected-fields.ts';
import {
  type CoerceVariables,
  createVariableCoercion,
  toVariableValues,
} from '../executor/coerce-variables.ts';

type Variables = Record<string, unknown>;

/** What a field costs by itself, which is the number of its upstream calls, and how often the fields below it count. */
interface OwnCost {
  readonly field: number;
  readonly multiplier: number;
}

/** The cost of a field, a selection set or an operation, with fragments expanded. */
export interface Cost {
  /** Each field with its upstream calls, times the lengths of the lists around it. */
  readonly total: number;
  /** Upstream calls of the field itself, or of the outermost fields: at least one for each. */
  readonly calls: number;
  readonly aliases: number;
  /** Nesting of fields, without introspection. */
  readonly depth: number;
}

const NOTHING: Cost = { total: 0, calls: 0, aliases: 0, depth: 0 };

const addCosts = (a: Cost, b: Cost): Cost => ({
  total: a.total + b.total,
  calls: a.calls + b.calls,
  aliases: a.aliases + b.aliases,
  depth: Math.max(a.depth, b.depth),
});

/** One calculation of costs. */
interface Calculation {
  readonly variables: Variables;
  /** By node, each of which has one type in a valid document. */
  readonly costs: Map<FieldNode | SelectionSetNode, Cost>;
}

/** Reads what a field of the schema declares: a number, or the parts that differ from 1. */
const toOwnCost = (declared: unknown): OwnCost =>
  typeof declared === 'number'
    ? { field: declared, multiplier: 1 }
    : { field: 1, multiplier: 1, ...Object(declared) };

/** The cost of one operation of a valid document. */
export class OperationCost {
  readonly schema: GraphQLSchema;
  /** Names of the root fields, once for each response name. Includes fields that @skip or @include may remove. */
  readonly rootFields: readonly string[];
  readonly #fragments: Fragments;
  readonly #root: GraphQLCompositeType | undefined;
  readonly #selectionSet: SelectionSetNode;
  readonly #rootNodes: readonly FieldNode[];
  readonly #coerceVariables: CoerceVariables;

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    { operation, selectionSet, variableDefinitions }: OperationDefinitionNode,
  ) {
    this.schema = schema;
    this.#fragments = getFragments(document);
    this.#root = schema.getRootType(operation) ?? undefined;
    this.#selectionSet = selectionSet;
    const byResponseName = new Map(
      listSelectedFields(selectionSet, this.#fragments, new Set()).map((field) => [
        (field.alias ?? field.name).value,
        field,
      ]),
    );
    this.#rootNodes = [...byResponseName.values()];
    this.rootFields = this.#rootNodes.map(({ name }) => name.value);
    this.#coerceVariables = createVariableCoercion(schema, variableDefinitions);
  }

  /**
   * Returns the cost with the variables of a request; undefined if these are invalid.
   * @throws GraphQLError for an invalid argument.
   */
  calculate(inputs: Variables): Cost | undefined {
    const variables = this.#coerceVariables(inputs);
    const root = this.#root;
    if (!variables || !root) return undefined;
    const calculation = { variables: toVariableValues(variables), costs: new Map() };
    let calls = 0;
    for (const field of this.#rootNodes) calls += this.#getCost(field, root, calculation).calls;
    return { ...this.#getCost(this.#selectionSet, root, calculation), calls };
  }

  /** Returns the cost of a node, which is calculated once, however often its fragment is spread. */
  #getCost(
    node: FieldNode | SelectionSetNode,
    type: GraphQLCompositeType,
    calculation: Calculation,
  ): Cost {
    const known = calculation.costs.get(node);
    if (known) return known;
    const cost =
      node.kind === Kind.FIELD
        ? this.#getFieldCost(node, type, calculation)
        : node.selections
            .map((selection) => this.#getSelectionCost(selection, type, calculation))
            .reduce(addCosts, NOTHING);
    calculation.costs.set(node, cost);
    return cost;
  }

  #getSelectionCost(node: SelectionNode, type: GraphQLCompositeType, calculation: Calculation) {
    if (node.kind === Kind.FIELD) return this.#getCost(node, type, calculation);
    const fragment = getFragment(node, this.#fragments);
    const name = fragment?.typeCondition?.name.value;
    const fragmentType = name === undefined ? type : this.schema.getType(name);
    return fragment && isCompositeType(fragmentType)
      ? this.#getCost(fragment.selectionSet, fragmentType, calculation)
      : NOTHING;
  }

  #getFieldCost(node: FieldNode, type: GraphQLCompositeType, calculation: Calculation): Cost {
    // Rules limit introspection: the fields of the graph are fixed, and few read them.
    if (node.name.value === SchemaMetaFieldDef.name || node.name.value === TypeMetaFieldDef.name)
      return { total: 1, calls: 1, aliases: node.alias ? 1 : 0, depth: 1 };
    const definition = 'getFields' in type ? type.getFields()[node.name.value] : undefined;
    const fieldType = getNamedType(definition?.type);
    const below =
      node.selectionSet && isCompositeType(fieldType)
        ? this.#getCost(node.selectionSet, fieldType, calculation)
        : NOTHING;
    const declared: unknown = definition?.extensions.complexity;
    const { field, multiplier } = toOwnCost(
      definition && typeof declared === 'function'
        ? declared(getArgumentValues(definition, node, calculation.variables))
        : declared,
    );
    return {
      total: field + multiplier * below.total,
      calls: field,
      aliases: below.aliases + (node.alias ? 1 : 0),
      depth: below.depth + 1,
    };
  }
}
