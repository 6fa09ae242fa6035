import { z } from 'zod';
import { type JsonObject, tolerant } from './record.ts';

/** What zod's metadata of a schema says. */
const Meta = z.object({
  description: z.string().optional(),
  /** The name and the description of an object. Typed APIs make a type of it. */
  object: z.object({ name: z.string(), description: z.string() }).optional(),
  /** The name and the description of an enum, and the descriptions of its values. Typed APIs make a type of it. */
  vocabulary: z
    .object({
      name: z.string(),
      description: z.string(),
      values: z.record(z.string(), z.string()),
    })
    .optional(),
  /** The name of a field in typed APIs. Default: its own. */
  alias: z.string().optional(),
  /** What to use instead of a deprecated field. */
  replacement: z.string().optional(),
});

/** An object with a name. Unknown keys are accepted. */
export const objectOf = <Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: Shape,
) => z.looseObject(shape).meta({ object: { name, description } });

/**
 * An enum with a name, and a description of each value: a set that services are not expected to extend. In responses, a
 * value outside of it is null.
 */
export const enumOf = <const Values extends Readonly<Record<string, string>>>(
  name: string,
  description: string,
  values: Values,
) =>
  // TypeScript types the keys of an object as any text.
  z
    .enum(Object.keys(values) as (keyof Values & string)[])
    .meta({ vocabulary: { name, description, values } });

/** Returns the name of an enum's value in typed APIs: US_EAST for us-east. */
export const toEnumName = (value: string): string =>
  value.replace(/(?<=[a-z])(?=[A-Z])|-/g, '_').toUpperCase();

const unwrap = (schema: z.ZodType): z.ZodType | undefined => {
  const { def } = schema;
  const output = schema instanceof z.ZodPipe ? schema.out : undefined;
  const wrapped = 'innerType' in def ? def.innerType : output;
  return wrapped instanceof z.ZodType ? wrapped : undefined;
};

/** Returns a schema and the schemas that it wraps, such as that of an optional field; the innermost is the last. */
export function listLayers(schema: z.ZodType): [z.ZodType, ...z.ZodType[]] {
  const inner = unwrap(schema);
  return inner ? [schema, ...listLayers(inner)] : [schema];
}

/** Returns the metadata of a schema and of those that it wraps; the outermost takes precedence. */
export const getMeta = (schema: z.ZodType): z.output<typeof Meta> =>
  Meta.parse(
    Object.assign(
      {},
      ...listLayers(schema)
        .reverse()
        .map((layer) => layer.meta()),
    ),
  );

/**
 * Returns the description of a field.
 * @throws Error if the contract does not describe it.
 */
export function getDescription(schema: z.ZodType | undefined): string {
  const { description } = schema ? getMeta(schema) : {};
  if (!description) throw new Error('The contract does not describe this field.');
  return description;
}

/**
 * Returns the name and the description of an object.
 * @throws Error if the contract does not name it.
 */
export function getObject(schema: z.ZodType) {
  const { object } = getMeta(schema);
  if (!object) throw new Error('The contract does not name this object.');
  return object;
}

/**
 * Returns the name, the description and the values of an enum.
 * @throws Error if the contract does not name it.
 */
export function getVocabulary(schema: z.ZodEnum) {
  const { vocabulary } = getMeta(schema);
  if (!vocabulary) throw new Error('The contract does not name this enum.');
  return vocabulary;
}

/** An object of requests as responses have it: each of its fields may be absent or invalid. */
export function tolerantObject(schema: z.ZodObject): z.ZodType<JsonObject> {
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const inner = listLayers(field).at(-1) ?? field;
    return [name, tolerant(inner).describe(getDescription(field))];
  });
  return z.looseObject(Object.fromEntries(fields)).meta({ object: getObject(schema) });
}
