import { z } from 'zod';
import type { JsonObject } from './record.ts';

type Read = (value: unknown) => unknown;

const isNullish = (schema: unknown): schema is z.ZodOptional | z.ZodNullable =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;

const unwrap = (schema: unknown): unknown => (isNullish(schema) ? unwrap(schema.unwrap()) : schema);

/** Returns a schema of what a response must have: the values that are not nullish, at any depth. */
function createRequired(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodArray) return z.array(createRequired(schema.element));
  if (schema instanceof z.ZodObject) {
    const required = Object.entries(schema.shape).filter(([, field]) => !isNullish(field));
    return z.object(
      Object.fromEntries(required.map(([name, field]) => [name, createRequired(field)])),
    );
  }
  return schema instanceof z.ZodType && !isNullish(schema) ? schema : z.unknown();
}

/** Returns a function that validates what a value must have. The first value compiles it: most fields are never read. */
function createTest(schema: unknown): (value: unknown) => boolean {
  let compiled: z.ZodType | undefined;
  return (value) => {
    compiled ??= z.compile(createRequired(schema));
    return compiled.validate(value);
  };
}

/** Creates a class whose instances read the fields of JSON on access. Most requests select few fields. */
function createViewClass(shape: z.ZodRawShape): new (json: JsonObject) => object {
  class View {
    /** The JSON as received. */
    readonly record: JsonObject;

    constructor(json: JsonObject) {
      this.record = json;
    }
  }
  for (const [name, schema] of Object.entries(shape)) {
    const read = createValueReader(schema);
    const get = function (this: View) {
      return read(this.record[name]);
    };
    Object.defineProperty(View.prototype, name, { get, enumerable: true });
  }
  return View;
}

/** Whether what a schema returns can differ from the value that it accepts: `z.url()` removes white space. */
const isConverted = (schema: unknown) => schema instanceof z.ZodURL || schema instanceof z.ZodPipe;

/** Returns the maximum number of items of a list. Default: no limit. */
const findMaxItems = ({ def: { checks = [] } }: z.ZodArray): number | undefined =>
  checks.flatMap((check) =>
    check instanceof z.core.$ZodCheckMaxLength ? check._zod.def.maximum : [],
  )[0];

/** Reads a list without the items that are invalid or beyond its limit. */
function createListReader(schema: z.ZodArray): Read {
  const maxItems = findMaxItems(schema);
  const isValid = createTest(schema.element);
  const read = createValueReader(schema.element);
  return (value) =>
    Array.isArray(value) ? value.slice(0, maxItems).filter(isValid).map(read) : null;
}

/** Creates the reader of a nullish value, which is null if it is invalid. */
function createTolerantReader(schema: unknown): Read {
  const isList = schema instanceof z.ZodArray;
  const isValid = isList ? () => true : createTest(schema);
  const read = isList ? createListReader(schema) : createValueReader(schema);
  return (value) => {
    if (value === null || value === undefined) return value;
    return isValid(value) ? read(value) : null;
  };
}

/** Creates the reader of a value that has what its schema requires. */
function createValueReader(schema: unknown): Read {
  if (isNullish(schema)) return createTolerantReader(unwrap(schema));
  if (schema instanceof z.ZodObject) {
    const View = createViewClass(schema.shape);
    return (value) => new View(Object(value));
  }
  if (schema instanceof z.ZodArray) {
    const read = createValueReader(schema.element);
    return (value) => (Array.isArray(value) ? value.map(read) : value);
  }
  return schema instanceof z.ZodType && isConverted(schema)
    ? (value) => schema.parse(value)
    : (value) => value;
}

/**
 * Creates the function that reads the JSON of responses tolerantly. A nullish value that does not match its schema is
 * null, and an item of a nullish list is left out; everything else must be valid. Objects read their fields on access, and
 * have the JSON as `record`.
 */
export function createReader<Schema extends z.ZodType>(
  schema: Schema,
): (json: unknown) => z.ZodSafeParseResult<z.output<Schema>> {
  // Created by the first response: most processes read few kinds of records.
  let required: z.ZodType | undefined;
  let read: Read | undefined;
  return (json) => {
    required ??= z.compile(createRequired(schema));
    const { error } = required.validate(json) ? {} : required.safeParse(json);
    // The issues are those of the schema, of which `required` is a part.
    if (error) return { success: false, error: error as z.ZodError<z.output<Schema>> };
    read ??= createValueReader(schema);
    return { success: true, data: read(json) as z.output<Schema> };
  };
}
