import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../contract/record.ts';
import { createMultipartError } from './multipart-errors.ts';

/** Places that one file may go to, and all files together. */
const MAX_PATHS = 16;

/** Names that would reach what every object inherits. */
const INHERITED = new Set(['__proto__', 'constructor', 'prototype']);

const FileMap = z.record(z.string().max(100), z.array(z.string().max(500)).min(1));

/**
 * Reads the part `map` of a multipart request: to which places each file goes.
 * @throws GraphQLError where it is no such map, or two files are for one place.
 */
export function parseFileMap(map: unknown): ReadonlyMap<string, readonly string[]> {
  const parsed = FileMap.safeParse(map);
  if (!parsed.success) {
    throw createMultipartError(
      'The part map is not a list of places for each file, such as {"0":["variables.file"]}.',
    );
  }
  const entries = Object.entries(parsed.data);
  const allPaths = entries.flatMap(([, paths]) => paths);
  if (allPaths.length > MAX_PATHS)
    throw createMultipartError('The part map names too many places.');
  if (new Set(allPaths).size < allPaths.length)
    throw createMultipartError('The part map names a place twice.');
  return new Map(entries);
}

/**
 * Puts a file where the map says. The place is a variable, and the operation has null there.
 * @throws GraphQLError for any other place.
 */
export function setFile(operations: JsonObject, path: string, file: File): void {
  const [root, ...keys] = path.split('.');
  const last = keys.pop();
  const invalidPathError = createMultipartError(
    `The map names ${JSON.stringify(path)}, which is no variable with null for its value.`,
  );
  if (root !== 'variables' || last === undefined) throw invalidPathError;
  if ([...keys, last].some((key) => INHERITED.has(key))) throw invalidPathError;
  let container: unknown = operations.variables;
  for (const key of keys)
    container =
      isContainer(container) && Object.hasOwn(container, key)
        ? Reflect.get(container, key)
        : undefined;
  if (
    !isContainer(container) ||
    !Object.hasOwn(container, last) ||
    Reflect.get(container, last) !== null
  )
    throw invalidPathError;
  Reflect.set(container, last, file);
}

const isContainer = (value: unknown): value is JsonObject | unknown[] =>
  Array.isArray(value) || (isJsonObject(value) && !(value instanceof Blob));
