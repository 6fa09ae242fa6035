import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  GraphQLString,
} from 'graphql';
import { addPath, type Path } from 'graphql/jsutils/Path.js';
import { executeFields, handleFieldError, handleRejection } from './execute.ts';
import { isPromise } from './is-promise.ts';
import type { CompleteValue, ExecutionContext, FieldPlan } from './plan.ts';

const MAX_INT = 2_147_483_647;

/** Values that their scalar writes as they are; all others go to the scalar itself. */
const asTheyAre = new Map<GraphQLLeafType, (value: unknown) => boolean>([
  [GraphQLString, (value) => typeof value === 'string'],
  [GraphQLID, (value) => typeof value === 'string'],
  [GraphQLBoolean, (value) => typeof value === 'boolean'],
  [GraphQLInt, (value) => Number.isInteger(value) && Math.abs(Number(value)) <= MAX_INT],
]);

/** A scalar or enum. */
export function completeLeaf(type: GraphQLLeafType): CompleteValue {
  const isWritten = asTheyAre.get(type) ?? (() => false);
  return (_, value) => {
    if (value == null) return null;
    if (isWritten(value)) return value;
    if (value instanceof Error) throw value;
    return serialize(type, value);
  };
}

/** A value that its type cannot write is a fault of ours: no GraphQLError, which would be shown to callers. */
function serialize(type: GraphQLLeafType, value: unknown): unknown {
  let written: unknown;
  try {
    written = type.serialize(value);
  } catch (error) {
    throw error instanceof GraphQLError ? new Error(error.message) : error;
  }
  if (written != null) return written;
  throw new Error(`A value of type ${type.name} was written as nothing.`);
}

/** The fields of an object. */
export function completeObject(fields: readonly FieldPlan[]): CompleteValue {
  return (run, value, _, path) => {
    if (value == null) return null;
    if (value instanceof Error) throw value;
    return executeFields(run, fields, value, path);
  };
}

/** A type that is not null. */
export function completeNonNull(inner: CompleteValue): CompleteValue {
  return (run, value, field, path) => {
    const completed = inner(run, value, field, path);
    if (completed !== null) return completed;
    throw new Error(
      `Cannot return null for non-nullable field ${field.parent.name}.${field.field.name}.`,
    );
  };
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/** A list; an item that fails is null where items may be, and fails the list where they may not. */
export function completeList(item: CompleteValue, isItemNullable: boolean): CompleteValue {
  const later = (run: ExecutionContext, value: PromiseLike<unknown>, field: FieldPlan, at: Path) =>
    value.then((value) => item(run, value, field, at));
  return (run, value, field, path) => {
    if (value == null) return null;
    if (value instanceof Error) throw value;
    if (!isIterable(value)) {
      const name = `${field.parent.name}.${field.field.name}`;
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${name}".`);
    }
    const items: unknown[] = [];
    let isWaiting = false;
    for (const each of value) {
      const at = addPath(path, items.length, undefined);
      try {
        const done = isPromise(each) ? later(run, each, field, at) : item(run, each, field, at);
        if (isPromise(done)) isWaiting = true;
        items.push(isPromise(done) ? handleRejection(run, field, at, isItemNullable, done) : done);
      } catch (error) {
        items.push(handleFieldError(run, field, at, isItemNullable, error));
      }
    }
    return isWaiting ? Promise.all(items) : items;
  };
}
