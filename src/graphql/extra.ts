import { z } from 'zod';
import type { JsonObject } from '../contract/record.ts';
import { createInputError } from './errors.ts';
import { isPlainObject } from './input.ts';

/** The keys of a request that an input does not have. */
export interface Extra {
  readonly extra?: JsonObject | undefined;
}

/** The field for keys that this API does not know. Upstreams may be newer than their specification. */
export const extra = z
  .record(z.string(), z.unknown())
  .describe('Additional keys of the request body, which repeat no field.')
  .optional();

/** Rejects secrets in `extra` that have their own field, whose value no document contains. */
export const rejectSecrets = (names: readonly string[]) =>
  extra.superRefine((keys = {}, context) => {
    for (const name of names.filter((name) => name in keys)) {
      const message = `${name} is a field of this input, which keeps it secret.`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });

/** Not what every object inherits, such as `constructor`. */
const getOwn = (object: object, key: string): unknown =>
  Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined;

/** Returns the paths of values in `extra` that `body` also has. */
function findConflicts(body: JsonObject, extra: JsonObject, path: string[] = []): string[][] {
  return Object.entries(extra).flatMap(([key, value]) => {
    const typed = getOwn(body, key);
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
    return { ...typed, ...mapValues(added, (value, key) => merge(getOwn(typed, key), value)) };
  };
  return {
    ...body,
    ...mapValues(extra ?? {}, (value, key) => merge(getOwn(body, key), value)),
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
