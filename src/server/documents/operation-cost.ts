import type { DocumentNode, FieldNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import {
  type CoerceVariables,
  createVariableCoercion,
  toVariableValues,
} from '../executor/coerce-variables.ts';
import { CostWalk } from './cost-walk.ts';
import { listRootFields } from './root-fields.ts';

/** Variables by name. */
type Variables = Record<string, unknown>;

/** What an operation costs with certain variables. */
interface Cost {
  /** Each field with its upstream calls, times the lengths of the lists around it. */
  readonly total: number;
  /** Upstream calls of the root fields themselves, at least one for each. */
  readonly rootCalls: number;
}

/** The cost of one operation, of which each request calculates only what depends on its variables. */
export class OperationCost {
  /** Nesting of fields, without introspection. */
  readonly depth: number;
  /** Number of aliases, with fragments expanded. */
  readonly aliases: number;
  /** Names of the root fields, once for each response name. */
  readonly rootFields: readonly string[];
  readonly #calculate: (variables?: Variables) => Cost & { depth: number; aliases: number };
  readonly #coerceVariables: CoerceVariables;
  /** By the variables of a request, because several limits need its cost. */
  readonly #costs = new WeakMap<object, Cost>();
  readonly #constantCost: Cost | undefined;

  /** @param maximum the cost beyond which the exact number is of no interest. */
  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    maximum: number,
  ) {
    const walk = new CostWalk(schema, document, maximum);
    const root = schema.getRootType(operation.operation);
    const rootFields = listRootFields(operation, walk.fragments);
    this.#calculate = (variables) => {
      const getCost = walk.start(variables);
      if (!root) return { total: 0, rootCalls: 0, depth: 0, aliases: 0 };
      const { total, depth, aliases } = getCost(operation.selectionSet, root);
      const addCalls = (sum: number, field: FieldNode) => sum + getCost(field, root).calls;
      return { total, rootCalls: rootFields.reduce(addCalls, 0), depth, aliases };
    };
    const cost = this.#calculate();
    this.#constantCost = walk.variableNames.size === 0 ? cost : undefined;
    this.depth = cost.depth;
    this.aliases = cost.aliases;
    this.rootFields = rootFields.map(({ name }) => name.value);
    this.#coerceVariables = createVariableCoercion(
      schema,
      operation.variableDefinitions?.filter(({ variable }) =>
        walk.variableNames.has(variable.name.value),
      ),
    );
  }

  /**
   * Returns the cost with the variables of a request; undefined if these are invalid.
   * @throws GraphQLError for an invalid argument.
   */
  calculate(inputs: Variables): Cost | undefined {
    const known = this.#constantCost ?? this.#costs.get(inputs);
    if (known) return known;
    const variables = this.#coerceVariables(inputs);
    if (!variables) return undefined;
    const cost = this.#calculate(toVariableValues(variables));
    this.#costs.set(inputs, cost);
    return cost;
  }
}
