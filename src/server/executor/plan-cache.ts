import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import {
  type CoerceVariables,
  createVariableCoercion,
  toVariableValues,
} from './coerce-variables.ts';
import { createPlan, type Plan } from './plan.ts';

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
