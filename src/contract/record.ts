import { z } from 'zod';

export type JsonObject = { [key: string]: unknown };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A response field that may be absent or null. A value that does not match the schema is read as null. The
 * specification shows no response fields, so an unexpected field must not fail the response.
 */
export const tolerant = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().catch(null as z.output<Schema> | null);

/** An id that is only shown, so any text is valid. Clients treat ids as opaque. */
export const ForeignId = z.stringFormat('id', () => true);

/** A text that is accepted, but never returned. */
export const SecretText = z
  .stringFormat('secret', () => true)
  .min(1)
  .max(4096);

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

/** The path parameter of every by-id endpoint. */
export const IdParams = z.strictObject({ id: Id });

/** Limits a list to its first `maxItems` items, and omits those of them that are invalid. Default: no limit. */
export function limitList(schema: z.ZodType, maxItems: number | undefined): z.ZodType {
  if (maxItems === undefined || !(schema instanceof z.ZodArray)) return schema;
  const isValid = (value: unknown) => z.safeParse(schema.element, value).success;
  return z.preprocess(
    (value) => (Array.isArray(value) ? value.slice(0, maxItems).filter(isValid) : value),
    schema,
  );
}

/** @assumed The body of a successful deletion, if the service sends one. Callers do not need it. */
export const Deleted = z
  .looseObject({ message: tolerant(z.string()).describe('Confirmation message.') })
  .optional()
  .catch(undefined);
