import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../contract/record.ts';
import { createClientError } from '../client-errors.ts';

/** Maximum number of paths, for one file and in total. */
const MAX_PATHS = 16;

/** Keys that would reach the prototype. */
const INHERITED = new Set(['__proto__', 'constructor', 'prototype']);

const FileMap = z.record(z.string().max(100), z.array(z.string().max(500)).min(1));

/**
 * Parses the `map` part of a multipart request: the paths of each file.
 * @throws GraphQLError if it is invalid, or a path occurs twice.
 */
export function parseFileMap(map: unknown): ReadonlyMap<string, readonly string[]> {
  const parsed = FileMap.safeParse(map);
  if (!parsed.success) {
    throw createClientError(
      'BAD_REQUEST',
      'The part map must list the paths of each file, such as {"0":["variables.file"]}.',
    );
  }
  const entries = Object.entries(parsed.data);
  const allPaths = entries.flatMap(([, paths]) => paths);
  if (allPaths.length > MAX_PATHS)
    throw createClientError('BAD_REQUEST', 'The part map contains too many paths.');
  if (new Set(allPaths).size < allPaths.length)
    throw createClientError('BAD_REQUEST', 'The part map contains a path twice.');
  return new Map(entries);
}

/**
 * Sets a file at its path in the operation. The path must be a variable whose value is null.
 * @throws GraphQLError for any other path.
 */
export function setFile(operations: JsonObject, path: string, file: File): void {
  const [root, ...keys] = path.split('.');
  const last = keys.pop();
  const invalidPathError = createClientError(
    'BAD_REQUEST',
    `The part map contains ${JSON.stringify(path)}, which is not a variable with the value null.`,
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
