import type { InputObjectRef, InputType } from '@pothos/core';
import { z } from 'zod';
import { builder, type GraphTypes } from './builder.ts';
import { createInputFields } from './fields.ts';
import { preprocessNulls } from './input.ts';

/** An input type, and the schema of its values. */
export interface Input<Value> {
  readonly type: InputObjectRef<GraphTypes, object>;
  /** Nulls are omitted first, except of the fields that null clears. */
  readonly schema: z.ZodType<Value>;
}

interface InputOptions<Schema extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  /** Types of the fields that are no scalars. */
  readonly types?: { readonly [Field in keyof Schema['shape']]?: InputType<GraphTypes> };
}

const isNullable = (schema: unknown) =>
  schema instanceof z.ZodType && schema.safeParse(null).success;

/** Returns the fields that null clears. */
const listCleared = ({ shape }: z.ZodObject): string[] =>
  Object.entries(shape).flatMap(([field, schema]) => (isNullable(schema) ? [field] : []));

/** Creates the input type of a mutation, with the fields of its schema. */
export function createInput<Schema extends z.ZodObject>({
  name,
  description,
  schema,
  types = {},
}: InputOptions<Schema>): Input<z.output<Schema>> {
  return {
    type: builder.inputType(name, {
      description,
      fields: () => createInputFields(schema.shape, types),
    }),
    schema: preprocessNulls(schema, ...listCleared(schema)),
  };
}

const joinNames = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');

const describeNulls = (cleared: readonly string[]) =>
  cleared.length === 0
    ? 'Omitted and null fields keep their value.'
    : `Omitted fields keep their value. Null clears ${joinNames(cleared)}; other null fields keep their value.`;

/** Creates the input type of an update. Its description says which fields null clears. */
export const createUpdateInput = <Schema extends z.ZodObject>(
  options: InputOptions<Schema>,
): Input<z.output<Schema>> =>
  createInput({
    ...options,
    description: `${options.description} ${describeNulls(listCleared(options.schema))}`,
  });

/** The field for keys that an input does not have. */
export const extra = z.record(z.string(), z.unknown()).optional();
