import type { InputObjectRef, InputType } from '@pothos/core';
import { z } from 'zod';
import { builder, type GraphTypes } from './builder.ts';
import { createInputFields } from './fields.ts';
import { isPlainObject, omitNulls, preprocessNulls } from './input.ts';
import type { IssueCode } from './issue-codes.ts';

export interface Input<Value> {
  readonly type: InputObjectRef<GraphTypes, object>;
  readonly schema: z.ZodType<Value>;
}

interface InputOptions<Schema extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  /** Types of the fields that are no scalars. */
  readonly types?: { readonly [Field in keyof Schema['shape']]?: InputType<GraphTypes> };
  /** What to do for no value in a field that null does not clear. Default: send an empty value, if that is valid. */
  readonly insteadOfNull?: Readonly<Record<string, string>>;
}

const isNullable = (schema: unknown) =>
  schema instanceof z.ZodType && schema.safeParse(null).success;

/** Returns the fields that null clears. */
const listCleared = ({ shape }: z.ZodObject): string[] =>
  Object.entries(shape).flatMap(([field, schema]) => (isNullable(schema) ? [field] : []));

/** Creates the input type of a creation, with the fields of its schema. A null is an omitted field. */
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

const listFormat = new Intl.ListFormat('en-GB');

const describeNulls = (cleared: readonly string[]) =>
  cleared.length === 0
    ? 'Omitted fields keep their value. Null clears no field and is an error.'
    : `Omitted fields keep their value. Null clears ${listFormat.format(cleared)}, and is an error in other fields.`;

const EMPTY = ['', [], {}];

/** Says what to send instead of null. */
function describeAlternative(schema: z.ZodType): string {
  const empty = EMPTY.find((value) => schema.safeParse(value).success);
  return empty === undefined
    ? 'Omit it to keep its value.'
    : `Send ${JSON.stringify(empty)} to clear it.`;
}

/** Rejects null in fields that it does not clear, at their paths. Nulls inside of fields are omitted. */
const rejectNulls = (schema: z.ZodObject, alternatives: Readonly<Record<string, string>>) => {
  const cleared = listCleared(schema);
  return (input: unknown, context: z.RefinementCtx) => {
    if (!isPlainObject(input)) return input;
    for (const [field, value] of Object.entries(input)) {
      const fieldSchema = schema.shape[field];
      if (value !== null || cleared.includes(field) || !(fieldSchema instanceof z.ZodType))
        continue;
      const alternative = alternatives[field] ?? describeAlternative(fieldSchema);
      const message = `Null does not clear ${field}. ${alternative}`;
      const params = { code: 'NULL_NOT_ALLOWED' satisfies IssueCode };
      context.addIssue({ code: 'custom', path: [field], message, params });
    }
    return omitNulls(input, ...cleared);
  };
};

/** Creates the input type of an update. Its description says which fields null clears. */
export const createUpdateInput = <Schema extends z.ZodObject>(
  options: InputOptions<Schema>,
): Input<z.output<Schema>> => ({
  type: createInput({
    ...options,
    description: `${options.description} ${describeNulls(listCleared(options.schema))}`,
  }).type,
  schema: z.preprocess(rejectNulls(options.schema, options.insteadOfNull ?? {}), options.schema),
});

/** The field for keys that an input does not have. */
export const extra = z.record(z.string(), z.unknown()).optional();
