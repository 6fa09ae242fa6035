import { z } from 'zod';
import { pageParts } from '../contract/page.ts';
import { isJsonObject, type JsonObject, listParts, shapeOf } from '../contract/record.ts';
import { compileOnUse } from '../shared/compile-on-use.ts';

/** Reads JSON by a schema; undefined if it is not valid. The schema itself can then say why. */
type Reader = (json: unknown) => object | undefined;

type FieldReader = (value: unknown) => unknown;

/**
 * Whether every valid value of a schema is its own output, so that a test, which allocates nothing, replaces a parse. Some
 * formats change values: `z.url()` removes white space.
 */
const keepsValues = ({ def }: z.ZodType): boolean =>
  ['string', 'number', 'boolean', 'enum'].includes(def.type) &&
  !('format' in def) &&
  !('coerce' in def && def.coerce) &&
  !def.checks?.some((check) => check._zod.def.check === 'overwrite');

/** Returns the inner schema of a `tolerant` schema; undefined for other schemas. */
function unwrapTolerant(schema: z.core.$ZodType): z.ZodType | undefined {
  if (!(schema instanceof z.ZodCatch)) return undefined;
  let inner: z.core.$ZodType = schema.def.innerType;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) {
    inner = inner.def.innerType;
  }
  return inner instanceof z.ZodType ? inner : undefined;
}

/** Creates the reader of a `tolerantList`; undefined for other schemas. */
function createListReader(schema: z.ZodType): FieldReader | undefined {
  const list = listParts(schema);
  if (!list) return undefined;
  const readItem = createTolerantReader(list.item);
  return (value) =>
    Array.isArray(value)
      ? value.slice(0, list.maxItems).flatMap((item) => readItem(item) ?? [])
      : null;
}

/** Creates the reader of a tolerant field: null and undefined stay, invalid values become null. */
function createTolerantReader(inner: z.ZodType): FieldReader {
  const readList = createListReader(inner);
  if (readList) return (value) => (value == null ? value : readList(value));
  const nested = createRecordReader(inner);
  if (nested) return (value) => (value == null ? value : (nested(value) ?? null));
  const getCompiled = compileOnUse(() => inner);
  if (keepsValues(inner))
    return (value) => (value == null || getCompiled().validate(value) ? value : null);
  return (value) => (value == null ? value : (getCompiled().safeParse(value).data ?? null));
}

type ViewClass = new (record: JsonObject) => { readonly record: JsonObject };

/** Creates a class whose instances read a record's fields lazily. */
function createViewClass(fields: ReadonlyMap<string, FieldReader>): ViewClass {
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

/** Creates the reader of a shape whose required fields are strings; undefined for other shapes. */
function createShapeReader(shape: z.ZodRawShape): Reader | undefined {
  const fields = new Map<string, FieldReader>();
  const required: [string, z.ZodType][] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const inner = unwrapTolerant(schema);
    if (inner) fields.set(name, createTolerantReader(inner));
    else if (schema instanceof z.ZodString) {
      fields.set(name, (value) => value);
      required.push([name, z.compile(schema)]);
    } else return undefined;
  }
  const View = createViewClass(fields);
  return (json) => {
    if (!isJsonObject(json)) return undefined;
    for (const [name, schema] of required) if (!schema.validate(json[name])) return undefined;
    return new View(json);
  };
}

function createPageReader(schema: z.ZodType): Reader | undefined {
  const parts = pageParts(schema);
  const readItem = parts && createRecordReader(parts.item);
  const readMeta = parts && createShapeReader(parts.meta);
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
 * Returns the reader of a schema of records or pages; undefined for other schemas. The reader returns an object with the
 * same fields and values as the schema would, but reads each field only on access. For invalid JSON it returns undefined.
 */
export function createRecordReader(schema: z.ZodType): Reader | undefined {
  const cached = readers.get(schema);
  if (cached) return cached.read;
  const shape = shapeOf(schema);
  const read = shape ? createShapeReader(shape) : createPageReader(schema);
  readers.set(schema, { read });
  return read;
}
