import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import { type CoerceVariables, createVariableCoercion } from '../executor/coerce-variables.ts';
import { CostAnalyzer } from './cost-analyzer.ts';
import { listRootFields } from './root-fields.ts';
import {
  addCost,
  createCost,
  evaluate,
  type SelectionCost,
  type Values,
} from './selection-cost.ts';

/** What an operation costs with certain variables. */
interface Cost {
  /** Each field with its upstream calls, times the lengths of the lists around it. */
  readonly total: number;
  /** Upstream calls of the root fields themselves, at least one for each. */
  readonly rootCalls: number;
}

/** The cost of one operation, analyzed once for all requests. */
export class OperationCost {
  /** Nesting of fields, without introspection. */
  readonly depth: number;
  /** Number of aliases, with fragments expanded. */
  readonly aliases: number;
  /** Names of the root fields, once for each response name. */
  readonly rootFields: readonly string[];
  readonly #total: SelectionCost;
  readonly #rootCalls = createCost();
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
    const analyzer = new CostAnalyzer(schema, document, maximum);
    const root = schema.getRootType(operation.operation);
    this.#total = root ? analyzer.getSelectionCost(operation.selectionSet, root) : createCost();
    const rootFields = listRootFields(operation, analyzer.fragments);
    for (const field of rootFields) {
      if (root) addCost(this.#rootCalls, analyzer.getOwnCost(field, root));
    }
    this.rootFields = rootFields.map(({ name }) => name.value);
    this.depth = this.#total.depth;
    this.aliases = this.#total.aliases;
    this.#coerceVariables = createVariableCoercion(
      schema,
      operation.variableDefinitions?.filter(({ variable }) =>
        analyzer.variableNames.has(variable.name.value),
      ),
    );
    this.#constantCost = analyzer.variableNames.size === 0 ? this.#evaluate({}) : undefined;
  }

  #evaluate(variables: Values): Cost {
    return {
      total: evaluate(this.#total, variables),
      rootCalls: evaluate(this.#rootCalls, variables),
    };
  }

  /**
   * Returns the cost with the variables of a request; undefined if these are invalid.
   * @throws GraphQLError for an invalid argument.
   */
  calculate(inputs: Values): Cost | undefined {
    if (this.#constantCost) return this.#constantCost;
    const cached = this.#costs.get(inputs);
    if (cached) return cached;
    const variables = this.#coerceVariables(inputs);
    if (!variables) return undefined;
    const cost = this.#evaluate(variables);
    this.#costs.set(inputs, cost);
    return cost;
  }
}

/** Returns the cost of an operation; undefined if the document has no such operation. */
export type GetOperationCost = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
) => OperationCost | undefined;

/** Creates a function that analyzes each operation of a document once, up to a cost of `maximum`. */
export function createOperationCosts(maximum: number): GetOperationCost {
  const costs = new WeakMap<OperationDefinitionNode, OperationCost>();
  return (schema, document, operationName) => {
    const operation = getOperationAST(document, operationName);
    if (!operation) return undefined;
    const cached = costs.get(operation);
    if (cached) return cached;
    const cost = new OperationCost(schema, document, operation, maximum);
    costs.set(operation, cost);
    return cost;
  };
}
