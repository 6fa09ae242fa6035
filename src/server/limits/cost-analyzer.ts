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
import { findMetaField, getIntrospectionCost } from './introspection-cost.ts';
import {
  addCost,
  addField,
  createCost,
  type SelectionCost,
  toFieldCost,
  type Values,
} from './selection-cost.ts';

const findField = ({ name }: FieldNode, type: GraphQLCompositeType) =>
  'getFields' in type ? type.getFields()[name.value] : undefined;

/** Calculates the costs of one operation's fields. The document must be valid. */
export class CostAnalyzer {
  /** By name. */
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Names of the variables that costs depend on. */
  readonly variableNames = new Set<string>();
  readonly #schema: GraphQLSchema;
  readonly #maximum: number;
  readonly #selectionCosts = new Map<SelectionSetNode, Map<GraphQLCompositeType, SelectionCost>>();

  /** @param maximum the cost beyond which the exact number is of no interest. */
  constructor(schema: GraphQLSchema, { definitions }: DocumentNode, maximum: number) {
    this.#schema = schema;
    this.#maximum = maximum;
    this.fragments = new Map(
      definitions.flatMap((node) =>
        node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
      ),
    );
  }

  /** Returns the cost of a selection set. Each is analyzed once, however often it is spread. */
  getSelectionCost(selectionSet: SelectionSetNode, type: GraphQLCompositeType): SelectionCost {
    const costs = this.#selectionCosts.get(selectionSet) ?? new Map();
    this.#selectionCosts.set(selectionSet, costs);
    const cached = costs.get(type);
    if (cached) return cached;
    const sum = createCost();
    for (const selection of selectionSet.selections) addCost(sum, this.#visit(selection, type));
    costs.set(type, sum);
    return sum;
  }

  #visit(node: SelectionNode, type: GraphQLCompositeType): SelectionCost {
    if (node.kind === Kind.FIELD) return this.#getFieldCost(node, type);
    const fragment =
      node.kind === Kind.FRAGMENT_SPREAD ? this.fragments.get(node.name.value) : node;
    const name = fragment?.typeCondition?.name.value;
    const fragmentType = name === undefined ? type : this.#schema.getType(name);
    return fragment && isCompositeType(fragmentType)
      ? this.getSelectionCost(fragment.selectionSet, fragmentType)
      : createCost();
  }

  #getFieldCost(node: FieldNode, type: GraphQLCompositeType): SelectionCost {
    const metaField = findMetaField(node);
    const fieldType = getNamedType((metaField ?? findField(node, type))?.type);
    const below =
      node.selectionSet && isCompositeType(fieldType)
        ? this.getSelectionCost(node.selectionSet, fieldType)
        : createCost();
    const cost = metaField
      ? createCost(this.#getIntrospectionCost(node))
      : this.getOwnCost(node, type, below);
    cost.aliases = below.aliases + (node.alias ? 1 : 0);
    // graphql-js limits the depth of introspection by itself.
    cost.depth = metaField ? 1 : below.depth + 1;
    return cost;
  }

  #getIntrospectionCost(node: FieldNode): number {
    const { fragments } = this;
    return getIntrospectionCost(node, { schema: this.#schema, fragments, maximum: this.#maximum });
  }

  /** Returns the cost of a field with the fields `below` it; by default, of the field alone. */
  getOwnCost(node: FieldNode, type: GraphQLCompositeType, below = createCost()): SelectionCost {
    const field = findField(node, type);
    const complexity: unknown = field?.extensions.complexity;
    const sum = createCost();
    if (!field || typeof complexity !== 'function') {
      addField(sum, toFieldCost(complexity), below);
      return sum;
    }
    const getCost = (variables: Values) =>
      toFieldCost(complexity(getArgumentValues(field, node, variables)));
    if (this.#readsVariables(node)) sum.variable.set({ getCost, below }, 1);
    else addField(sum, getCost({}), below);
    return sum;
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
