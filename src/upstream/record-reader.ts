import { z } from 'zod';
import { pageParts } from '../contract/page.ts';
import { isJsonObject, type JsonObject, shapeOf } from '../contract/record.ts';

/** Reads JSON by a schema; undefined where it does not fit, and the schema itself can say why. */
type Reader = (json: unknown) => object | undefined;

type Field = (value: unknown) => unknown;

type Test = (value: unknown) => boolean;

function checkOf(check: z.core.$ZodCheck): ((text: string) => boolean) | undefined {
  if (check instanceof z.core.$ZodCheckMinLength) {
    const { minimum } = check._zod.def;
    return (text) => text.length >= minimum;
  }
  if (check instanceof z.core.$ZodCheckRegex) {
    const { pattern } = check._zod.def;
    // A pattern that remembers where it was has to be told to forget.
    return /[gy]/.test(pattern.flags) ? undefined : (text) => pattern.test(text);
  }
  return undefined;
}

/**
 * What a schema of strings or booleans finds of a value, without the objects that parsing makes for each; undefined for
 * a schema of another kind, or with a check that is not known here.
 */
function plainTest(schema: z.ZodType): Test | undefined {
  if (schema instanceof z.ZodBoolean && !schema.def.coerce && !schema.def.checks?.length) {
    return (value) => typeof value === 'boolean';
  }
  if (!(schema instanceof z.ZodString) || 'format' in schema.def) return undefined;
  const checks = (schema.def.checks ?? []).map(checkOf);
  const known = checks.filter((check) => check !== undefined);
  if (known.length < checks.length) return undefined;
  return (value) => {
    if (typeof value !== 'string') return false;
    for (const check of known) if (!check(value)) return false;
    return true;
  };
}

/** The schema within `tolerant`; undefined for any other. */
function withinTolerant(schema: z.core.$ZodType): z.ZodType | undefined {
  if (!(schema instanceof z.ZodCatch)) return undefined;
  let inner: z.core.$ZodType = schema.def.innerType;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) {
    inner = inner.def.innerType;
  }
  return inner instanceof z.ZodType ? inner : undefined;
}

/** How one tolerant field is read: null and absence as they are, what does not fit as null. */
function tolerantField(inner: z.ZodType): Field {
  const test = plainTest(inner);
  if (test) return (value) => (value == null || test(value) ? value : null);
  const nested = createRecordReader(inner);
  if (nested) return (value) => (value == null ? value : (nested(value) ?? null));
  return (value) => (value == null ? value : (inner.safeParse(value).data ?? null));
}

type ViewClass = new (record: JsonObject) => { readonly record: JsonObject };

/** A class whose instances read a record's fields when they are asked for, and never before. */
function viewClass(fields: ReadonlyMap<string, Field>): ViewClass {
  class View {
    readonly record: JsonObject;

    constructor(record: JsonObject) {
      this.record = record;
    }
  }
  for (const [name, read] of fields) {
    const get = function (this: View) {
      return read(this.record[name]);
    };
    Object.defineProperty(View.prototype, name, { get, enumerable: true });
  }
  return View;
}

/** The reader of a shape whose required fields are strings; undefined for other shapes. */
function shapeReader(shape: z.ZodRawShape): Reader | undefined {
  const fields = new Map<string, Field>();
  const required: [string, Test][] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const inner = withinTolerant(schema);
    if (inner) fields.set(name, tolerantField(inner));
    else if (schema instanceof z.ZodString) {
      fields.set(name, (value) => value);
      required.push([name, plainTest(schema) ?? ((value) => schema.safeParse(value).success)]);
    } else return undefined;
  }
  const View = viewClass(fields);
  return (json) => {
    if (!isJsonObject(json)) return undefined;
    for (const [name, test] of required) if (!test(json[name])) return undefined;
    return new View(json);
  };
}

function pageReader(schema: z.ZodType): Reader | undefined {
  const parts = pageParts(schema);
  const readItem = parts && createRecordReader(parts.item);
  const readMeta = parts && shapeReader(parts.meta);
  if (!readItem || !readMeta) return undefined;
  return (json) => {
    const page = parts.asPage(json);
    if (!isJsonObject(page) || !Array.isArray(page.data)) return undefined;
    const data: object[] = [];
    for (const json of page.data) {
      const item = readItem(json);
      if (!item) return undefined;
      data.push(item);
    }
    return { data, meta: readMeta(page.meta) };
  };
}

const readers = new WeakMap<z.ZodType, { readonly read: Reader | undefined }>();

/**
 * The reader of a schema of records or pages that walks nothing but what is asked of its answer: the same fields, with
 * the same values, that the schema would give, and undefined where the schema would refuse. undefined for schemas of
 * other kinds.
 */
export function createRecordReader(schema: z.ZodType): Reader | undefined {
  const known = readers.get(schema);
  if (known) return known.read;
  const shape = shapeOf(schema);
  const read = shape ? shapeReader(shape) : pageReader(schema);
  readers.set(schema, { read });
  return read;
}
