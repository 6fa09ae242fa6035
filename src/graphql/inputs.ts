import type { InputObjectRef, InputType } from '@pothos/core';
import type { z } from 'zod';
import { capitalize, listWords } from '../contract/resource.ts';
import { builder, type GraphTypes } from './builder.ts';
import { createExtra, type Extra } from './extra.ts';
import { createInputFields, describeInput } from './fields.ts';
import { createInputRule, type InputRuleOptions } from './validation.ts';

export interface InputOptions<Schema extends z.ZodObject> extends InputRuleOptions {
  readonly schema: Schema;
  /** Types of the fields that are not scalars. Default: none. */
  readonly types?: { readonly [Field in keyof Schema['shape']]?: InputType<GraphTypes> };
}

/** The argument `input` of a mutation. Its rule returns what the schema makes of it. */
export interface Input<Value> {
  readonly type: InputObjectRef<GraphTypes, object>;
  readonly required: true;
  readonly validate: { readonly schema: z.ZodType<Value> };
}

/** Describes what null does in an update. */
function describeNulls({ shape }: z.ZodObject): string {
  const cleared = Object.entries<z.ZodType>(shape)
    .filter(([, schema]) => schema.safeParse(null).success)
    .map(([field]) => field);
  return cleared.length === 0
    ? 'Null is an error.'
    : `Null clears ${listWords(cleared)}. In other fields, it is an error.`;
}

/**
 * Creates the argument of a mutation and its type, which has the fields of a schema, and `extra`. The description of an
 * update's says which fields null clears.
 */
export function createInput<Schema extends z.ZodObject>(
  mutation: string,
  { schema, types = {}, isUpdate = false, readsFiles = false }: InputOptions<Schema>,
): Input<z.output<Schema> & Extra> {
  const extended = schema.safeExtend({ extra: createExtra(schema.shape) });
  const description = `Input of ${mutation}.${isUpdate ? ` ${describeNulls(schema)}` : ''}`;
  const type = builder.inputType(`${capitalize(mutation)}Input`, {
    description: describeInput(description, extended.shape),
    fields: () => createInputFields(extended.shape, types),
  });
  // TypeScript does not infer the output of a schema that extends one of any shape.
  const typed = extended as unknown as z.ZodType<z.output<Schema> & Extra>;
  return { type, required: true, validate: createInputRule(typed, { isUpdate, readsFiles }) };
}
