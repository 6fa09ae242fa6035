import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { findMetaField, IntrospectionCounter } from './introspection-cost.ts';

/** What a field costs by itself, which is the number of its upstream calls, and how often the fields below it count. */
interface OwnCost {
  readonly field: number;
  readonly multiplier: number;
}

/** Of a field that depends on variables while these are not known. Each sum that includes it is NaN too. */
const UNKNOWN: OwnCost = { field: Number.NaN, multiplier: Number.NaN };

/** The cost of a field or a selection set, with fragments expanded. */
interface Cost {
  /** Each field with its upstream calls, times the lengths of the lists around it. */
  total: number;
  /** Upstream calls of the field itself, or of the fields of the selection set. */
  calls: number;
  aliases: number;
  /** Nesting of fields, without introspection. */
  depth: number;
}

/** The costs by their nodes. In a valid document, each node has one type. */
type Costs = Map<FieldNode | SelectionSetNode, Cost>;

const createCost = (): Cost => ({ total: 0, calls: 0, aliases: 0, depth: 0 });

const findField = ({ name }: FieldNode, type: GraphQLCompositeType) =>
  'getFields' in type ? type.getFields()[name.value] : undefined;

/** Reads what a field of the schema declares: a number, or the parts that differ from 1. */
const toOwnCost = (declared: unknown): OwnCost =>
  typeof declared === 'number'
    ? { field: declared, multiplier: 1 }
    : { field: 1, multiplier: 1, ...Object(declared) };

/**
 * Calculates the costs of an operation's nodes, each once, however often its fragment is spread. Walk it once without
 * variables, and then with those of each request: it visits only what depends on them. The document must be valid.
 */
export class CostWalk {
  /** By name. */
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Names of the variables that costs depend on. */
  readonly variableNames = new Set<string>();
  readonly #schema: GraphQLSchema;
  readonly #introspection: IntrospectionCounter;
  /** What does not depend on variables. */
  readonly #constants: Costs = new Map();

  /** @param maximum the cost beyond which the exact number is of no interest. */
  constructor(schema: GraphQLSchema, { definitions }: DocumentNode, maximum: number) {
    this.#schema = schema;
    this.fragments = new Map(
      definitions.flatMap((node) =>
        node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
      ),
    );
    this.#introspection = new IntrospectionCounter(schema, this.fragments, maximum);
  }

  /**
   * Returns a function that calculates costs with these variables. Without any, costs that depend on them are NaN.
   * @throws GraphQLError for an invalid argument.
   */
  start(variables?: Record<string, unknown>) {
    const costs: Costs = new Map();

    const getCost = (node: FieldNode | SelectionSetNode, type: GraphQLCompositeType): Cost => {
      const known = this.#constants.get(node) ?? costs.get(node);
      if (known) return known;
      const cost = node.kind === Kind.FIELD ? getFieldCost(node, type) : addCosts(node, type);
      const isConstant = !variables && !Number.isNaN(cost.total);
      (isConstant ? this.#constants : costs).set(node, cost);
      return cost;
    };

    const addCosts = ({ selections }: SelectionSetNode, type: GraphQLCompositeType): Cost => {
      const sum = createCost();
      for (const selection of selections) {
        const { total, calls, aliases, depth } = getSelectionCost(selection, type);
        sum.total += total;
        sum.calls += calls;
        sum.aliases += aliases;
        sum.depth = Math.max(sum.depth, depth);
      }
      return sum;
    };

    const getSelectionCost = (node: SelectionNode, type: GraphQLCompositeType): Cost => {
      if (node.kind === Kind.FIELD) return getCost(node, type);
      const fragment =
        node.kind === Kind.FRAGMENT_SPREAD ? this.fragments.get(node.name.value) : node;
      const name = fragment?.typeCondition?.name.value;
      const fragmentType = name === undefined ? type : this.#schema.getType(name);
      return fragment && isCompositeType(fragmentType)
        ? getCost(fragment.selectionSet, fragmentType)
        : createCost();
    };

    const getFieldCost = (node: FieldNode, type: GraphQLCompositeType): Cost => {
      const metaField = findMetaField(node);
      const fieldType = getNamedType((metaField ?? findField(node, type))?.type);
      const below =
        node.selectionSet && isCompositeType(fieldType)
          ? getCost(node.selectionSet, fieldType)
          : createCost();
      const aliases = below.aliases + (node.alias ? 1 : 0);
      // graphql-js limits the depth of introspection by itself.
      if (metaField)
        return { total: this.#introspection.getCost(node), calls: 1, aliases, depth: 1 };
      const { field, multiplier } = this.#getOwnCost(node, type, variables);
      const total = field + multiplier * below.total;
      return { total, calls: field, aliases, depth: below.depth + 1 };
    };

    return getCost;
  }

  #getOwnCost(
    node: FieldNode,
    type: GraphQLCompositeType,
    variables: Record<string, unknown> | undefined,
  ): OwnCost {
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
          this.variableNames.add(name.value);
          count += 1;
        },
      });
    }
    return count > 0;
  }
}
