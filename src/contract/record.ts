import { z } from 'zod';

export type JsonObject = { [key: string]: unknown };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An id that is only shown, so any text is valid. Clients treat ids as opaque. */
export const ForeignId = z.stringFormat('id', () => true);

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to exclude them.
const PATH_SEGMENT = /^(?!\.{1,2}$)[^/\\?#%\u0000-\u001f\u007f-\u009f]*$/;

/**
 * @assumed The specification does not define the format of ids. Any string of 1 to 256 characters is valid, except "."
 * and "..", which a URL path cannot contain, and a surrogate without its pair. Separators of a URL, "%" and control
 * characters are not valid either, although a path can contain them encoded: a proxy before the upstream may decode them,
 * some twice, and then call another endpoint.
 */
export const Id = ForeignId.min(1)
  .max(256)
  .regex(
    PATH_SEGMENT,
    'The id must not be "." or "..", or contain "/", "\\", "?", "#", "%" or control characters.',
  )
  .refine((id) => id.isWellFormed(), 'The id must be well-formed Unicode.');

/** @assumed Times are in ISO 8601, with a time zone. */
export const Timestamp = z.iso.datetime({ offset: true });

/** Any JSON object. */
export const Json = z.record(z.string(), z.unknown());

/** The path parameter of every by-id endpoint. */
export const IdParams = z.strictObject({ id: Id.describe('The id.') });

type Shape = Readonly<Record<string, z.ZodType>>;

/** Returns an object with the names of a shape. */
export const mapFields = <Name extends string, Field>(
  shape: Readonly<Record<Name, z.ZodType>>,
  change: (schema: z.ZodType, name: Name) => Field,
) =>
  // TypeScript cannot infer the type of an object that is built key by key.
  Object.fromEntries(
    Object.entries<z.ZodType>(shape).map(([name, schema]) => [name, change(schema, name as Name)]),
  ) as Record<Name, Field>;

/** Makes fields optional. */
export const optional = <Fields extends Shape>(shape: Fields) => z.object(shape).partial().shape;

/** Makes fields nullish, as those of responses: upstreams may omit each field that the specification does not show. */
export const nullish = <Fields extends Shape>(shape: Fields) =>
  mapFields(shape, (schema) => schema.nullish()) as {
    [Name in keyof Fields]: z.ZodOptional<z.ZodNullable<Fields[Name]>>;
  };

/**
 * A schema of responses of which {@link createReader} keeps the unchanged JSON as `record`, so that fields that the contract
 * does not have, or whose values are invalid, can be read.
 */
export const withRecord = <Fields extends Shape>(shape: Fields) =>
  // The output has `record` although the schema, which describes the JSON, has not.
  z.object(shape) as z.ZodObject<
    Fields,
    { out: { readonly record: JsonObject }; in: Record<string, unknown> }
  >;

/** The schema of a resource's record in responses, in which only the id is required. */
export const record = <Fields extends Shape>(shape: Fields) =>
  withRecord({ id: Id.describe('Id of the record.'), ...nullish(shape) });

/** @assumed The body of a successful deletion, if the service sends one. Callers do not need it. */
export const Deleted = z
  .object(nullish({ message: z.string().describe('Confirmation message.') }))
  .meta({ id: 'Deleted', description: 'Response of deletions.' });
