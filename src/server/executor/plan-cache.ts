import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { type CoerceVariables, createVariableCoercion } from './coerce-variables.ts';
import { createPlan } from './create-plan.ts';
import type { Plan } from './plan.ts';
import { toVariableValues } from './variable-values.ts';

/** Maximum number of plans per operation: one for each combination of its @skip and @include variables. */
const MAX_PLANS = 16;

/** A plan and the variables to execute it with. */
export interface PlannedExecution {
  readonly plan: Plan;
  /** Coerced, as graphql-js reads them. */
  readonly variableValues: Record<string, unknown>;
}

/** An operation in one schema. */
interface CachedOperation {
  readonly node: OperationDefinitionNode;
  readonly coerceVariables: CoerceVariables;
  readonly plans: Map<string, Plan | undefined>;
}

/** The plans of one document. It lives as long as the document is cached. */
export class PlanCache {
  readonly #document: DocumentNode;
  readonly #fragments: Record<string, FragmentDefinitionNode> = {};
  /** Variables used by @skip and @include. */
  readonly #directiveVariables = new Set<string>();
  readonly #operationsBySchema = new WeakMap<
    GraphQLSchema,
    Map<string | null | undefined, CachedOperation>
  >();

  readonly #onPlan: () => void;
  #size = 0;

  /** @param onPlan called after a plan has been added. */
  constructor(document: DocumentNode, onPlan: () => void = () => undefined) {
    this.#document = document;
    this.#onPlan = onPlan;
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) {
        this.#fragments[definition.name.value] = definition;
      }
    }
    visit(document, {
      Directive: ({ name, arguments: args }) => {
        if (name.value !== 'skip' && name.value !== 'include') return;
        for (const { value } of args ?? []) {
          if (value.kind === Kind.VARIABLE) this.#directiveVariables.add(value.name.value);
        }
      },
    });
  }

  /** Number of selections in all plans. */
  get size(): number {
    return this.#size;
  }

  /**
   * Cached by the requested operation name. Returns undefined if there is no such operation, or no name and several
   * operations.
   */
  #getOperation(
    schema: GraphQLSchema,
    name: string | null | undefined,
  ): CachedOperation | undefined {
    let operations = this.#operationsBySchema.get(schema);
    if (!operations) {
      operations = new Map();
      this.#operationsBySchema.set(schema, operations);
    }
    const cached = operations.get(name);
    if (cached) return cached;
    const node = getOperationAST(this.#document, name);
    if (!node) return undefined;
    const coerceVariables = createVariableCoercion(schema, node.variableDefinitions);
    const operation: CachedOperation = { node, coerceVariables, plans: new Map() };
    operations.set(name, operation);
    return operation;
  }

  /**
   * Returns the plan of an operation for these variables. Returns undefined for what graphql-js has to execute,
   * including requests with invalid variables.
   */
  get(
    schema: GraphQLSchema,
    name: string | null | undefined,
    inputs: Readonly<Record<string, unknown>>,
  ): PlannedExecution | undefined {
    const operation = this.#getOperation(schema, name);
    const variables = operation?.coerceVariables(inputs);
    if (!operation || !variables) return undefined;
    const variableValues = toVariableValues(variables);
    const plan = this.#getPlan(schema, operation, variables, variableValues);
    return plan && { plan, variableValues };
  }

  #getPlan(
    schema: GraphQLSchema,
    { node, plans }: CachedOperation,
    variables: Record<string, unknown>,
    variableValues: Record<string, unknown>,
  ) {
    let key = '';
    for (const name of this.#directiveVariables) key += variables[name] === true ? '1' : '0';
    if (plans.has(key)) return plans.get(key);
    if (plans.size >= MAX_PLANS) return undefined;
    const plan = createPlan(node, { schema, fragments: this.#fragments, variableValues });
    plans.set(key, plan);
    this.#size += plan?.size ?? 0;
    this.#onPlan();
    return plan;
  }
}
