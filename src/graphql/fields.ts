import {
  type FieldMap,
  InputFieldBuilder,
  type InputFieldMap,
  type InputType,
  ObjectFieldBuilder,
  type OutputType,
} from '@pothos/core';
import { z } from 'zod';
import { type Records, type ResourceName, resources } from '../contract/api.ts';
import { getDescription, getFacets, listLayers } from '../contract/field.ts';
import { builder, type GraphTypes } from './builder.ts';
import { createRecordField } from './record-field.ts';

type Scalar =
  | 'ID'
  | 'String'
  | 'Boolean'
  | 'Int'
  | 'Float'
  | 'DateTime'
  | 'URL'
  | 'JSONObject'
  | 'Secret';

/** Returns the scalar of a schema; undefined for enums and objects. */
function findScalar(schema: z.ZodType): Scalar | undefined {
  const { isId, isSecret } = getFacets(schema);
  if (isId) return 'ID';
  if (isSecret) return 'Secret';
  const inner = listLayers(schema).at(-1);
  if (inner instanceof z.ZodURL) return 'URL';
  if (inner instanceof z.ZodISODateTime) return 'DateTime';
  if (inner instanceof z.ZodString) return 'String';
  if (inner instanceof z.ZodBoolean) return 'Boolean';
  if (inner instanceof z.ZodNumber) return inner.isInt ? 'Int' : 'Float';
  return inner instanceof z.ZodRecord ? 'JSONObject' : undefined;
}

type CreateObject<Type> = (name: string, description: string, shape: z.ZodRawShape) => Type;

/** Returns the GraphQL type of a schema, or that of its items if it is a list. */
function getType<Type>(
  field: string,
  schema: z.ZodType,
  types: ReadonlyMap<string, Type>,
  createObject: CreateObject<Type>,
) {
  const inner = listLayers(schema).at(-1);
  const element = inner instanceof z.ZodArray ? inner.element : undefined;
  const isList = element instanceof z.ZodType;
  const item = isList ? element : schema;
  const findObject = () => {
    const { object } = getFacets(item);
    const objectSchema = listLayers(item).at(-1);
    return object && objectSchema instanceof z.ZodObject
      ? createObject(object.name, object.description, objectSchema.shape)
      : undefined;
  };
  const type = types.get(field) ?? findScalar(item) ?? findObject();
  if (type === undefined) throw new Error(`The field ${field} has no type. Pass it.`);
  return { type, isList };
}

/** Creates the type of each object of the contract once. */
function createOnce<Type>(create: CreateObject<Type>): CreateObject<Type> {
  const created = new Map<string, Type>();
  return (name, description, shape) => {
    const type = created.get(name) ?? create(name, description, shape);
    created.set(name, type);
    return type;
  };
}

/** Returns a type or the list of it. */
const toType = <Type>(type: Type, isList: boolean): Type | [Type] => (isList ? [type] : type);

/** Types by the names of fields. */
type Types<Shape, Type> = { readonly [Field in keyof Shape]?: Type };

interface FieldOptions<Shape, Item> {
  /** Fields of the contract that the type does not have, or has in another form. */
  readonly except?: readonly (keyof Shape & string)[];
  /** Types of the fields that are no scalars. */
  readonly types?: Types<Shape, OutputType<GraphTypes>>;
  /** Readers of fields that services send in several places. Default: the record's property of the field's name. */
  readonly readers?: { readonly [Field in keyof Shape]?: (record: Item) => unknown };
}

type ShapeOf<Name extends ResourceName> = (typeof resources)[Name]['shape'];

/** Adds fields of any name. `never` stands for a value of the type that the contract says. */
const exposed = new ObjectFieldBuilder<GraphTypes, Record<string, never>>(builder);

const createObjectField = (field: string, schema: z.ZodType) => {
  const { type, isList } = getType(field, schema, new Map(), createObjectType);
  return exposed.expose(field, {
    type: toType(type, isList),
    description: getDescription(schema),
  });
};

/** Creates the type of an object inside a record. */
const createObjectType: CreateObject<OutputType<GraphTypes>> = createOnce(
  (name, description, shape) =>
    builder.objectRef<Record<string, never>>(name).implement({
      description,
      fields: () =>
        Object.fromEntries(
          Object.entries(shape).flatMap(([field, schema]) =>
            schema instanceof z.ZodType ? [[field, createObjectField(field, schema)]] : [],
          ),
        ),
    }),
);

/**
 * Creates the fields of a resource's type that its contract describes. A field that summaries may omit is read from the
 * complete record; the others have no resolver, which is what the executor is fastest with.
 */
export function createFields<Name extends ResourceName>(
  name: Name,
  { except = [], types = {}, readers = {} }: FieldOptions<ShapeOf<Name>, Records[Name]> = {},
): FieldMap {
  const { noun, shape } = resources[name];
  const typesByField = new Map(Object.entries<OutputType<GraphTypes> | undefined>(types));
  const readersByField = new Map(
    Object.entries<((record: Records[Name]) => unknown) | undefined>(readers),
  );
  const resolved = new ObjectFieldBuilder<GraphTypes, Records[Name]>(builder);
  const createField = (field: string, schema: z.ZodType) => {
    const { type, isList } = getType(field, schema, typesByField, createObjectType);
    const options = { type: toType(type, isList), description: getDescription(schema) };
    const read = readersByField.get(field);
    const { inSummary = 'always' } = getFacets(schema);
    if (!read && inSummary === 'always') return exposed.expose(field, options);
    const readField = read ?? ((record: object) => Reflect.get(record, field));
    return resolved.field({
      ...options,
      resolve:
        inSummary === 'always'
          ? (record) => readField(record)
          : (record, _, { loaders }) => loaders.read(name, record, readField),
    });
  };
  return {
    id: exposed.exposeID('id', {
      nullable: false,
      description: `Id of the ${noun} in the upstream.`,
    }),
    ...Object.fromEntries(
      Object.entries<z.ZodType>(shape)
        .filter(([field]) => field !== 'id' && !except.some((other) => other === field))
        .map(([field, schema]) => [field, createField(field, schema)]),
    ),
    record: resolved.field(createRecordField(noun)),
  };
}

/** Creates fields of a type from texts of a resource's records. */
export const createTextFields = (name: ResourceName, fields: readonly string[]): FieldMap => {
  const shape: z.ZodRawShape = resources[name].shape;
  return Object.fromEntries(
    fields.map((field) => {
      const schema = shape[field];
      const description = getDescription(schema instanceof z.ZodType ? schema : undefined);
      return [field, exposed.exposeString(field, { description })];
    }),
  );
};

const input = new InputFieldBuilder<GraphTypes, 'InputObject'>(builder, 'InputObject');

/** Creates the type of an object inside an input. */
const createInputObject: CreateObject<InputType<GraphTypes>> = createOnce(
  (name, description, shape) =>
    builder.inputType(`${name}Input`, { description, fields: () => createInputFields(shape) }),
);

/** Creates the fields of an input type from a shape of the contract. */
export function createInputFields<Shape extends z.ZodRawShape>(
  shape: Shape,
  types: Types<Shape, InputType<GraphTypes>> = {},
): InputFieldMap {
  const typesByField = new Map(Object.entries<InputType<GraphTypes> | undefined>(types));
  return Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => {
      if (!(schema instanceof z.ZodType)) throw new Error(`The field ${field} has no schema.`);
      const { type, isList } = getType(field, schema, typesByField, createInputObject);
      const { deprecated } = getFacets(schema);
      const options = {
        required: !schema.isOptional(),
        description: getDescription(schema),
        ...(schema instanceof z.ZodDefault && { defaultValue: schema.parse(undefined) }),
        ...(deprecated && { deprecationReason: deprecated }),
      };
      return [field, input.field({ ...options, type: toType(type, isList) })];
    }),
  );
}
