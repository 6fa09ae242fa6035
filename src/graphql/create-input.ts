import type { InputObjectRef, InputType } from '@pothos/core';
import { z } from 'zod';
import { builder, type GraphTypes } from './builder.ts';
import { type Extra, rejectSecrets } from './extra.ts';
import { createInputFields, describeInput, findScalar } from './fields.ts';
import { withNullsThatClear, withoutNulls } from './nulls.ts';
import { createInputRule } from './validation.ts';

export interface Input<Value> {
  readonly type: InputObjectRef<GraphTypes, object>;
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
  const secrets = Object.keys(schema.shape).filter((field) => {
    const fieldSchema: unknown = schema.shape[field];
    return fieldSchema instanceof z.ZodType && findScalar(fieldSchema) === 'Secret';
  });
  const extended = schema.safeExtend({ extra: rejectSecrets(secrets) });
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
  const { type, schema } = createType(options);
  return { type, rule: createInputRule(withoutNulls(schema)) };
}

const listFormat = new Intl.ListFormat('en-GB');

/** Describes what null does in an update. */
function describeNulls({ shape }: z.ZodObject): string {
  const cleared = Object.entries<z.ZodType>(shape)
    .filter(([, schema]) => schema.safeParse(null).success)
    .map(([field]) => field);
  const clears =
    cleared.length === 0
      ? 'Null is an error.'
      : `Null clears ${listFormat.format(cleared)}. In other fields, it is an error.`;
  return `Omitted fields keep their value. ${clears}`;
}

/** Creates the input type of an update. Its description says which fields null clears. */
export function createUpdateInput<Schema extends z.ZodObject>(
  options: InputOptions<Schema>,
): Input<z.output<Schema>> {
  const description = `${options.description} ${describeNulls(options.schema)}`;
  const { type, schema } = createType({ ...options, description });
  return { type, rule: createInputRule(withNullsThatClear(schema)) };
}
