import { z } from 'zod';
import { type Field, type Fields, type ShapeIn, shapeIn } from './field.ts';
import { isJsonObject, type JsonObject, limitList } from './record.ts';

/** A record of a response: its fields, and the unchanged upstream object as `record`. */
export type RecordOf<All extends Fields> = z.output<z.ZodObject<ShapeIn<All, 'response'>>> & {
  readonly record: JsonObject;
};

type ViewClass<View> = new (json: JsonObject) => View;

/** Types whose valid values are their own output. Those of others can change: `z.url()` removes white space. */
const KEPT = [z.ZodString, z.ZodCustomStringFormat, z.ZodBoolean, z.ZodNumber, z.ZodEnum];

/** Creates a function that reads a field as its schema in responses does, and allocates as little as possible. */
function createReader({ schema, required, maxItems }: Field): (value: unknown) => unknown {
  // The schema of the record has parsed it.
  if (required === 'response') return (value) => value;
  const isKept = KEPT.some((type) => schema instanceof type);
  let compiled: z.ZodType | undefined;
  return (value) => {
    if (value === null || value === undefined) return value;
    compiled ??= z.compile(limitList(schema, maxItems));
    if (isKept) return compiled.validate(value) ? value : null;
    return compiled.safeParse(value).data ?? null;
  };
}

/** Creates a class whose instances read the fields of JSON on access. Most requests select few fields. */
function createViewClass<View>(fields: Fields): ViewClass<View> {
  class RecordView {
    readonly record: JsonObject;

    constructor(json: JsonObject) {
      this.record = json;
    }
  }
  for (const [name, field] of Object.entries(fields)) {
    if (field.isInput) continue;
    const read = createReader(field);
    const get = function (this: RecordView) {
      return read(this.record[name]);
    };
    Object.defineProperty(RecordView.prototype, name, { get, enumerable: true });
  }
  // TypeScript does not know properties that are defined one by one.
  return RecordView as unknown as ViewClass<View>;
}

/** Compiles a schema of the fields that responses always have. */
function compileRequired(fields: Fields): z.ZodType {
  const shape = Object.entries<z.ZodType>(shapeIn('response', fields));
  const required = shape.filter(([, schema]) => !schema.isOptional());
  return z.compile(z.object(Object.fromEntries(required)));
}

/**
 * Creates the schema of a record in responses. It requires only the fields that responses always have, in practice the
 * id, and its output reads each field on access.
 */
export function record<const All extends Fields>(fields: All) {
  const View = createViewClass<RecordOf<All>>(fields);
  // Compiled by the first response: most processes read few kinds of records.
  let required: z.ZodType | undefined;
  return z.unknown().transform((json, context) => {
    required ??= compileRequired(fields);
    if (required.validate(json) && isJsonObject(json)) return new View(json);
    const { issues = [] } = required.safeParse(json).error ?? {};
    // A finished issue is also a valid raw issue, which requires fewer properties.
    context.issues.push(...(issues as z.core.$ZodRawIssue[]));
    return z.NEVER;
  });
}
