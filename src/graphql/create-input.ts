import type { InputObjectRef, InputType } from '@pothos/core';
import type { z } from 'zod';
import { builder, type GraphTypes } from './builder.ts';
import { createExtra, type Extra } from './extra.ts';
import { createInputFields, describeInput } from './fields.ts';
import { withNullsThatClear, withoutNulls } from './nulls.ts';
import { createInputRule } from './validation.ts';

export interface Input<Value> {
  readonly type: InputObjectRef<GraphTypes, object>;
  readonly schema: z.ZodType<Value & Extra>;
  /** The rule of an argument of the type. */
  readonly rule: { readonly schema: z.ZodType<Value & Extra> };
}

interface InputOptions<Schema extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  /** Types of the fields that are not scalars. */
  readonly types?: { readonly [Field in keyof Schema['shape']]?: InputType<GraphTypes> };
}

/** Creates the type of an input, and its schema with `extra`. */
function createType<Schema extends z.ZodObject>({
  name,
  description,
  schema,
  types = {},
}: InputOptions<Schema>) {
  const extended = schema.safeExtend({ extra: createExtra(schema.shape) });
  const type = builder.inputType(name, {
    description: describeInput(description, extended.shape),
    fields: () => createInputFields(extended.shape, types),
  });
  // TypeScript does not infer the output of a schema that extends one of any shape.
  return { type, schema: extended as unknown as z.ZodType<z.output<Schema> & Extra> };
}

/** Creates the input type of a creation, with the fields of its schema. */
export function createInput<Schema extends z.ZodObject>(
  options: InputOptions<Schema>,
): Input<z.output<Schema>> {
  const { type, schema: typed } = createType(options);
  const schema = withoutNulls(typed);
  return { type, schema, rule: createInputRule(schema) };
}

const listFormat = new Intl.ListFormat('en-GB');

/** Describes what null does in an update. */
function describeNulls({ shape }: z.ZodObject): string {
  const cleared = Object.entries<z.ZodType>(shape)
    .filter(([, schema]) => schema.safeParse(null).success)
    .map(([field]) => field);
  return cleared.length === 0
    ? 'Null is an error.'
    : `Null clears ${listFormat.format(cleared)}. In other fields, it is an error.`;
}

/** Creates the input type of an update. Its description says which fields null clears. */
export function createUpdateInput<Schema extends z.ZodObject>(
  options: InputOptions<Schema>,
): Input<z.output<Schema>> {
  const description = `${options.description} ${describeNulls(options.schema)}`;
  const { type, schema: typed } = createType({ ...options, description });
  const schema = withNullsThatClear(typed);
  return { type, schema, rule: createInputRule(schema) };
}
