import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../contract/record.ts';

/** `T` without nulls, deeply, but for the top-level keys named in `Kept`. */
export type WithoutNulls<T, Kept extends PropertyKey = never> = T extends File
  ? T
  : T extends readonly (infer Item)[]
    ? WithoutNulls<Item>[]
    : T extends object
      ? { [K in keyof T]: K extends Kept ? T[K] : WithoutNulls<Exclude<T[K], null>> }
      : T;

/** Inputs that are JSON of the caller's own making, in which a null is a null. */
const FREE_FORM = new Set(['config', 'extra', 'metadata']);

/** Nulls inside an input that mean something: "Setting null clears the value". Specification, "Persona". */
const KEPT_WITHIN: Record<string, readonly string[]> = { overrides: ['avatarModel'] };

const withoutNulls = (key: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutNulls('', item));
  if (!isPlain(value) || FREE_FORM.has(key)) return value;
  return omitNulls(value, ...(KEPT_WITHIN[key] ?? []));
};

/**
 * GraphQL callers write null where they mean "not given"; the REST wire tells the two apart only where the
 * specification does. Drops null fields, deeply, but for the top-level keys named in `kept`.
 */
export function omitNulls<T extends object, const Kept extends keyof T & string = never>(
  input: T,
  ...kept: readonly Kept[]
): WithoutNulls<T, Kept> {
  const output: Record<string, unknown> = {};
  for (const key of Object.keys(input)) {
    const value: unknown = Reflect.get(input, key);
    if (value !== null || kept.some((keep) => keep === key)) output[key] = withoutNulls(key, value);
  }
  // Built from `input` key by key, so its type is `input`'s, less what was dropped.
  return output as WithoutNulls<T, Kept>;
}

const isPlain = (value: unknown): value is JsonObject =>
  isJsonObject(value) && !(value instanceof Blob);

/** The rule of an input type: the contract's schema, read after nulls are dropped. */
export const nullsAsOmitted = <Schema extends z.ZodType>(schema: Schema, ...kept: string[]) =>
  z.preprocess((input) => (isPlain(input) ? omitNulls(input, ...kept) : input), schema);

const inner = (schema: z.ZodType): z.ZodType | undefined => {
  const { def } = schema;
  const wrapped = 'innerType' in def ? def.innerType : undefined;
  return wrapped instanceof z.ZodType ? wrapped : undefined;
};

/**
 * What the contract says of a field, as a GraphQL description.
 * @throws Error for a field the contract does not describe.
 */
export function describedBy(schema: z.ZodType | undefined): string {
  for (let at = schema; at; at = inner(at)) if (at.description) return at.description;
  throw new Error('The contract does not describe this field.');
}

/** The descriptions of an object schema's fields, by field name. */
export const readDescriptions = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const described = (name: keyof Shape & string) => {
    const schema = shape[name];
    return describedBy(schema instanceof z.ZodType ? schema : undefined);
  };
  return described;
};

/** Moves the old name of the LLM to the new one. Specification, "Versioning". */
export function withLlmId<T extends { brainType?: string | undefined; llmId?: string | undefined }>(
  input: T,
): Omit<T, 'brainType'> {
  const { brainType, ...rest } = input;
  return brainType === undefined ? rest : { ...rest, llmId: brainType };
}

/** The paths at which `extra` names what `body` already says. */
export function findConflicts(
  body: JsonObject,
  extra: JsonObject,
  path: string[] = [],
): string[][] {
  return Object.entries(extra).flatMap(([key, value]) => {
    const typed = body[key];
    if (typed === undefined) return [];
    return isPlain(typed) && isPlain(value)
      ? findConflicts(typed, value, [...path, key])
      : [[...path, key]];
  });
}

/** `body` with the keys of `extra` added, deeply; where both say something, `body` wins. */
export function mergeExtra<T extends object>(
  body: T,
  extra: JsonObject | undefined,
): T & JsonObject {
  const merge = (typed: unknown, added: unknown): unknown => {
    if (typed === undefined) return added;
    if (!isPlain(typed) || !isPlain(added)) return typed;
    return { ...typed, ...mapValues(added, (value, key) => merge(typed[key], value)) };
  };
  return {
    ...body,
    ...mapValues(extra ?? {}, (value, key) => merge(Reflect.get(body, key), value)),
  };
}

const mapValues = (object: JsonObject, change: (value: unknown, key: string) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/** Adds an issue to an input whose `extra` says again what a typed field says. */
export const refuseConflicts = (input: JsonObject, context: z.RefinementCtx): void => {
  const { extra, ...body } = input;
  if (!isPlain(extra)) return;
  for (const path of findConflicts(body, extra)) {
    context.addIssue({
      code: 'custom',
      path: ['extra', ...path],
      message: `${path.join('.')} is a field of this input. Remove it from extra.`,
    });
  }
};
