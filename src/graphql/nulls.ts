import { z } from 'zod';
import type { JsonObject } from '../contract/record.ts';
import { getInnermost, getMeta, toEnumName } from '../contract/schema-meta.ts';
import { isPlainObject } from './input.ts';
import type { IssueCode } from './issue-codes.ts';

/** A null of an input that the request cannot express. */
export interface RefusedNull {
  readonly path: readonly (string | number)[];
  /** The schema of the field. */
  readonly schema: z.ZodType;
}

const getDefault = (schema: z.ZodType) => getMeta(schema).default;

/** Where a value is in an input. */
interface Position {
  readonly path: RefusedNull['path'];
  /** Whether an object keeps what it omits. */
  readonly isKept: boolean;
  /** Collects the refused nulls. */
  readonly refused: RefusedNull[];
}

/**
 * Returns an input without nulls that are never sent, at any depth, and without nulls that are refused. The
 * contract defines what null means:
 *
 * - Where the field can be null, it is sent. It clears the value.
 * - In an object that is new, or replaces another one as a whole, it means no value and is omitted, unless the field has
 *   a default, which the service would then use.
 * - In an object that keeps what it omits, it would be lost, and is refused: in an update (`isKept`), in an object that an
 *   update merges, and in one that names a record.
 */
export function readNulls(
  schema: z.ZodType,
  input: unknown,
  isKept: boolean,
): { readonly value: unknown; readonly refused: readonly RefusedNull[] } {
  const refused: RefusedNull[] = [];
  return { value: readValue(schema, input, { path: [], isKept, refused }), refused };
}

function readValue(schema: z.ZodType, value: unknown, position: Position): unknown {
  if (typeof value !== 'object') return value;
  const inner = getInnermost(schema);
  if (Array.isArray(value) && inner instanceof z.ZodArray && inner.element instanceof z.ZodType) {
    const { element } = inner;
    return value.map((item, index) =>
      readValue(element, item, { ...position, isKept: false, path: [...position.path, index] }),
    );
  }
  if (!isPlainObject(value) || !(inner instanceof z.ZodObject)) return value;
  const { keepsOf } = getMeta(schema);
  const namesRecord = keepsOf !== undefined && value[keepsOf] != null;
  const isKept = position.isKept || namesRecord;
  return readFields(inner.shape, value, { ...position, isKept });
}

function readFields(
  shape: z.ZodRawShape,
  object: JsonObject,
  { path, isKept, refused }: Position,
): JsonObject {
  const output: JsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    const schema: unknown = shape[name];
    const here = [...path, name];
    if (!(schema instanceof z.ZodType)) output[name] = value;
    else if (value !== null)
      output[name] = readValue(schema, value, {
        path: here,
        isKept: isKept && isMerged(schema),
        refused,
      });
    else if (schema.safeParse(null).success) output[name] = null;
    else if (isKept || getDefault(schema) !== undefined) refused.push({ path: here, schema });
  }
  return output;
}

const isMerged = (schema: z.ZodType) => getMeta(schema).isMerged === true;

const EMPTY = ['', [], {}];

/** Explains that a field cannot be null, and what to send instead. */
function describeRefusal(name: string, schema: z.ZodType): string {
  const value = getDefault(schema);
  if (value !== undefined) {
    const isEnum = getInnermost(schema) instanceof z.ZodEnum;
    const shown = isEnum ? toEnumName(String(value)) : JSON.stringify(value);
    return `${name} cannot be null. Omit it for the default, ${shown}.`;
  }
  const empty = isMerged(schema)
    ? undefined
    : EMPTY.find((value) => schema.safeParse(value).success);
  return `Null does not clear ${name}. ${
    empty === undefined
      ? 'Omit it to keep its value.'
      : `Send ${JSON.stringify(empty)} to clear it.`
  }`;
}

/** Creates the issue for a refused null. `instead` is the advice, unless it follows from the schema. */
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
