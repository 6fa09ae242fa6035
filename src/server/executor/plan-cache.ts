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

/** Plans of one operation, at most: one for each way in which its variables skip and include parts of it. */
const MAX_PLANS = 16;

/** What a request is executed by. */
export interface PlannedExecution {
  readonly plan: Plan;
  /** As they were coerced. */
  readonly variables: Record<string, unknown>;
}

/** What is known of one operation in one schema. */
interface Operation {
  readonly node: OperationDefinitionNode;
  readonly coerce: CoerceVariables;
  readonly plans: Map<string, Plan | undefined>;
}

/** What is known of one document; it lives as long as the document is remembered. */
export class PlanCache {
  readonly #document: DocumentNode;
  readonly #fragments: Record<string, FragmentDefinitionNode> = {};
  /** Variables that decide what is skipped and included. */
  readonly #deciding = new Set<string>();
  readonly #bySchema = new WeakMap<GraphQLSchema, Map<string | null | undefined, Operation>>();

  constructor(document: DocumentNode) {
    this.#document = document;
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) {
        this.#fragments[definition.name.value] = definition;
      }
    }
    visit(document, {
      Directive: ({ name, arguments: args }) => {
        if (name.value !== 'skip' && name.value !== 'include') return;
        for (const { value } of args ?? []) {
          if (value.kind === Kind.VARIABLE) this.#deciding.add(value.name.value);
        }
      },
    });
  }

  /** Remembered by the name it is asked for by; undefined where it is not there, or not the only one without a name. */
  #operation(schema: GraphQLSchema, name: string | null | undefined): Operation | undefined {
    let operations = this.#bySchema.get(schema);
    if (!operations) {
      operations = new Map();
      this.#bySchema.set(schema, operations);
    }
    const known = operations.get(name);
    if (known) return known;
    const node = getOperationAST(this.#document, name);
    if (!node) return undefined;
    const coerce = createVariableCoercion(schema, node.variableDefinitions);
    const made = { node, coerce, plans: new Map<string, Plan | undefined>() };
    operations.set(name, made);
    return made;
  }

  /**
   * The plan of an operation with these variables; undefined where it is left to the ordinary executor, as it is where
   * anything is wrong with them.
   */
  get(
    schema: GraphQLSchema,
    name: string | null | undefined,
    given: Readonly<Record<string, unknown>>,
  ): PlannedExecution | undefined {
    const operation = this.#operation(schema, name);
    const variables = operation?.coerce(given);
    if (!operation || !variables) return undefined;
    const plan = this.#plan(schema, operation, variables);
    return plan && { plan, variables };
  }

  #plan(schema: GraphQLSchema, { node, plans }: Operation, variables: Record<string, unknown>) {
    let key = '';
    for (const name of this.#deciding) key += variables[name] === true ? '1' : '0';
    if (plans.has(key)) return plans.get(key);
    if (plans.size >= MAX_PLANS) return undefined;
    const plan = createPlan(node, { schema, fragments: this.#fragments, variables });
    plans.set(key, plan);
    return plan;
  }
}
