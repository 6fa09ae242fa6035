import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import { getDescription } from '../contract/schema-meta.ts';

/** `T` without nulls at any depth, except in the top-level keys `Kept`. */
export type WithoutNulls<T, Kept extends PropertyKey = never> = T extends File | Date
  ? T
  : T extends readonly (infer Item)[]
    ? WithoutNulls<Item>[]
    : T extends object
      ? { [K in keyof T]: K extends Kept ? T[K] : WithoutNulls<Exclude<T[K], null>> }
      : T;

/** Fields in which nulls are kept: arbitrary JSON, and inputs with a rule of their own for null. */
const FREE_FORM = new Set([
  'config',
  'extra',
  'headers',
  'metadata',
  'overrides',
  'parameters',
  'queryParameters',
]);

const removeNestedNulls = (key: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => removeNestedNulls('', item));
  if (!isPlainObject(value) || FREE_FORM.has(key)) return value;
  return omitNulls(value);
};

/**
 * Removes null fields at any depth, except the top-level keys `kept`. GraphQL clients may send null for an omitted
 * field; the REST API distinguishes the two only where the specification does.
 */
export function omitNulls<T extends object, const Kept extends keyof T & string = never>(
  input: T,
  ...kept: readonly Kept[]
): WithoutNulls<T, Kept> {
  const output: Record<string, unknown> = {};
  for (const key of Object.keys(input)) {
    const value: unknown = Reflect.get(input, key);
    if (value !== null || kept.some((keep) => keep === key))
      output[key] = removeNestedNulls(key, value);
  }
  // TypeScript cannot infer the type of an object that is built key by key.
  return output as WithoutNulls<T, Kept>;
}

/** Whether a value is an object of JSON, and no file or time. */
export const isPlainObject = (value: unknown): value is JsonObject =>
  isJsonObject(value) && !(value instanceof Blob) && !(value instanceof Date);

/** Creates the schema of an input type: the contract's schema, applied after nulls are removed. */
export const preprocessNulls = <Schema extends z.ZodType>(schema: Schema, ...kept: string[]) =>
  z.preprocess((input) => (isPlainObject(input) ? omitNulls(input, ...kept) : input), schema);

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
export function findConflicts(
  body: JsonObject,
  extra: JsonObject,
  path: string[] = [],
): string[][] {
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

/** Adds an issue for each value in `extra` that a typed field of the input also has. */
export const rejectConflicts = (input: JsonObject, context: z.RefinementCtx): void => {
  const { extra, ...body } = input;
  if (!isPlainObject(extra)) return;
  for (const path of findConflicts(body, extra)) {
    context.addIssue({
      code: 'custom',
      path: ['extra', ...path],
      message: `${path.join('.')} is a field of this input. Remove it from extra.`,
    });
  }
};
