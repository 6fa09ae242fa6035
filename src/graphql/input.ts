import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import { getDescription } from '../contract/schema-meta.ts';
import { createInputError } from './errors.ts';

/** `T` without nulls. */
type WithoutNulls<T> = { [Name in keyof T]: Exclude<T[Name], null> };

/** Removes null fields: an argument that is null is none. */
export const omitNulls = <T extends object>(args: T): WithoutNulls<T> =>
  // TypeScript cannot infer the type of an object that is built key by key.
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)) as WithoutNulls<T>;

/** Whether a value is an object of JSON, and no file or time. */
export const isPlainObject = (value: unknown): value is JsonObject =>
  isJsonObject(value) && !(value instanceof Blob) && !(value instanceof Date);

/** Creates a function that returns the description of a field of an object schema. */
export const createDescriber = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const describe = (name: keyof Shape & string) => {
    const schema = shape[name];
    return getDescription(schema instanceof z.ZodType ? schema : undefined);
  };
  return describe;
};

/** Replaces brainType, the old name of llmId, with llmId. Specification, "Versioning". */
export function withLlmId<T extends { brainType?: string | undefined; llmId?: string | undefined }>(
  input: T,
): Omit<T, 'brainType'> {
  const { brainType, ...rest } = input;
  return brainType === undefined ? rest : { ...rest, llmId: brainType };
}

/** Returns the paths of values in `extra` that `body` also has. */
function findConflicts(body: JsonObject, extra: JsonObject, path: string[] = []): string[][] {
  return Object.entries(extra).flatMap(([key, value]) => {
    const typed = body[key];
    if (typed === undefined) return [];
    return isPlainObject(typed) && isPlainObject(value)
      ? findConflicts(typed, value, [...path, key])
      : [[...path, key]];
  });
}

/** Adds the keys of `extra` to `body` at any depth. `body` takes precedence. */
export function mergeExtra<T extends object>(
  body: T,
  extra: JsonObject | undefined,
): T & JsonObject {
  const merge = (typed: unknown, added: unknown): unknown => {
    if (typed === undefined) return added;
    if (!isPlainObject(typed) || !isPlainObject(added)) return typed;
    return { ...typed, ...mapValues(added, (value, key) => merge(typed[key], value)) };
  };
  return {
    ...body,
    ...mapValues(extra ?? {}, (value, key) => merge(Reflect.get(body, key), value)),
  };
}

const mapValues = (object: JsonObject, change: (value: unknown, key: string) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/** @throws GraphQLError BAD_USER_INPUT at the path of each key of `extra` that repeats a field. */
export function rejectConflicts(typed: object, extra: JsonObject | undefined): void {
  const conflicts = findConflicts({ ...typed }, extra ?? {});
  if (conflicts.length === 0) return;
  throw createInputError(
    conflicts.map((path) => ({
      path: ['input', 'extra', ...path],
      message: `${path.join('.')} is a field of this input. Remove it from extra.`,
    })),
  );
}

/** Adds the keys of `extra` to the body of a request, at any depth. @throws as `rejectConflicts`. */
export function addExtra<T extends object>(body: T, extra: JsonObject | undefined): T & JsonObject {
  rejectConflicts(body, extra);
  return mergeExtra(body, extra);
}
