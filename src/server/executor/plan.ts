import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLError,
  GraphQLField,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { Path } from 'graphql/jsutils/Path.js';
import type { CoerceArguments } from './coerce-arguments.ts';

/** One execution of a plan. */
export interface ExecutionContext {
  readonly plan: Plan;
  readonly context: unknown;
  readonly variables: Record<string, unknown>;
  /** Errors so far, in the order in which they came. */
  readonly errors: GraphQLError[];
}

/** Makes of what a resolver gave what the answer holds, by the field's type. Throws what is wrong with it. */
export type CompleteValue = (
  run: ExecutionContext,
  value: unknown,
  field: FieldPlan,
  path: Path | undefined,
) => unknown;

/** One field of a selection, looked up once for all executions. */
export interface FieldPlan {
  /** Its name in the answer. */
  readonly key: string;
  readonly nodes: FieldNode[];
  readonly field: GraphQLField<unknown, unknown>;
  readonly parent: GraphQLObjectType;
  readonly args: CoerceArguments;
  readonly complete: CompleteValue;
  readonly isNullable: boolean;
  /** Whether its resolver may look at the fourth thing that resolvers are given. */
  readonly takesInfo: boolean;
  /** Whether its path is needed though nothing goes wrong: by its resolver, or by the fields below it. */
  readonly needsPath: boolean;
}

/** What an operation selects of its root type, merged and without the parts that its variables leave out. */
export interface Plan {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly fields: readonly FieldPlan[];
}
