import type { InputObjectRef, InputType } from '@pothos/core';
import { z } from 'zod';
import { builder, type GraphTypes } from './builder.ts';
import { type Extra, rejectSecrets } from './extra.ts';
import { createInputFields, describeInput, findScalar } from './fields.ts';
import { readNulls, withoutNulls } from './nulls.ts';

export interface Input<Value> {
  readonly type: InputObjectRef<GraphTypes, object>;
  readonly schema: z.ZodType<Value & Extra>;
}

/** The input of an update, whose nulls depend on the saved record. */
export interface UpdateInput<Value> extends Input<Value> {
  /** Returns an input without the nulls that clear nothing, and the nulls that are refused. */
  readonly readNulls: (input: unknown) => ReturnType<typeof readNulls>;
  /** Advice for a null that does not clear its field, by field. Default: to send an empty value, if that is valid. */
  readonly insteadOfNull: Readonly<Record<string, string>>;
}

interface InputOptions<Schema extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  /** Types of the fields that are not scalars. */
  readonly types?: { readonly [Field in keyof Schema['shape']]?: InputType<GraphTypes> };
}

interface UpdateInputOptions<Schema extends z.ZodObject>
  extends InputOptions<Schema>,
    Partial<Pick<UpdateInput<unknown>, 'insteadOfNull'>> {}

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
  return { type, schema: withoutNulls(schema) };
}

const listFormat = new Intl.ListFormat('en-GB');

/** Describes what null does in an update. */
function describeNulls({ shape }: z.ZodObject): string {
  const cleared = Object.entries<z.ZodType>(shape)
    .filter(([, schema]) => schema.safeParse(null).success)
    .map(([field]) => field);
  const clears =
    cleared.length === 0
      ? 'Null is'
      : `Null clears ${listFormat.format(cleared)}. In other fields, it is`;
  return `Omitted fields keep their value. ${clears} an error, unless the saved field has no value; this check makes one more upstream call.`;
}

/** Creates the input type of an update. Its description says which fields null clears. */
export function createUpdateInput<Schema extends z.ZodObject>({
  insteadOfNull = {},
  ...options
}: UpdateInputOptions<Schema>): UpdateInput<z.output<Schema>> {
  const { type, schema } = createType({
    ...options,
    description: `${options.description} ${describeNulls(options.schema)}`,
  });
  return { type, schema, insteadOfNull, readNulls: (input) => readNulls(schema, input, true) };
}
