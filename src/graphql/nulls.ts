import { z } from 'zod';
import type { JsonObject } from '../contract/record.ts';
import { getInnermost, getMeta } from '../contract/schema-meta.ts';
import { isPlainObject } from './input.ts';
import type { IssueCode } from './issue-codes.ts';

/** A null that does not clear its field. */
interface LostNull {
  readonly path: readonly string[];
  /** The schema of the field. */
  readonly schema: z.ZodType;
}

const isMerged = (schema: z.ZodType) => getMeta(schema).isMerged === true;

/**
 * Returns an input without the nulls that its schema does not accept, at any depth. The others clear a value and are sent.
 * @param lost Collects those in the object itself and in objects that an update merges, which would keep the values that
 * the nulls seem to clear. In an object that is new, or replaces another one as a whole, such a null is absence.
 */
function omitInvalidNulls(
  schema: z.ZodType,
  value: unknown,
  lost?: LostNull[],
  path: LostNull['path'] = [],
): unknown {
  const inner = getInnermost(schema);
  if (Array.isArray(value) && inner instanceof z.ZodArray && inner.element instanceof z.ZodType) {
    const { element } = inner;
    return value.map((item) => omitInvalidNulls(element, item));
  }
  if (!isPlainObject(value) || !(inner instanceof z.ZodObject)) return value;
  const output: JsonObject = {};
  for (const [name, field] of Object.entries(value)) {
    const schema: unknown = inner.shape[name];
    const here = [...path, name];
    if (!(schema instanceof z.ZodType)) output[name] = field;
    else if (field !== null || schema.safeParse(null).success)
      output[name] = omitInvalidNulls(schema, field, isMerged(schema) ? lost : undefined, here);
    else lost?.push({ path: here, schema });
  }
  return output;
}

const EMPTY = ['', [], {}];

/** Creates the issue for a null that does not clear its field, with what to send instead. */
function createNullIssue({ path, schema }: LostNull) {
  const empty = isMerged(schema)
    ? undefined
    : EMPTY.find((value) => schema.safeParse(value).success);
  const instead = empty === undefined ? 'Omit it.' : `Send ${JSON.stringify(empty)} to clear it.`;
  return {
    code: 'custom' as const,
    path: [...path],
    message: `Null does not clear ${path.join('.')}. ${instead}`,
    params: { code: 'NULL_NOT_ALLOWED' satisfies IssueCode },
  };
}

/** Creates the schema of a creation: that of the contract, in which a null without a meaning is absence. */
export const withoutNulls = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((input) => omitInvalidNulls(schema, input), schema);

/** Creates the schema of an update: that of the contract, in which a null that clears nothing is an error at its path. */
export const withNullsThatClear = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((input, context) => {
    const lost: LostNull[] = [];
    const value = omitInvalidNulls(schema, input, lost);
    for (const each of lost) context.addIssue(createNullIssue(each));
    return value;
  }, schema);
