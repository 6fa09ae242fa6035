import { z } from 'zod';
import { Id, type JsonObject, tolerant, tolerantList } from './record.ts';

/** What readers of the contract have to know of a field besides its schema. */
export interface FieldFacets {
  /** Whether the value is an id. Clients treat ids as opaque. */
  readonly isId?: true;
  /** Whether the value is a secret: accepted, but never returned. */
  readonly isSecret?: true;
  /** The replacement of a deprecated field. */
  readonly deprecated?: string;
  /** What to send for no value, for a field that null does not clear. Default: an empty value, if that is valid. */
  readonly forNone?: string;
  /**
   * Whether a summary has the field: an item of a list, or a record inside another record. A record with a field that
   * summaries never have is complete. Default: always.
   */
  readonly inSummary?: 'always' | 'sometimes' | 'never';
  /** The resource whose records the field has inside. */
  readonly embeds?: string;
  /** The resource whose records the id, or each id of the list, is of. */
  readonly refersTo?: string;
  /** Whether the search of a list looks for its text in the field. Default: false. */
  readonly isSearched?: true;
  /** Whether no two records have the same value. Default: false. */
  readonly isUnique?: true;
  /** Whether a list can be filtered by the value, with a parameter of the field's name. */
  readonly isFilter?: true;
  /** What becomes of the saved value if a session configuration spells a persona out. */
  readonly inSession?: SavedUse;
  /** A value that has the same effect as none. */
  readonly neutral?: unknown;
  /** The name and the description of an object. Typed APIs make a type of it. */
  readonly object?: { readonly name: string; readonly description: string };
}

/**
 * What becomes of a saved value in a session configuration: it is taken over, it has no effect on a session, or it has
 * one that a session configuration cannot have.
 */
export type SavedUse = 'taken' | 'unused' | 'rejected';

const registry = z.registry<FieldFacets>();
registry.add(Id, { isId: true });

/** An id that is only shown, so that any text is valid. */
export const ForeignId = z.string().register(registry, { isId: true });

/** Adds facets to a schema. */
export const withFacets = <Schema extends z.ZodType>(schema: Schema, facets: FieldFacets) => {
  registry.add(schema, facets);
  return schema;
};

/** An object with a name. Unknown keys are accepted. */
export const objectOf = <Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: Shape,
) => withFacets(z.looseObject(shape), { object: { name, description } });

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

/** Returns the facets of a field. */
export const getFacets = (schema: z.ZodType): FieldFacets =>
  Object.assign({}, ...listLayers(schema).map((layer) => registry.get(layer)));

/** Returns the names of the fields whose facets pass a test, in the order of the shape. */
export const findFields = (
  shape: Readonly<Record<string, z.ZodType>>,
  test: (facets: FieldFacets) => boolean | undefined,
): string[] =>
  Object.entries(shape).flatMap(([field, schema]) => (test(getFacets(schema)) ? [field] : []));

/**
 * Returns the description of a field.
 * @throws Error if the contract does not describe it.
 */
export function getDescription(schema: z.ZodType | undefined): string {
  const described = schema && listLayers(schema).find(({ description }) => description);
  if (!described?.description) throw new Error('The contract does not describe this field.');
  return described.description;
}

/** A field of a resource: its schema in each place that has it. */
export interface Field {
  /** In responses. */
  readonly read?: z.ZodType;
  /** In the body that creates a record. */
  readonly create?: z.ZodType;
  /** In the body that updates a record. */
  readonly update?: z.ZodType;
  /** In a session configuration. */
  readonly session?: z.ZodType;
}

/** Where a field of a resource can be. */
export type Place = keyof Field;

/** The schemas that fields have in one place. */
export type ShapeOf<Fields extends Readonly<Record<string, Field>>, At extends Place> = {
  [Name in keyof Fields as Fields[Name] extends Record<At, z.ZodType>
    ? Name
    : never]: Fields[Name] extends Record<At, infer Schema extends z.ZodType> ? Schema : never;
};

/** Returns the shape of the fields in one place. */
export function shapeIn<
  const Fields extends Readonly<Record<string, Field>>,
  const At extends Place,
>(place: At, fields: Fields): ShapeOf<Fields, At> {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const schema = field[place];
    return schema ? [[name, schema]] : [];
  });
  // TypeScript cannot infer the type of an object that is built key by key.
  return Object.fromEntries(entries) as ShapeOf<Fields, At>;
}

/** A field of responses. It may be absent, and is null if its value is invalid. */
export const read = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  facets: FieldFacets = {},
) => ({ read: withFacets(tolerant(schema).describe(description), facets) });

/** An object of requests as responses have it: each of its fields may be absent or invalid. */
export function tolerantObject(schema: z.ZodObject): z.ZodType<JsonObject> {
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const inner = listLayers(field).at(-1) ?? field;
    return [name, withFacets(tolerant(inner).describe(getDescription(field)), getFacets(field))];
  });
  return withFacets(z.looseObject(Object.fromEntries(fields)), getFacets(schema));
}

/** A list of at most `maxItems` related records or ids in responses. Further and invalid ones are omitted. */
export const readList = <Item extends z.ZodType>(
  item: Item,
  maxItems: number,
  description: string,
  facets: FieldFacets = {},
) => ({ read: withFacets(tolerantList(item, maxItems).describe(description), facets) });

/** A field that requests may set. */
export const optional = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  facets: FieldFacets = {},
) => ({
  create: schema.describe(description).optional(),
  update: withFacets(schema.describe(description).optional(), facets),
});

/** A field that a creation must set. */
export const required = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  create: schema.describe(description),
  update: schema.describe(description).optional(),
});

/** A field that requests may set, and that null clears in an update. Other fields cannot be cleared by null. */
export const clearable = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  create: schema.describe(description).optional(),
  update: schema.nullable().describe(description).optional(),
});

/** A field that requests may set, and that may be null in a creation as well. */
export const nullable = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  create: schema.nullable().describe(description).optional(),
  update: schema.nullable().describe(description).optional(),
});

/** A field that a session configuration may set. */
export const forSession = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  facets: FieldFacets = {},
) => ({ session: withFacets(schema.describe(description).optional(), facets) });

/** A field that requests and session configurations may set. */
export const configurable = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  facets: FieldFacets = {},
) => ({ ...optional(schema, description), ...forSession(schema, description, facets) });

/** @assumed Records have ISO 8601 timestamps with a time zone. */
export const timestamps = (facets?: FieldFacets) => ({
  createdAt: read(z.iso.datetime({ offset: true }), 'When the record was created.', facets),
  updatedAt: read(z.iso.datetime({ offset: true }), 'When the record last changed.', facets),
});
