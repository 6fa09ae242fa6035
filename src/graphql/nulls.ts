import { z } from 'zod';
import { getMeta, listLayers } from '../contract/schema-meta.ts';
import { isPlainObject } from './input.ts';
import type { IssueCode } from './issue-codes.ts';

/** A null of an input that the request cannot say. */
export interface RefusedNull {
  readonly path: readonly (string | number)[];
  /** The schema of the field. */
  readonly schema: z.ZodType;
}

const getDefault = (schema: z.ZodType) =>
  getMeta(schema).default ??
  listLayers(schema)
    .find((layer) => layer instanceof z.ZodDefault)
    ?.parse(undefined);

/**
 * Returns an input without the nulls that no request has, at any depth, and those that are refused. What null means, the
 * contract says:
 *
 * - Where the field can be null, it is sent. It clears the value.
 * - In an object that is new, or replaces another one as a whole, it is no value, and left out, unless the field has a
 *   default, which the service would use then.
 * - In an object that keeps what it omits, it would be lost, and is refused: in an update (`isKept`), in an object that an
 *   update merges, and in one that names a record.
 */
export function readNulls(
  schema: z.ZodType,
  input: unknown,
  isKept: boolean,
): { readonly value: unknown; readonly refused: readonly RefusedNull[] } {
  const refused: RefusedNull[] = [];
  const read = (
    schema: z.ZodType,
    value: unknown,
    isKept: boolean,
    path: RefusedNull['path'],
  ): unknown => {
    if (typeof value !== 'object') return value;
    const inner = listLayers(schema).at(-1);
    if (Array.isArray(value)) {
      const item = inner instanceof z.ZodArray ? inner.element : undefined;
      return item instanceof z.ZodType
        ? value.map((each, index) => read(item, each, false, [...path, index]))
        : value;
    }
    // The values of JSON are the caller's own.
    if (!isPlainObject(value) || !(inner instanceof z.ZodObject)) return value;
    const output: Record<string, unknown> = {};
    const { keepsOf } = getMeta(schema);
    const keeps = isKept || (keepsOf !== undefined && value[keepsOf] != null);
    for (const [name, fieldValue] of Object.entries(value)) {
      const field: unknown = inner.shape[name];
      const fieldPath = [...path, name];
      if (!(field instanceof z.ZodType)) output[name] = fieldValue;
      else if (fieldValue !== null)
        output[name] = read(field, fieldValue, keeps && isMerged(field), fieldPath);
      else if (field.safeParse(null).success) output[name] = null;
      else if (keeps || getDefault(field) !== undefined)
        refused.push({ path: fieldPath, schema: field });
    }
    return output;
  };
  return { value: read(schema, input, isKept, []), refused };
}

const isMerged = (schema: z.ZodType) => getMeta(schema).isMerged === true;

const EMPTY = ['', [], {}];

/** Says that a field cannot be null, and what to send instead. */
function describeRefusal(name: string, schema: z.ZodType): string {
  const value = getDefault(schema);
  if (value !== undefined)
    return `${name} cannot be null. Omit it for the default, ${JSON.stringify(value)}.`;
  const empty = isMerged(schema)
    ? undefined
    : EMPTY.find((value) => schema.safeParse(value).success);
  return `Null does not clear ${name}. ${
    empty === undefined
      ? 'Omit it to keep its value.'
      : `Send ${JSON.stringify(empty)} to clear it.`
  }`;
}

/** Creates the issue for a refused null. `instead` says what to do, if it is not what the schema says. */
export function createNullIssue({ path, schema }: RefusedNull, instead?: string) {
  const name = path.join('.');
  return {
    code: 'custom' as const,
    path: [...path],
    message: instead ? `Null does not clear ${name}. ${instead}` : describeRefusal(name, schema),
    params: { code: 'NULL_NOT_ALLOWED' satisfies IssueCode },
  };
}

/** Creates the schema of an input: that of the contract, applied to the input without its nulls. */
export const withoutNulls = <Schema extends z.ZodType>(schema: Schema, isKept = false) =>
  z.preprocess((input, context) => {
    const { value, refused } = readNulls(schema, input, isKept);
    for (const refusal of refused) context.addIssue(createNullIssue(refusal));
    return value;
  }, schema);
