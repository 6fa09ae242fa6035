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

/** One execution of a plan. */
export interface ExecutionContext {
  readonly plan: Plan;
  readonly contextValue: unknown;
  readonly variableValues: Record<string, unknown>;
  /** Errors so far, in the order in which they occurred. */
  readonly errors: GraphQLError[];
  /** Maximum size of the result as JSON, in bytes. Beyond it, no more fields are executed. */
  readonly maxBytes: number;
  /** Upper bound of the size of the result so far. */
  bytes: number;
  /** The error that replaces the result. Then `bytes` is infinite. */
  fatal?: GraphQLError;
}

/**
 * Completes the value that a resolver returned, by the field's type (GraphQL specification, section 6.4.3).
 * @throws the field's error.
 */
export type CompleteValue = (
  exeContext: ExecutionContext,
  value: unknown,
  fieldPlan: FieldPlan,
  path: Path | undefined,
) => unknown;

/** One field of a selection set, prepared once for all executions. */
export interface FieldPlan {
  /** The field's alias, or its name: its key in the response. */
  readonly responseName: string;
  /** Upper bound of the size of the name and a scalar value as JSON. Longer values are measured. */
  readonly bytes: number;
  readonly fieldNodes: FieldNode[];
  readonly fieldDef: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
  readonly completeValue: CompleteValue;
  readonly isNullable: boolean;
  /** Whether the resolver declares `info`, its fourth parameter. */
  readonly needsInfo: boolean;
  /** Whether the path is needed even without an error: by the resolver, or by the fields below this one. */
  readonly needsPath: boolean;
}

/** The fields that an operation selects, with fragments merged and skipped fields removed. */
export interface Plan {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly fields: readonly FieldPlan[];
  /** Number of selections, with fragments expanded. */
  readonly size: number;
}
