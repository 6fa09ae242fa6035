import {
  type EnumRef,
  type FieldMap,
  InputFieldBuilder,
  type InputFieldMap,
  type InputType,
  ObjectFieldBuilder,
  type OutputType,
} from '@pothos/core';
import { z } from 'zod';
import { type Records, type ResourceName, resources } from '../contract/api.ts';
import { listWords } from '../contract/resource.ts';
import {
  getDescription,
  getInnermost,
  getMeta,
  getObject,
  getVocabulary,
  toEnumName,
} from '../contract/schema-meta.ts';
import { builder, type GraphTypes } from './builder.ts';
import { PROMPT_NOTE, PROMPT_SCOPES, recordField } from './record-field.ts';

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

/** The scalars of the contract's own formats. */
const FORMATS: Readonly<Record<string, Scalar>> = { id: 'ID', secret: 'Secret' };

/** @throws Error if the schema accepts integers of more than 32 bits, which the responses of the graph cannot have. */
function findIntScalar({ format }: z.ZodNumber): Scalar {
  if (format !== 'int32') throw new Error('An integer of the contract must be z.int32().');
  return 'Int';
}

/** Returns the scalar of a schema; undefined for enums and objects. */
export function findScalar(schema: z.ZodType): Scalar | undefined {
  const inner = getInnermost(schema);
  if (inner instanceof z.ZodCustomStringFormat) return FORMATS[inner.def.format];
  if (inner instanceof z.ZodGUID) return 'ID';
  if (inner instanceof z.ZodURL) return 'URL';
  if (inner instanceof z.ZodISODateTime) return 'DateTime';
  if (inner instanceof z.ZodString) return 'String';
  if (inner instanceof z.ZodBoolean) return 'Boolean';
  if (inner instanceof z.ZodNumber) return inner.isInt ? findIntScalar(inner) : 'Float';
  return inner instanceof z.ZodRecord ? 'JSONObject' : undefined;
}

const enumTypes = new Map<string, EnumRef<GraphTypes, unknown>>();

/** Returns the type of an enum of the contract, and creates it once. Its internal values are those of the REST API. */
export function findEnumType<Schema extends z.ZodEnum>(
  schema: Schema,
): EnumRef<GraphTypes, z.output<Schema>> {
  const { name, description, values } = getVocabulary(schema);
  const type =
    enumTypes.get(name) ??
    builder.enumType(name, {
      description,
      values: Object.fromEntries(
        schema.options.map((value) => {
          const text = values[value];
          return [toEnumName(String(value)), { value, ...(text && { description: text }) }];
        }),
      ),
    });
  enumTypes.set(name, type);
  // An enum of this name has these values.
  return type as EnumRef<GraphTypes, z.output<Schema>>;
}

type CreateObject<Type> = (schema: z.ZodObject) => Type;

/** Returns the GraphQL type of a schema, or that of its items if it is a list. */
function getType<Type>(
  field: string,
  schema: z.ZodType,
  types: ReadonlyMap<string, Type>,
  createObject: CreateObject<Type>,
) {
  const inner = getInnermost(schema);
  const element = inner instanceof z.ZodArray ? inner.element : undefined;
  const isList = element instanceof z.ZodType;
  const item = isList ? element : schema;
  const findNamed = () => {
    const named = getInnermost(item);
    if (named instanceof z.ZodEnum) return findEnumType(named);
    return named instanceof z.ZodObject && getMeta(named).object ? createObject(named) : undefined;
  };
  const type = types.get(field) ?? findScalar(item) ?? findNamed();
  if (type === undefined) throw new Error(`The field ${field} has no type. Pass it.`);
  return { type, isList };
}

const toType = <Type>(type: Type, isList: boolean): Type | [Type] => (isList ? [type] : type);

type Types<Shape, Type> = { readonly [Field in keyof Shape]?: Type };

interface FieldOptions<Shape, Item> {
  /** Fields of the contract that the type does not have, or has in another form. */
  readonly except?: readonly (keyof Shape & string)[];
  /** Types of the fields that are not scalars. */
  readonly types?: Types<Shape, OutputType<GraphTypes>>;
  /** Readers of fields that services send in several places. Default: the record's property of the field's name. */
  readonly readers?: { readonly [Field in keyof Shape]?: (record: Item) => unknown };
}

/** Fields of records whose names say everything. */
const SAME_IN_ALL = ['createdAt', 'updatedAt'];

type FieldsOf<Name extends ResourceName> = (typeof resources)[Name]['record']['shape'];

/** Adds fields of any name. `never` stands for a value of the type that the contract says. */
const exposed = new ObjectFieldBuilder<GraphTypes, Record<string, never>>(builder);

type ObjectOptions<Shape> = Omit<FieldOptions<Shape, never>, 'readers'>;

/** Creates a field of the graph from each field of the contract, with its name in the graph. */
const mapShape = <Field>(
  shape: z.ZodRawShape,
  except: readonly string[],
  create: (name: string, schema: z.ZodType) => Field,
): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) =>
      !(schema instanceof z.ZodType) || except.includes(name)
        ? []
        : [[getMeta(schema).alias ?? name, create(name, schema)]],
    ),
  );

/** Creates the fields of an object of the contract. A field that it requires is non-null. */
function createObjectFields<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  { except = [], types = {} }: ObjectOptions<Shape> = {},
): FieldMap {
  const typesByField = new Map(Object.entries<OutputType<GraphTypes> | undefined>(types));
  return mapShape(schema.shape, except, (field, schema) => {
    const { type, isList } = getType(field, schema, typesByField, findObjectType);
    const options = { type: toType(type, isList), description: getDescription(schema) };
    return exposed.expose(field, { ...options, nullable: schema.isOptional() });
  });
}

const objectTypes = new Map<string, OutputType<GraphTypes>>();

/**
 * Creates the type of an object of the contract.
 * @param further further fields. Default: none.
 */
export function createObjectType<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  options: ObjectOptions<Shape> = {},
  further: (
    t: ObjectFieldBuilder<GraphTypes, z.output<z.ZodObject<Shape>>>,
  ) => FieldMap = () => ({}),
) {
  const { name, description } = getObject(schema);
  const type = builder.objectRef<z.output<z.ZodObject<Shape>>>(name).implement({
    description,
    fields: (t) => ({ ...createObjectFields(schema, options), ...further(t) }),
  });
  objectTypes.set(name, type);
  return type;
}

/** Returns the type of an object inside another one, which it creates unless a module has created it. */
const findObjectType: CreateObject<OutputType<GraphTypes>> = (schema) =>
  objectTypes.get(getObject(schema).name) ?? createObjectType(schema);

/**
 * Creates the fields of a resource's type that its contract describes. A field that summaries may omit is read from the
 * complete record; the others have no resolver, which is what the executor is fastest with.
 */
export function createFields<Name extends ResourceName>(
  resource: Name,
  { except = [], types = {}, readers = {} }: FieldOptions<FieldsOf<Name>, Records[Name]> = {},
): FieldMap {
  const { record, needPromptsRead, listItemsHave } = resources[resource];
  const typesByField = new Map(Object.entries<OutputType<GraphTypes> | undefined>(types));
  const readersByField = new Map(
    Object.entries<((record: Records[Name]) => unknown) | undefined>(readers),
  );
  const resolved = new ObjectFieldBuilder<GraphTypes, Records[Name]>(builder);
  const createField = (name: string, schema: z.ZodType) => {
    const text = getDescription(schema);
    const isPrompt = needPromptsRead.some((prompt) => prompt === name);
    const { type, isList } = getType(name, schema, typesByField, findObjectType);
    const options = {
      type: toType(type, isList),
      ...(!SAME_IN_ALL.includes(name) && {
        description: isPrompt ? `${text} ${PROMPT_NOTE}` : text,
      }),
      ...(isPrompt && { scopes: PROMPT_SCOPES }),
    };
    const reader = readersByField.get(name);
    const isAlwaysThere = listItemsHave.some((other) => other === name);
    if (!reader && isAlwaysThere) return exposed.expose(name, options);
    const readField = reader ?? ((record: object) => Reflect.get(record, name));
    return resolved.field({
      ...options,
      resolve: isAlwaysThere
        ? (record) => readField(record)
        : (record, _, { loaders }) => loaders.loadField(resource, record, readField),
    });
  };
  return {
    id: exposed.exposeID('id', { nullable: false }),
    ...mapShape(record.shape, ['id', ...except], createField),
    record: resolved.field(recordField),
  };
}

/** Adds to the description of an input which fields are extensions to the specification. */
export function describeInput(description: string, shape: z.ZodRawShape): string {
  const extensions = Object.entries<z.ZodType>(shape as Readonly<Record<string, z.ZodType>>)
    .filter(([, schema]) => getMeta(schema)['x-extension'])
    .map(([name]) => `\`${name}\``);
  return extensions.length === 0
    ? description
    : `${description} Extensions to the specification: ${listWords(extensions)}.`;
}

const input = new InputFieldBuilder<GraphTypes, 'InputObject'>(builder, 'InputObject');

const inputTypes = new Map<string, InputType<GraphTypes>>();

/** Creates the input type of an object of the contract. */
export function createObjectInput(schema: z.ZodObject): InputType<GraphTypes> {
  const { name, description } = getObject(schema);
  const type = builder.inputType(`${name}Input`, {
    description: describeInput(description, schema.shape),
    fields: () => createInputFields(schema.shape),
  });
  inputTypes.set(name, type);
  return type;
}

/** Returns the type of an object inside an input, which it creates unless a module has created it. */
const findInputType: CreateObject<InputType<GraphTypes>> = (schema) =>
  inputTypes.get(getObject(schema).name) ?? createObjectInput(schema);

/**
 * Creates the fields of an input from schemas of the contract.
 * @param types types of the fields that are not scalars. Default: none.
 * @param isDescribed whether the fields have their descriptions, unless another type has the same. Default: true.
 */
export function createInputFields<Shape extends z.ZodRawShape>(
  shape: Shape,
  types: Types<Shape, InputType<GraphTypes>> = {},
  isDescribed = true,
): InputFieldMap {
  const typesByField = new Map(Object.entries<InputType<GraphTypes> | undefined>(types));
  return Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => {
      if (!(schema instanceof z.ZodType)) throw new Error(`The field ${field} has no schema.`);
      const { type, isList } = getType(field, schema, typesByField, findInputType);
      const description = getDescription(schema);
      const isDefaulted = schema instanceof z.ZodDefault;
      const options = {
        // A field with a default can be omitted, but not null.
        required: isDefaulted || !schema.isOptional(),
        ...(isDescribed && { description }),
        ...(isDefaulted && { defaultValue: schema.parse(undefined) }),
        ...(getMeta(schema).deprecated && { deprecationReason: description }),
        extensions: { acceptsNull: schema.safeParse(null).success, contract: schema },
      };
      return [field, input.field({ ...options, type: toType(type, isList) })];
    }),
  );
}
