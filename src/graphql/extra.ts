import { z } from 'zod';
import type { JsonObject } from '../contract/record.ts';
import { createInputError } from './errors.ts';

/** The keys of a request that an input does not have. */
export interface Extra {
  readonly extra?: JsonObject | undefined;
}

const describeRepeated = (key: string) => `${key} is a field of this input. Remove it from extra.`;

/**
 * Creates the field for keys that this API does not know. Upstreams may be newer than their specification.
 * @param shape the fields of the input, which it cannot repeat.
 */
export const createExtra = (shape: object, of = 'the request body') =>
  z
    .record(z.string(), z.unknown())
    .describe(`Additional keys of ${of}, except those of its fields.`)
    .superRefine((keys, context) => {
      for (const name of Object.keys(keys).filter((key) => Object.hasOwn(shape, key)))
        context.addIssue({ code: 'custom', path: [name], message: describeRepeated(name) });
    })
    .optional();

/** Returns an object with the keys of `extra` beside its fields. */
export const mergeExtra = <T extends Extra>({
  extra,
  ...fields
}: T): Omit<T, 'extra'> & JsonObject => ({
  ...extra,
  ...fields,
});

/**
 * Adds the keys of `extra` to the body of a request, whose fields can have other names than those of the input.
 * @throws GraphQLError BAD_USER_INPUT at the path of each key that repeats a field.
 */
export function addExtra<T extends object>(
  body: T,
  extra: JsonObject | undefined = {},
): T & JsonObject {
  const given = new Map(Object.entries(body));
  const repeated = Object.keys(extra).filter((key) => given.get(key) !== undefined);
  if (repeated.length === 0) return { ...extra, ...body };
  throw createInputError(
    repeated.map((key) => ({ path: ['input', 'extra', key], message: describeRepeated(key) })),
  );
}
