import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  GraphQLString,
} from 'graphql';
import { addPath, type Path } from 'graphql/jsutils/Path.js';
import { executeFields } from './execute.ts';
import { isPromise } from './is-promise.ts';
import { measureJson, measureString, SCALAR_BYTES } from './json-size.ts';
import { handleFieldError, PendingSlot, PendingValue } from './pending-value.ts';
import type { CompleteValue, ExecutionContext, FieldPlan } from './plan.ts';

const MAX_INT = 2_147_483_647;

/** Values that their scalar serializes to themselves. All others go to the scalar's `serialize`. */
const serializedChecks = new Map<GraphQLLeafType, (value: unknown) => boolean>([
  [GraphQLString, (value) => typeof value === 'string'],
  [GraphQLID, (value) => typeof value === 'string'],
  [GraphQLBoolean, (value) => typeof value === 'boolean'],
  [GraphQLInt, (value) => Number.isInteger(value) && Math.abs(Number(value)) <= MAX_INT],
]);

/** Completes scalars and enums. */
export function createLeafCompleter(type: GraphQLLeafType): CompleteValue {
  const isSerialized = serializedChecks.get(type) ?? (() => false);
  return (exeContext, value) => {
    if (value == null) return null;
    if (value instanceof Error) throw value;
    const serialized = isSerialized(value) ? value : serialize(type, value);
    if (typeof serialized === 'string') exeContext.bytes += measureString(serialized);
    else if (typeof serialized === 'object')
      exeContext.bytes += measureJson(serialized, exeContext.maxBytes - exeContext.bytes);
    return serialized;
  };
}

/**
 * A value that its type cannot serialize is an internal fault, unless the error has a code. A plain Error keeps its
 * message from clients.
 */
function serialize(type: GraphQLLeafType, value: unknown): unknown {
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

/** Completes objects. */
export function createObjectCompleter(fields: readonly FieldPlan[]): CompleteValue {
  return (exeContext, value, _, path) => {
    if (value == null) return null;
    if (value instanceof Error) throw value;
    return executeFields(exeContext, fields, value, path);
  };
}

/** Completes non-null types. */
export function createNonNullCompleter(completeNullable: CompleteValue): CompleteValue {
  return (exeContext, value, fieldPlan, path) => {
    const completed = completeNullable(exeContext, value, fieldPlan, path);
    if (completed !== null) return completed;
    throw new Error(
      `Cannot return null for non-nullable field ${fieldPlan.parentType.name}.${fieldPlan.fieldDef.name}.`,
    );
  };
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/** Completes lists. A failed item becomes null if items are nullable; otherwise the list fails. */
export function createListCompleter(
  completeItem: CompleteValue,
  isItemNullable: boolean,
): CompleteValue {
  /** Appends one item to `items`. Returns the pending list once any of its items is pending. */
  const appendItem = (
    exeContext: ExecutionContext,
    item: unknown,
    fieldPlan: FieldPlan,
    path: Path | undefined,
    items: unknown[],
    pendingList: PendingValue | undefined,
  ) => {
    const index = items.length;
    const itemPath = addPath(path, index, undefined);
    exeContext.bytes += SCALAR_BYTES;
    try {
      const isPending = isPromise(item);
      const completed = isPending ? undefined : completeItem(exeContext, item, fieldPlan, itemPath);
      items.push(completed);
      if (!isPending && !(completed instanceof PendingValue)) return pendingList;
      const list = pendingList ?? new PendingValue(items);
      const slot = new PendingSlot(list, index, exeContext, fieldPlan, itemPath, isItemNullable);
      if (isPending) slot.waitFor(item, completeItem);
      else slot.set(completed);
      return list;
    } catch (error) {
      items.push(handleFieldError(exeContext, fieldPlan, itemPath, isItemNullable, error));
      return pendingList;
    }
  };
  return (exeContext, value, fieldPlan, path) => {
    if (value == null) return null;
    if (value instanceof Error) throw value;
    if (!isIterable(value)) {
      const name = `${fieldPlan.parentType.name}.${fieldPlan.fieldDef.name}`;
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${name}".`);
    }
    const items: unknown[] = [];
    let pendingList: PendingValue | undefined;
    try {
      for (const item of value) {
        pendingList = appendItem(exeContext, item, fieldPlan, path, items, pendingList);
      }
    } catch (error) {
      pendingList?.fail(error);
      throw error;
    }
    return pendingList ?? items;
  };
}
