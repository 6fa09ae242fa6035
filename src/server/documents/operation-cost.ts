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
  visit,
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

/** Of a field that depends on variables while these are not known. Each sum that includes it is NaN too. */
const UNKNOWN: OwnCost = { field: Number.NaN, multiplier: Number.NaN };

/** The cost of a field, a selection set or an operation, with fragments expanded. */
interface Cost {
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

/** One calculation of costs. Without variables, those that depend on them are NaN. */
interface Calculation {
  readonly variables: Variables | undefined;
  /** By node, each of which has one type in a valid document. */
  readonly costs: Map<FieldNode | SelectionSetNode, Cost>;
}

const findField = ({ name }: FieldNode, type: GraphQLCompositeType) =>
  'getFields' in type ? type.getFields()[name.value] : undefined;

/** Reads what a field of the schema declares: a number, or the parts that differ from 1. */
const toOwnCost = (declared: unknown): OwnCost =>
  typeof declared === 'number'
    ? { field: declared, multiplier: 1 }
    : { field: 1, multiplier: 1, ...Object(declared) };

/** The cost of one operation of a valid document, of which each request calculates only what depends on its variables. */
export class OperationCost {
  readonly schema: GraphQLSchema;
  /** Nesting of fields, without introspection. */
  readonly depth: number;
  /** Number of aliases, with fragments expanded. */
  readonly aliases: number;
  /** Names of the root fields, once for each response name. Includes fields that @skip or @include may remove. */
  readonly rootFields: readonly string[];
  readonly #fragments: Fragments;
  readonly #calculate: (variables?: Variables) => Cost;
  /** Names of the variables that costs depend on. */
  readonly #variableNames = new Set<string>();
  readonly #coerceVariables: CoerceVariables;
  /** Costs that do not depend on variables. */
  readonly #constants: Calculation['costs'] = new Map();
  readonly #constantCost: Cost | undefined;

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    { operation, selectionSet, variableDefinitions }: OperationDefinitionNode,
  ) {
    this.schema = schema;
    this.#fragments = getFragments(document);
    const root = schema.getRootType(operation);
    const rootFields = new Map(
      listSelectedFields(selectionSet, this.#fragments, new Set()).map((field) => [
        (field.alias ?? field.name).value,
        field,
      ]),
    );
    this.#calculate = (variables) => {
      if (!root) return NOTHING;
      const calculation: Calculation = { variables, costs: new Map() };
      let calls = 0;
      for (const field of rootFields.values())
        calls += this.#getCost(field, root, calculation).calls;
      return { ...this.#getCost(selectionSet, root, calculation), calls };
    };
    const cost = this.#calculate();
    this.#constantCost = this.#variableNames.size === 0 ? cost : undefined;
    this.depth = cost.depth;
    this.aliases = cost.aliases;
    this.rootFields = [...rootFields.values()].map(({ name }) => name.value);
    this.#coerceVariables = createVariableCoercion(
      schema,
      variableDefinitions?.filter(({ variable }) => this.#variableNames.has(variable.name.value)),
    );
  }

  /**
   * Returns the cost with the variables of a request; undefined if these are invalid.
   * @throws GraphQLError for an invalid argument.
   */
  calculate(inputs: Variables): Cost | undefined {
    if (this.#constantCost) return this.#constantCost;
    const variables = this.#coerceVariables(inputs);
    return variables && this.#calculate(toVariableValues(variables));
  }

  /** Returns the cost of a node, which is calculated once, however often its fragment is spread. */
  #getCost(
    node: FieldNode | SelectionSetNode,
    type: GraphQLCompositeType,
    calculation: Calculation,
  ): Cost {
    const { variables, costs } = calculation;
    const known = this.#constants.get(node) ?? costs.get(node);
    if (known) return known;
    const cost =
      node.kind === Kind.FIELD
        ? this.#getFieldCost(node, type, calculation)
        : node.selections
            .map((selection) => this.#getSelectionCost(selection, type, calculation))
            .reduce(addCosts, NOTHING);
    const isConstant = !variables && !Number.isNaN(cost.total);
    (isConstant ? this.#constants : costs).set(node, cost);
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
    const fieldType = getNamedType(findField(node, type)?.type);
    const below =
      node.selectionSet && isCompositeType(fieldType)
        ? this.#getCost(node.selectionSet, fieldType, calculation)
        : NOTHING;
    const aliases = below.aliases + (node.alias ? 1 : 0);
    const { field, multiplier } = this.#getOwnCost(node, type, calculation);
    const total = field + multiplier * below.total;
    return { total, calls: field, aliases, depth: below.depth + 1 };
  }

  #getOwnCost(node: FieldNode, type: GraphQLCompositeType, { variables }: Calculation): OwnCost {
    const field = findField(node, type);
    const complexity: unknown = field?.extensions.complexity;
    if (!field || typeof complexity !== 'function') return toOwnCost(complexity);
    if (!variables && this.#readsVariables(node)) return UNKNOWN;
    return toOwnCost(complexity(getArgumentValues(field, node, variables)));
  }

  /** Whether arguments of a field contain variables, whose names it remembers. */
  #readsVariables({ arguments: args = [] }: FieldNode): boolean {
    let count = 0;
    for (const argument of args) {
      visit(argument, {
        Variable: ({ name }) => {
          this.#variableNames.add(name.value);
          count += 1;
        },
      });
    }
    return count > 0;
  }
}
