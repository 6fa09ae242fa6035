import { type GraphQLError, type GraphQLResolveInfo, locatedError } from 'graphql';
import { addPath, type Path, pathToArray } from 'graphql/jsutils/Path.js';
import { isPromise } from './is-promise.ts';
import type { ExecutionContext, FieldPlan, Plan } from './plan.ts';

/** What resolvers may ask about the field that they resolve: its own properties, as it may be copied. */
class Info implements GraphQLResolveInfo {
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
    { plan, variables }: ExecutionContext,
    { field, nodes, parent }: FieldPlan,
    path: Path,
  ) {
    this.fieldName = field.name;
    this.fieldNodes = nodes;
    this.returnType = field.type;
    this.parentType = parent;
    this.path = path;
    this.schema = plan.schema;
    this.fragments = plan.fragments;
    this.rootValue = undefined;
    this.operation = plan.operation;
    this.variableValues = variables;
  }
}

/**
 * Notes what went wrong at a path, and answers null in its place.
 * @throws GraphQLError the same, where null may not stand there.
 */
export function handleFieldError(
  run: ExecutionContext,
  { nodes }: FieldPlan,
  path: Path | undefined,
  isNullable: boolean,
  thrown: unknown,
): null {
  const errors: unknown[] = thrown instanceof AggregateError ? thrown.errors : [thrown];
  for (const each of errors) {
    const error = locatedError(each, nodes, pathToArray(path));
    if (!isNullable) throw error;
    run.errors.push(error);
  }
  return null;
}

const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null;

/** Stands where a resolver looks at nothing: see FieldPlan.takesInfo. A list of 20 would have a hundred otherwise. */
const NO_INFO = undefined as never;

/** What the field is before it is completed: a resolver's answer, or what its parent holds under its name. */
function resolveField(
  run: ExecutionContext,
  plan: FieldPlan,
  source: unknown,
  parent: Path | undefined,
  path: Path | undefined,
): unknown {
  const { field } = plan;
  if (!field.resolve) {
    const value = isObject(source) ? source[field.name] : Reflect.get(Object(source), field.name);
    if (typeof value !== 'function') return value;
  }
  const args = plan.args(run.variables);
  if (field.resolve && !plan.takesInfo) return field.resolve(source, args, run.context, NO_INFO);
  const info = new Info(run, plan, path ?? addPath(parent, plan.key, plan.parent.name));
  return field.resolve
    ? field.resolve(source, args, run.context, info)
    : Reflect.get(Object(source), field.name).call(source, args, run.context, info);
}

// What comes later is apart: a function that makes closures makes room for what they see whenever it is called.

/** A value that comes later, or what {@link handleFieldError} makes of its failure. */
export function handleRejection(
  run: ExecutionContext,
  plan: FieldPlan,
  path: Path | undefined,
  isNullable: boolean,
  value: PromiseLike<unknown>,
): PromiseLike<unknown> {
  return value.then(undefined, (error) => handleFieldError(run, plan, path, isNullable, error));
}

function completedLater(
  run: ExecutionContext,
  plan: FieldPlan,
  path: Path,
  value: PromiseLike<unknown>,
) {
  const completed = value.then((value) => plan.complete(run, value, plan, path));
  return handleRejection(run, plan, path, plan.isNullable, completed);
}

function executeField(
  run: ExecutionContext,
  plan: FieldPlan,
  source: unknown,
  parent: Path | undefined,
): unknown {
  let path = plan.needsPath ? addPath(parent, plan.key, plan.parent.name) : undefined;
  try {
    const value = resolveField(run, plan, source, parent, path);
    if (!isPromise(value)) {
      const completed = plan.complete(run, value, plan, path);
      if (!isPromise(completed)) return completed;
      return handleRejection(run, plan, path, plan.isNullable, completed);
    }
    path ??= addPath(parent, plan.key, plan.parent.name);
    return completedLater(run, plan, path, value);
  } catch (error) {
    path ??= addPath(parent, plan.key, plan.parent.name);
    return handleFieldError(run, plan, path, plan.isNullable, error);
  }
}

type Data = Record<string, unknown>;

const putLater = (data: Data, key: string, value: PromiseLike<unknown>) =>
  value.then((value) => {
    data[key] = value;
  });

const whenDone = (data: Data, waiting: readonly PromiseLike<void>[]) =>
  Promise.all(waiting).then(() => data);

/** The others' own failures must not go unheard, though the whole object has failed. */
const failedLater = (error: unknown, waiting: readonly PromiseLike<void>[]) =>
  Promise.allSettled(waiting).then(() => Promise.reject(error));

/** Executes the fields of one object, side by side; a promise only where one of them is. */
export function executeFields(
  run: ExecutionContext,
  fields: readonly FieldPlan[],
  source: unknown,
  path: Path | undefined,
): unknown {
  const data: Data = {};
  let waiting: PromiseLike<void>[] | undefined;
  try {
    for (const field of fields) {
      const value = executeField(run, field, source, path);
      data[field.key] = value;
      if (!isPromise(value)) continue;
      waiting ??= [];
      waiting.push(putLater(data, field.key, value));
    }
  } catch (error) {
    if (!waiting) throw error;
    return failedLater(error, waiting);
  }
  return waiting ? whenDone(data, waiting) : data;
}

/** Executes the fields of a mutation, one after the other. */
async function executeSerially(run: ExecutionContext, fields: readonly FieldPlan[]) {
  const data: Record<string, unknown> = {};
  for (const field of fields)
    data[field.key] = await executeField(run, field, undefined, undefined);
  return data;
}

/** Executes a plan: the same answer that GraphQL's own executor gives. Never throws, never rejects. */
export async function execute(
  plan: Plan,
  context: unknown,
  variables: Record<string, unknown>,
): Promise<{ data: unknown; errors?: GraphQLError[] }> {
  const run: ExecutionContext = { plan, context, variables, errors: [] };
  const isMutation = plan.operation.operation === 'mutation';
  try {
    const data = await (isMutation
      ? executeSerially(run, plan.fields)
      : executeFields(run, plan.fields, undefined, undefined));
    return run.errors.length === 0 ? { data } : { errors: run.errors, data };
  } catch (error) {
    run.errors.push(locatedError(error, undefined));
    return { errors: run.errors, data: null };
  }
}
