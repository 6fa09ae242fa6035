import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { type Plan, planOf } from './plan.ts';

/** Plans of one operation, at most: one for each way in which its variables skip and include parts of it. */
const MAX_PLANS = 16;

/** What is known of one document; it lives as long as the document is remembered. */
export class Plans {
  readonly #fragments: Record<string, FragmentDefinitionNode> = {};
  /** Variables that decide what is skipped and included. */
  readonly #deciding = new Set<string>();
  readonly #byOperation = new WeakMap<
    GraphQLSchema,
    Map<OperationDefinitionNode, Map<string, Plan | undefined>>
  >();

  constructor(document: DocumentNode) {
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

  /** The plan of an operation with these variables; undefined where it is left to the ordinary executor. */
  of(
    schema: GraphQLSchema,
    operation: OperationDefinitionNode,
    variables: Record<string, unknown>,
  ): Plan | undefined {
    const operations =
      this.#byOperation.get(schema) ??
      new Map<OperationDefinitionNode, Map<string, Plan | undefined>>();
    this.#byOperation.set(schema, operations);
    const plans = operations.get(operation) ?? new Map<string, Plan | undefined>();
    operations.set(operation, plans);
    let key = '';
    for (const name of this.#deciding) key += variables[name] === true ? '1' : '0';
    if (plans.has(key)) return plans.get(key);
    if (plans.size >= MAX_PLANS) return undefined;
    const plan = planOf(operation, { schema, fragments: this.#fragments, variables });
    plans.set(key, plan);
    return plan;
  }
}
