import {
  type GraphQLError,
  type GraphQLResolveInfo,
  getArgumentValues,
  locatedError,
} from 'graphql';
import { addPath, type Path } from 'graphql/jsutils/Path.js';
import { isPromise } from './is-promise.ts';
import { handleFieldError, PendingSlot, PendingValue } from './pending-value.ts';
import type { ExecutionContext, FieldPlan, Plan } from './plan.ts';
import { createResponseTooLargeError } from './response-limits.ts';

/** Creates the `info` argument of a resolver. */
const createResolveInfo = (
  { plan, variableValues }: ExecutionContext,
  { fieldDef, fieldNodes, parentType }: FieldPlan,
  path: Path,
): GraphQLResolveInfo => ({
  fieldName: fieldDef.name,
  fieldNodes,
  returnType: fieldDef.type,
  parentType,
  path,
  schema: plan.schema,
  fragments: plan.fragments,
  rootValue: undefined,
  operation: plan.operation,
  variableValues,
});

type ObjectValue = Record<string, unknown>;

const isObject = (value: unknown): value is ObjectValue =>
  typeof value === 'object' && value !== null;

/** Passed to resolvers that do not declare `info` (see FieldPlan.needsInfo). */
const UNDECLARED_INFO = undefined as never;

/** Returns a field's value before completion: the resolver's result, or the parent object's property. */
function resolveField(
  exeContext: ExecutionContext,
  fieldPlan: FieldPlan,
  source: unknown,
  parentPath: Path | undefined,
  path: Path | undefined,
): unknown {
  const { fieldDef } = fieldPlan;
  if (!fieldDef.resolve) {
    const value = isObject(source)
      ? source[fieldDef.name]
      : Reflect.get(Object(source), fieldDef.name);
    if (typeof value !== 'function') return value;
  }
  const [node] = fieldPlan.fieldNodes;
  const args =
    node && fieldDef.args.length > 0
      ? getArgumentValues(fieldDef, node, exeContext.variableValues)
      : {};
  if (fieldDef.resolve && !fieldPlan.needsInfo)
    return fieldDef.resolve(source, args, exeContext.contextValue, UNDECLARED_INFO);
  const info = createResolveInfo(
    exeContext,
    fieldPlan,
    path ?? addPath(parentPath, fieldPlan.responseName, fieldPlan.parentType.name),
  );
  return fieldDef.resolve
    ? fieldDef.resolve(source, args, exeContext.contextValue, info)
    : Reflect.get(Object(source), fieldDef.name).call(source, args, exeContext.contextValue, info);
}

/** Executes a field into `data`. Returns the pending object once any of its fields is pending. */
function executeField(
  exeContext: ExecutionContext,
  fieldPlan: FieldPlan,
  source: unknown,
  parentPath: Path | undefined,
  data: ObjectValue,
  pendingObject: PendingValue | undefined,
): PendingValue | undefined {
  const { responseName, parentType, isNullable } = fieldPlan;
  exeContext.bytes += fieldPlan.bytes;
  if (exeContext.bytes > exeContext.maxBytes) return pendingObject;
  let path = fieldPlan.needsPath ? addPath(parentPath, responseName, parentType.name) : undefined;
  try {
    const value = resolveField(exeContext, fieldPlan, source, parentPath, path);
    const isPending = isPromise(value);
    const completed = isPending
      ? undefined
      : fieldPlan.completeValue(exeContext, value, fieldPlan, path);
    // Also for pending fields, so that the response has the fields in the order of the selection set.
    data[responseName] = completed;
    if (!isPending && !(completed instanceof PendingValue)) return pendingObject;
    path ??= addPath(parentPath, responseName, parentType.name);
    const object = pendingObject ?? new PendingValue(data);
    const slot = new PendingSlot(object, responseName, exeContext, fieldPlan, path, isNullable);
    if (isPending) slot.waitFor(value, fieldPlan.completeValue);
    else slot.set(completed);
    return object;
  } catch (error) {
    path ??= addPath(parentPath, responseName, parentType.name);
    data[responseName] = handleFieldError(exeContext, fieldPlan, path, isNullable, error);
    return pendingObject;
  }
}

/** Executes the fields of one object concurrently. Returns a pending value only if a field is pending. */
export function executeFields(
  exeContext: ExecutionContext,
  fields: readonly FieldPlan[],
  source: unknown,
  path: Path | undefined,
): ObjectValue | PendingValue {
  const data: ObjectValue = {};
  let pendingObject: PendingValue | undefined;
  try {
    for (const fieldPlan of fields) {
      pendingObject = executeField(exeContext, fieldPlan, source, path, data, pendingObject);
    }
  } catch (error) {
    pendingObject?.fail(error);
    throw error;
  }
  return pendingObject ?? data;
}

/** Executes the root fields of a mutation one after the other (GraphQL specification, section 6.2.2). */
async function executeFieldsSerially(exeContext: ExecutionContext, fields: readonly FieldPlan[]) {
  const data: ObjectValue = {};
  for (const fieldPlan of fields) {
    const pending = executeField(exeContext, fieldPlan, undefined, undefined, data, undefined);
    if (pending) await pending.promise;
  }
  return data;
}

/** Options of an execution. */
interface ExecuteOptions {
  readonly contextValue: unknown;
  /** Coerced. */
  readonly variableValues: Record<string, unknown>;
  /** Maximum size of the result as JSON, in bytes. */
  readonly maxBytes: number;
}

/**
 * Executes a plan. The result equals that of graphql-js's `execute`, unless it is too large. Never throws, never rejects.
 */
export async function execute(
  plan: Plan,
  { contextValue, variableValues, maxBytes }: ExecuteOptions,
): Promise<{ data?: unknown; errors?: GraphQLError[] }> {
  const exeContext: ExecutionContext = {
    plan,
    contextValue,
    variableValues,
    errors: [],
    maxBytes,
    bytes: 0,
  };
  // A single field needs no function that waits for each field, and keeps its state meanwhile.
  const isSerial = plan.operation.operation === 'mutation' && plan.fields.length > 1;
  try {
    const result = isSerial
      ? await executeFieldsSerially(exeContext, plan.fields)
      : executeFields(exeContext, plan.fields, undefined, undefined);
    const data = result instanceof PendingValue ? await result.promise : result;
    if (exeContext.bytes > maxBytes)
      return { errors: [exeContext.fatal ?? createResponseTooLargeError(maxBytes)] };
    return exeContext.errors.length === 0 ? { data } : { errors: exeContext.errors, data };
  } catch (error) {
    exeContext.errors.push(locatedError(error, undefined));
    return { errors: exeContext.errors, data: null };
  }
}
