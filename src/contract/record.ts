import { z } from 'zod';

/** An object of a JSON document. */
export type JsonObject = { [key: string]: unknown };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A response field that may be absent, null, or newer than this contract: what does not fit reads as null.
 * The specification shows no response fields, so no response may fail over one.
 */
export const tolerant = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().catch(null as z.output<Schema> | null);

const withRecord = (value: unknown) => (isJsonObject(value) ? { ...value, record: value } : value);

/**
 * Reads a resource of a response: the fields the contract knows, and the whole upstream object, untouched, as `record`.
 * @throws ZodError for anything but an object whose required fields (in practice its id) are there.
 */
export const record = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const fields = z.object({ ...shape, record: z.record(z.string(), z.unknown()) });
  const schema = z.preprocess(withRecord, fields);
  shapes.set(schema, shape);
  return schema;
};

const shapes = new WeakMap<z.ZodType, z.ZodRawShape>();

/** The fields of a schema made by `record`, for readers that read only what they are asked for. */
export const shapeOf = (schema: z.ZodType): z.ZodRawShape | undefined => shapes.get(schema);

/**
 * @assumed The specification calls ids identifiers and shows no form; any non-empty string is one, but for the two that
 * a path cannot hold.
 */
export const Id = z
  .string()
  .min(1)
  .regex(/^(?!\.{1,2}$)/, 'The id must not be "." or "..".');

/** The path parameter of every by-id endpoint. */
export const IdParams = z.strictObject({ id: Id });

/**
 * A list inside a record, where items that do not fit the schema are left out.
 */
export const tolerantList = <Item extends z.ZodType>(item: Item) =>
  tolerant(
    z.preprocess(
      (value) =>
        Array.isArray(value) ? value.filter((each) => item.safeParse(each).success) : value,
      z.array(item),
    ),
  );

/** @assumed The body of a deletion, where a service answers one: a message, and nothing that callers need. */
export const Deleted = z
  .looseObject({ message: tolerant(z.string()).describe('What was deleted, in a sentence.') })
  .optional()
  .catch(undefined);

/** @assumed Records carry ISO 8601 times with a zone. */
export const Timestamps = {
  createdAt: tolerant(z.iso.datetime({ offset: true })).describe('When the record was created.'),
  updatedAt: tolerant(z.iso.datetime({ offset: true })).describe('When the record last changed.'),
};
