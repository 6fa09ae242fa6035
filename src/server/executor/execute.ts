import {
  defaultFieldResolver,
  GraphQLError,
  GraphQLID,
  type GraphQLLeafType,
  type GraphQLResolveInfo,
  GraphQLString,
  getArgumentValues,
  locatedError,
} from 'graphql';
import { addPath } from 'graphql/jsutils/Path.js';
import {
  abandon,
  type ExecuteOptions,
  ExecutionContext,
  isIterable,
  isObject,
  isPromise,
  type ObjectValue,
  type Place,
} from './execution-context.ts';
import { SCALAR_BYTES } from './operation-limits.ts';
import type { FieldPlan, Plan, TypePlan, UnionPlan } from './plan.ts';

/** Passed to resolvers that do not declare `info` (see FieldPlan.needsInfo). */
const UNDECLARED_INFO = undefined as never;

const nameField = ({ parentType, fieldDef }: FieldPlan) => `${parentType.name}.${fieldDef.name}`;

/**
 * Serializes a scalar or enum. A value that its type cannot serialize is an internal fault, unless the error has a code.
 * A plain Error keeps its message from clients.
 */
function serialize(type: GraphQLLeafType, value: unknown): unknown {
  // Most values of a response.
  if (typeof value === 'string' && (type === GraphQLString || type === GraphQLID)) return value;
  let serialized: unknown;
  try {
    serialized = type.serialize(value);
  } catch (error) {
    const isFault = error instanceof GraphQLError && error.extensions.code === undefined;
    throw isFault ? new Error(error.message) : error;
  }
  if (serialized != null) return serialized;
  throw new Error(`The type ${type.name} serialized a value to null or undefined.`);
}

/** Returns the fields of the type of an object. */
function findMember(
  { options }: ExecutionContext,
  { type, members }: UnionPlan,
  value: unknown,
): readonly FieldPlan[] {
  const name = type.resolveType?.(value, options.contextValue, UNDECLARED_INFO, type);
  const fields = members.get(name);
  if (fields) return fields;
  throw new Error(`The type ${type.name} has no member for a value of the type ${name}.`);
}

/** Completes the items of a list. A failed item becomes null if items are nullable; otherwise the list fails. */
function completeList(
  exeContext: ExecutionContext,
  list: Iterable<unknown>,
  type: TypePlan,
  fieldPlan: FieldPlan,
  prev: Place | undefined,
): unknown[] {
  const container: unknown[] = [];
  const completeItem = (item: unknown) => {
    exeContext.addBytes(SCALAR_BYTES);
    const key = container.length;
    const place = { prev, key, typename: undefined, container, fieldPlan, type, isNull: false };
    container.push(undefined);
    try {
      if (isPromise(item)) completeLater(exeContext, item, place);
      else container[key] = completeValue(exeContext, item, type, fieldPlan, place);
    } catch (error) {
      container[key] = exeContext.handleFieldError(place, error);
    }
  };
  try {
    for (const item of list) completeItem(item);
  } catch (error) {
    abandon(list);
    throw error;
  }
  return container;
}

/**
 * Completes the value that a resolver returned, by its type (GraphQL specification, section 6.4.3).
 * @throws the field's error.
 */
function completeValue(
  exeContext: ExecutionContext,
  value: unknown,
  type: TypePlan,
  fieldPlan: FieldPlan,
  place: Place | undefined,
): unknown {
  if (value instanceof Error) throw value;
  if (value == null) {
    if (type.isNullable) return null;
    throw new Error(`Cannot return null for non-nullable field ${nameField(fieldPlan)}.`);
  }
  const { leaf, item, union } = type;
  if (leaf) {
    const serialized = serialize(leaf, value);
    exeContext.addValue(serialized);
    return serialized;
  }
  const fields = union ? findMember(exeContext, union, value) : type.fields;
  if (fields) return executeFields(exeContext, fields, value, place);
  if (item && isIterable(value)) return completeList(exeContext, value, item, fieldPlan, place);
  const name = nameField(fieldPlan);
  throw new GraphQLError(`Expected Iterable, but did not find one for field "${name}".`);
}

function completeLater(
  exeContext: ExecutionContext,
  promise: PromiseLike<unknown>,
  place: Place,
): void {
  exeContext.fillLater(place, promise, (value) =>
    completeValue(exeContext, value, place.type, place.fieldPlan, place),
  );
}

/** Returns a field's value before completion: the resolver's result, or the parent object's property. */
function resolveField(
  exeContext: ExecutionContext,
  fieldPlan: FieldPlan,
  source: unknown,
  parent: Place | undefined,
  place: Place | undefined,
): unknown {
  const { fieldDef, fieldNodes, parentType } = fieldPlan;
  if (!fieldDef.resolve && isObject(source)) {
    const value = source[fieldDef.name];
    if (typeof value !== 'function') return value;
  }
  const { contextValue, variableValues } = exeContext.options;
  const [node] = fieldNodes;
  const args =
    node && fieldDef.args.length > 0 ? getArgumentValues(fieldDef, node, variableValues) : {};
  if (fieldDef.resolve && !fieldPlan.needsInfo)
    return fieldDef.resolve(source, args, contextValue, UNDECLARED_INFO);
  const { schema, fragments, operation } = exeContext.plan;
  const info: GraphQLResolveInfo = {
    fieldName: fieldDef.name,
    fieldNodes,
    returnType: fieldDef.type,
    parentType,
    path: place ?? addPath(parent, fieldPlan.responseName, parentType.name),
    schema,
    fragments,
    rootValue: undefined,
    operation,
    variableValues,
  };
  return (fieldDef.resolve ?? defaultFieldResolver)(source, args, contextValue, info);
}

const createPlace = (
  fieldPlan: FieldPlan,
  container: ObjectValue,
  prev: Place | undefined,
): Place => ({
  prev,
  key: fieldPlan.responseName,
  typename: fieldPlan.parentType.name,
  container,
  fieldPlan,
  type: fieldPlan.type,
  isNull: false,
});

function executeField(
  exeContext: ExecutionContext,
  fieldPlan: FieldPlan,
  source: unknown,
  data: ObjectValue,
  parent: Place | undefined,
): void {
  const { responseName, type, needsPlace } = fieldPlan;
  exeContext.addBytes(responseName.length + SCALAR_BYTES);
  let place = needsPlace ? createPlace(fieldPlan, data, parent) : undefined;
  try {
    const value = resolveField(exeContext, fieldPlan, source, parent, place);
    if (isPromise(value)) {
      // So that the response has the fields in the order of the selection set.
      data[responseName] = undefined;
      completeLater(exeContext, value, place ?? createPlace(fieldPlan, data, parent));
    } else data[responseName] = completeValue(exeContext, value, type, fieldPlan, place);
  } catch (error) {
    place ??= createPlace(fieldPlan, data, parent);
    data[responseName] = exeContext.handleFieldError(place, error);
  }
}

/** Executes the fields of one object concurrently. */
function executeFields(
  exeContext: ExecutionContext,
  fields: readonly FieldPlan[],
  source: unknown,
  place: Place | undefined,
): ObjectValue {
  const data: ObjectValue = {};
  for (const fieldPlan of fields) executeField(exeContext, fieldPlan, source, data, place);
  return data;
}

/**
 * Executes a plan. The result equals that of graphql-js's `execute`, unless it is too large. Never throws, never rejects.
 */
export async function execute(
  plan: Plan,
  options: ExecuteOptions,
): Promise<{ data?: unknown; errors?: GraphQLError[] }> {
  const exeContext = new ExecutionContext(plan, options);
  const { errors } = exeContext;
  // The root fields of a mutation are executed one after the other (GraphQL specification, section 6.2.2).
  const isSerial = plan.operation.operation === 'mutation';
  const data: ObjectValue = {};
  try {
    for (const fieldPlan of plan.fields) {
      executeField(exeContext, fieldPlan, undefined, data, undefined);
      if (isSerial) await exeContext.waitForArrivals();
    }
    if (!isSerial) await exeContext.waitForArrivals();
    return errors.length === 0 ? { data } : { errors, data };
  } catch (error) {
    exeContext.end(error);
    if (exeContext.failure) return { errors: [exeContext.failure] };
    return { errors: [...errors, locatedError(error, undefined)], data: null };
  }
}
