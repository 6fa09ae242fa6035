import { z } from 'zod';
import { mapFields, nullish, optional } from './record.ts';

declare module 'zod/v4/core' {
  /** Metadata of a schema, besides its description. */
  export interface GlobalMeta {
    /** The name and the description of an object. Typed APIs make a type of it. */
    object?: { readonly name: string; readonly description: string };
    /** The name of a field in typed APIs, which have one name for one thing, if it differs. */
    alias?: string | undefined;
    /** The name and the description of an enum, and the descriptions of its values. Typed APIs make a type of it. */
    vocabulary?: {
      readonly name: string;
      readonly description: string;
      readonly values: Readonly<Record<string, string>>;
    };
    /** Whether the field is an extension to the specification. */
    'x-extension'?: boolean;
    /** What an update does with an object: `merge` changes only the given fields. By default, it replaces the object. */
    onUpdate?: 'merge';
    /** What the service uses if a request does not have the field. */
    default?: string | number | boolean;
  }
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** An object with a name. Unknown keys are accepted. */
export const objectOf = <Fields extends Shape>(name: string, description: string, shape: Fields) =>
  z.looseObject(shape).meta({ description, object: { name, description } });

/** An object of requests, of which each field can be omitted. */
export const optionsOf = <Fields extends Shape>(name: string, description: string, shape: Fields) =>
  objectOf(name, description, optional(shape));

/** An object of responses, where upstreams may omit each field. */
export const responseOf = <Fields extends Shape>(
  name: string,
  description: string,
  shape: Fields,
) => objectOf(name, description, nullish(shape));

/** The object of a request as responses have it: upstreams may omit each field. */
export const asResponse = <Fields extends Shape>(schema: z.ZodObject<Fields>) =>
  z.looseObject(nullish(schema.shape)).meta({ object: getObject(schema) });

/**
 * An enum with a name, and a description of each value unless it says enough: a set that services are not expected to
 * extend. In responses, a value outside of it is null.
 */
export const enumOf = <const Value extends string>(
  name: string,
  description: string,
  values: readonly Value[] | Readonly<Record<Value, string>>,
) => {
  const isList = Array.isArray(values);
  // TypeScript types the keys of an object as any text, and does not exclude a readonly list.
  const schema = z.enum((isList ? values : Object.keys(values)) as Value[]);
  const texts = (isList ? {} : values) as Readonly<Record<string, string>>;
  return schema.meta({ vocabulary: { name, description, values: texts } });
};

/** Marks fields of a request as extensions to the specification. */
export const beyondSpecification = <Fields extends Shape>(shape: Fields) =>
  mapFields(shape, (schema) => schema.meta({ 'x-extension': true })) as Fields;

/** Adds a sentence to the description of each field. */
export const addNote = <Fields extends Shape>(shape: Fields, note: string) =>
  mapFields(shape, (schema) => schema.describe(`${getDescription(schema)} ${note}`)) as Fields;

/** Describes a field of a request, and what the service uses if the request does not have it. */
export const withDefault = <Schema extends z.ZodType>(
  schema: Schema,
  value: z.output<Schema> & (string | number | boolean),
  description: string,
) => {
  const name = schema instanceof z.ZodEnum ? toEnumName(String(value)) : value;
  return schema.meta({ description: `${description} Default: ${name}.`, default: value });
};

/** Returns the name of an enum's value in typed APIs: US_EAST for us-east. */
export const toEnumName = (value: string): string =>
  value.replace(/(?<=[a-z])(?=[A-Z])|-/g, '_').toUpperCase();

/** Returns the schema that another one wraps, such as that of an optional field. */
function unwrap(schema: z.ZodType): z.ZodType | undefined {
  const { def } = schema;
  const isParsed = schema instanceof z.ZodPipe && schema.out instanceof z.ZodTransform;
  const piped = schema instanceof z.ZodPipe ? (isParsed ? schema.in : schema.out) : undefined;
  const wrapped = 'innerType' in def ? def.innerType : piped;
  return wrapped instanceof z.ZodType ? wrapped : undefined;
}

/** Returns a schema without what wraps it. */
export function getInnermost(schema: z.ZodType): z.ZodType {
  const inner = unwrap(schema);
  return inner ? getInnermost(inner) : schema;
}

/** Returns the schema of a list's items, or that of a single value, without what wraps it. */
export function getItem(schema: z.ZodType): z.ZodType {
  const inner = getInnermost(schema);
  const element = inner instanceof z.ZodArray && inner.element;
  return element instanceof z.ZodType ? getInnermost(element) : inner;
}

/** Returns the metadata of a schema and of those that it wraps; the outermost takes precedence. */
export function getMeta(schema: z.ZodType): z.GlobalMeta {
  const inner = unwrap(schema);
  return { ...(inner && getMeta(inner)), ...schema.meta() };
}

/** @throws Error if the contract does not say it. */
function demand<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined || value === '')
    throw new Error(`A schema of the contract has no ${what}.`);
  return value;
}

/** Returns the description of a field. */
export const getDescription = (schema: z.ZodType | undefined): string =>
  demand(schema && getMeta(schema).description, 'description');

/** Returns the name and the description of an object. */
export const getObject = (schema: z.ZodType) => demand(getMeta(schema).object, 'name');

/** Returns the name, the description and the values of an enum. */
export const getVocabulary = (schema: z.ZodEnum) => demand(getMeta(schema).vocabulary, 'name');
