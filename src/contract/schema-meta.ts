import { z } from 'zod';
import { type JsonObject, tolerant } from './record.ts';

declare module 'zod/v4/core' {
  /** Metadata of a schema, besides its description. */
  export interface GlobalMeta {
    /** The name and the description of an object. Typed APIs make a type of it. */
    object?: { readonly name: string; readonly description: string };
    /** The name and the description of an enum, and the descriptions of its values. Typed APIs make a type of it. */
    vocabulary?: {
      readonly name: string;
      readonly description: string;
      readonly values: Readonly<Record<string, string>>;
    };
    /** The name of a field in typed APIs. Default: its own. */
    alias?: string;
    /** What to use instead of a deprecated field. */
    replacement?: string;
    /** Whether the field is an extension to the specification. */
    isExtension?: boolean;
    /** Whether an update changes only the given fields of an object. If false, it replaces the object. */
    isMerged?: boolean;
    /** The field of an object that names a record. With it, the object keeps the values of the record that it omits. */
    keepsOf?: string;
    /** What the service uses if a request does not have the field. */
    default?: string | number | boolean;
  }
}

type Meta = z.GlobalMeta;

/** Metadata of a field in a request. */
export type RequestMeta = Readonly<
  Pick<Meta, 'replacement' | 'isExtension' | 'isMerged' | 'default'>
>;

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
  const isParsed = schema instanceof z.ZodPipe && schema.out instanceof z.ZodTransform;
  const piped = schema instanceof z.ZodPipe ? (isParsed ? schema.in : schema.out) : undefined;
  const wrapped = 'innerType' in def ? def.innerType : piped;
  return wrapped instanceof z.ZodType ? wrapped : undefined;
};

/** Returns a schema and the schemas that it wraps, such as that of an optional field; the innermost is the last. */
export function listLayers(schema: z.ZodType): [z.ZodType, ...z.ZodType[]] {
  const layers: [z.ZodType, ...z.ZodType[]] = [schema];
  for (let inner = unwrap(schema); inner; inner = unwrap(inner)) layers.push(inner);
  return layers;
}

const metas = new WeakMap<z.ZodType, Meta>();

/** Returns the metadata of a schema and of those that it wraps; the outermost takes precedence. */
export function getMeta(schema: z.ZodType): Meta {
  const known = metas.get(schema);
  if (known) return known;
  const inner = unwrap(schema);
  const meta: Meta = { ...(inner && getMeta(inner)), ...schema.meta() };
  metas.set(schema, meta);
  return meta;
}

/** Describes what an update does to the saved value of a field, if that is not obvious. */
function describeUpdate(schema: z.ZodType, isMerged: boolean): string | undefined {
  const inner = listLayers(schema).at(-1);
  if (isMerged) return 'Omitted fields inside it keep their value.';
  if (inner instanceof z.ZodObject)
    return 'Replaces the whole saved object: omitted fields lose their value.';
  if (inner instanceof z.ZodRecord) return 'Replaces the saved object.';
  return inner instanceof z.ZodArray ? 'Replaces the saved list.' : undefined;
}

/** Adds a text and facts to the schema of a field in a request. Its description says what the facts mean for callers. */
export function describeRequest<Schema extends z.ZodType>(
  schema: Schema,
  { text, ...facts }: RequestMeta & { readonly text: string },
): Schema {
  const sentences = [
    text || getMeta(schema).description,
    facts.isMerged !== undefined && describeUpdate(schema, facts.isMerged),
    // Typed APIs have other names for the values of an enum, whose descriptions say which one is the default.
    facts.default !== undefined &&
      !(listLayers(schema).at(-1) instanceof z.ZodEnum) &&
      `Default: ${facts.default}.`,
  ];
  return schema.meta({
    description: sentences.filter(Boolean).join(' '),
    ...facts,
    ...(facts.replacement && { deprecated: true }),
  });
}

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

/** Converts an object of requests to its form in responses, where each field may be absent or invalid. */
export function tolerantObject(schema: z.ZodObject): z.ZodType<JsonObject> {
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const inner = listLayers(field).at(-1) ?? field;
    return [name, tolerant(inner).describe(getDescription(field))];
  });
  return z.looseObject(Object.fromEntries(fields)).meta({ object: getObject(schema) });
}
