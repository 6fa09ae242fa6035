import { isJsonObject, type JsonObject } from '../contract/record.ts';

/** `T` without nulls. */
type WithoutNulls<T> = { [Name in keyof T]: Exclude<T[Name], null> };

/** Removes null fields: a null argument counts as omitted. */
export const omitNulls = <T extends object>(args: T): WithoutNulls<T> =>
  // TypeScript cannot infer the type of an object that is built key by key.
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)) as WithoutNulls<T>;

/** Whether a value is a JSON object, not a file or a time. */
export const isPlainObject = (value: unknown): value is JsonObject =>
  isJsonObject(value) && !(value instanceof Blob) && !(value instanceof Date);

/** Replaces brainType, the old name of llmId, with llmId. Specification, "Versioning". */
export function withLlmId<T extends { brainType?: string | undefined; llmId?: string | undefined }>(
  input: T,
): Omit<T, 'brainType'> {
  const { brainType, ...rest } = input;
  return brainType === undefined ? rest : { ...rest, llmId: brainType };
}
