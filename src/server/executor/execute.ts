import { type GraphQLError, type GraphQLResolveInfo, locatedError } from 'graphql';
import { addPath, type Path, pathToArray } from 'graphql/jsutils/Path.js';
import { isPromise } from './is-promise.ts';
import type { ExecutionContext, FieldPlan, Plan } from './plan.ts';

/** The `info` argument of a resolver. All properties are own properties, because resolvers may copy it. */
class ResolveInfo implements GraphQLResolveInfo {
  readonly fieldName: string;
  readonly fieldNodes: GraphQLResolveInfo['fieldNodes'];
  readonly returnType: GraphQLResolveInfo['returnType'];
  readonly parentType: GraphQLResolveInfo['parentType'];
  readonly path: Path;
  readonly schema: GraphQLResolveInfo['schema'];
  readonly fragments: GraphQLResolveInfo['fragments'];
  readonly rootValue: undefined;
  readonly operation: GraphQLResolveInfo['operation'];
  readonly variableValues: GraphQLResolveInfo['variableValues'];

  constructor(
    { plan, variableValues }: ExecutionContext,
    { fieldDef, fieldNodes, parentType }: FieldPlan,
    path: Path,
  ) {
    this.fieldName = fieldDef.name;
    this.fieldNodes = fieldNodes;
    this.returnType = fieldDef.type;
    this.parentType = parentType;
    this.path = path;
    this.schema = plan.schema;
    this.fragments = plan.fragments;
    this.rootValue = undefined;
    this.operation = plan.operation;
    this.variableValues = variableValues;
  }
}

/**
 * Records a field's error and returns null as its value.
 * @throws GraphQLError the located error, if the field is not nullable.
 */
export function handleFieldError(
  exeContext: ExecutionContext,
  { fieldNodes }: FieldPlan,
  path: Path | undefined,
  isNullable: boolean,
  rawError: unknown,
): null {
  const rawErrors: unknown[] = rawError instanceof AggregateError ? rawError.errors : [rawError];
  for (const originalError of rawErrors) {
    const error = locatedError(originalError, fieldNodes, pathToArray(path));
    if (!isNullable) throw error;
    exeContext.errors.push(error);
  }
  return null;
}

type ObjectValue = Record<string, unknown>;

const isObject = (value: unknown): value is ObjectValue =>
  typeof value === 'object' && value !== null;

/**
 * Passed to resolvers that do not read `info` (see FieldPlan.needsInfo): a list of 20 would otherwise allocate a
 * hundred.
 */
const NO_INFO = undefined as never;

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
  const args = fieldPlan.coerceArguments(exeContext.variableValues);
  if (fieldDef.resolve && !fieldPlan.needsInfo)
    return fieldDef.resolve(source, args, exeContext.contextValue, NO_INFO);
  const info = new ResolveInfo(
    exeContext,
    fieldPlan,
    path ?? addPath(parentPath, fieldPlan.responseName, fieldPlan.parentType.name),
  );
  return fieldDef.resolve
    ? fieldDef.resolve(source, args, exeContext.contextValue, info)
    : Reflect.get(Object(source), fieldDef.name).call(source, args, exeContext.contextValue, info);
}

// Promises are handled in functions of their own: V8 allocates a closure's scope on every call of the enclosing
// function.

/** Handles a rejection with {@link handleFieldError}. */
export function handleRejection(
  exeContext: ExecutionContext,
  fieldPlan: FieldPlan,
  path: Path | undefined,
  isNullable: boolean,
  value: PromiseLike<unknown>,
): PromiseLike<unknown> {
  return value.then(undefined, (error) =>
    handleFieldError(exeContext, fieldPlan, path, isNullable, error),
  );
}

function completePromisedValue(
  exeContext: ExecutionContext,
  fieldPlan: FieldPlan,
  path: Path,
  value: PromiseLike<unknown>,
) {
  const completed = value.then((value) =>
    fieldPlan.completeValue(exeContext, value, fieldPlan, path),
  );
  return handleRejection(exeContext, fieldPlan, path, fieldPlan.isNullable, completed);
}

function executeField(
  exeContext: ExecutionContext,
  fieldPlan: FieldPlan,
  source: unknown,
  parentPath: Path | undefined,
): unknown {
  let path = fieldPlan.needsPath
    ? addPath(parentPath, fieldPlan.responseName, fieldPlan.parentType.name)
    : undefined;
  try {
    const value = resolveField(exeContext, fieldPlan, source, parentPath, path);
    if (!isPromise(value)) {
      const completed = fieldPlan.completeValue(exeContext, value, fieldPlan, path);
      if (!isPromise(completed)) return completed;
      return handleRejection(exeContext, fieldPlan, path, fieldPlan.isNullable, completed);
    }
    path ??= addPath(parentPath, fieldPlan.responseName, fieldPlan.parentType.name);
    return completePromisedValue(exeContext, fieldPlan, path, value);
  } catch (error) {
    path ??= addPath(parentPath, fieldPlan.responseName, fieldPlan.parentType.name);
    return handleFieldError(exeContext, fieldPlan, path, fieldPlan.isNullable, error);
  }
}

const assignWhenResolved = (data: ObjectValue, responseName: string, value: PromiseLike<unknown>) =>
  value.then((value) => {
    data[responseName] = value;
  });

const returnWhenAllResolved = (data: ObjectValue, pending: readonly PromiseLike<void>[]) =>
  Promise.all(pending).then(() => data);

/** Rejects after the other fields have settled, so that none of them is an unhandled rejection. */
const rejectWhenAllSettled = (error: unknown, pending: readonly PromiseLike<void>[]) =>
  Promise.allSettled(pending).then(() => Promise.reject(error));

/** Executes the fields of one object concurrently. Returns a promise only if a field does. */
export function executeFields(
  exeContext: ExecutionContext,
  fields: readonly FieldPlan[],
  source: unknown,
  path: Path | undefined,
): unknown {
  const data: ObjectValue = {};
  let pending: PromiseLike<void>[] | undefined;
  try {
    for (const fieldPlan of fields) {
      const value = executeField(exeContext, fieldPlan, source, path);
      data[fieldPlan.responseName] = value;
      if (!isPromise(value)) continue;
      pending ??= [];
      pending.push(assignWhenResolved(data, fieldPlan.responseName, value));
    }
  } catch (error) {
    if (!pending) throw error;
    return rejectWhenAllSettled(error, pending);
  }
  return pending ? returnWhenAllResolved(data, pending) : data;
}

/** Executes the root fields of a mutation one after the other (GraphQL specification, section 6.2.2). */
async function executeFieldsSerially(exeContext: ExecutionContext, fields: readonly FieldPlan[]) {
  const data: ObjectValue = {};
  for (const fieldPlan of fields)
    data[fieldPlan.responseName] = await executeField(exeContext, fieldPlan, undefined, undefined);
  return data;
}

/** Executes a plan. The result equals that of graphql-js's `execute`. Never throws, never rejects. */
export async function execute(
  plan: Plan,
  contextValue: unknown,
  variableValues: Record<string, unknown>,
): Promise<{ data: unknown; errors?: GraphQLError[] }> {
  const exeContext: ExecutionContext = { plan, contextValue, variableValues, errors: [] };
  const isMutation = plan.operation.operation === 'mutation';
  try {
    const data = await (isMutation
      ? executeFieldsSerially(exeContext, plan.fields)
      : executeFields(exeContext, plan.fields, undefined, undefined));
    return exeContext.errors.length === 0 ? { data } : { errors: exeContext.errors, data };
  } catch (error) {
    exeContext.errors.push(locatedError(error, undefined));
    return { errors: exeContext.errors, data: null };
  }
}
