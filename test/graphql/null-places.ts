import {
  assertInputObjectType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { JsonObject } from '../../src/contract/record.ts';
import { schema } from '../../src/graphql/schema.ts';

/** A field of an input that can be null in the schema: its path in the input. */
export type Place = readonly (string | number)[];

/** Samples of fields whose rules the schema does not say. */
const SAMPLES: JsonObject = {
  contentType: 'audio/wav',
  country: 'SE',
  filename: 'a.txt',
  meetingUrl: 'https://meet.google.com/abc-defg-hij',
};

const SCALARS: JsonObject = {
  Int: 1,
  Float: 1,
  Boolean: true,
  JSONObject: {},
  DateTime: '2030-01-01T10:00:00Z',
};

/** Creates a value of a type. */
export function createSample(name: string, type: GraphQLInputType): unknown {
  if (name in SAMPLES) return SAMPLES[name];
  const item = getNullableType(type);
  if (isListType(item)) return [createSample(name, item.ofType)];
  const named = getNamedType(type);
  if (isInputObjectType(named)) return named.isOneOf ? createOneOf(named) : createRequired(named);
  if (isEnumType(named)) return named.getValues()[0]?.name;
  if (named.name === 'URL') return 'https://sample.example/1';
  return SCALARS[named.name] ?? 'sample';
}

/** Creates an input with the one of its fields that is no file. */
function createOneOf(type: GraphQLInputObjectType): JsonObject {
  const field = Object.values(type.getFields()).find(({ type }) => String(type) !== 'Upload');
  return field ? { [field.name]: createSample(field.name, field.type) } : {};
}

/** Creates an input with nothing but its required fields. */
export const createRequired = (type: GraphQLInputObjectType): JsonObject =>
  Object.fromEntries(
    Object.values(type.getFields())
      .filter((field) => isNonNullType(field.type) && field.defaultValue === undefined)
      .map(({ name, type }) => [name, createSample(name, type)]),
  );

/** Lists the places of an input and of the objects in it. */
export function listPlaces(type: GraphQLInputObjectType, path: Place = []): Place[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const here = [...path, field.name];
    const named = getNamedType(field.type);
    const isList = isListType(getNullableType(field.type));
    // A oneOf object has no other values, and none is null.
    const inner =
      isInputObjectType(named) && !named.isOneOf
        ? listPlaces(named, isList ? [...here, 0] : here)
        : [];
    return isNonNullType(field.type) ? inner : [here, ...inner];
  });
}

/** Sets a place of an input to null or a sample, in objects with what they require. */
export function setPlace(
  type: GraphQLInputObjectType,
  input: JsonObject,
  [name = '', ...rest]: Place,
  value: 'null' | 'sample',
): JsonObject {
  const field = type.getFields()[name];
  if (rest.length === 0)
    return {
      ...input,
      [name]: value === 'null' || !field ? null : createSample(String(name), field.type),
    };
  const object = assertInputObjectType(getNamedType(field?.type));
  const given = input[name];
  if (typeof rest[0] === 'number')
    return {
      ...input,
      [name]: [setPlace(object, createRequired(object), rest.slice(1), value)],
    };
  return {
    ...input,
    [name]: setPlace(object, { ...createRequired(object), ...Object(given) }, rest, value),
  };
}

/** The mutations of the upstream with an input of their own and JSON bodies, with the type of the input. */
export const inputsOfMutations = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(
  ({ name, args }) => {
    const input = args.find((arg) => arg.name === 'input');
    const type = getNamedType(input?.type);
    const hasFile = isInputObjectType(type) && 'file' in type.getFields();
    return isInputObjectType(type) && !hasFile && name !== 'createGuestToken'
      ? [{ mutation: name, type, takesId: args.some((arg) => arg.name === 'id') }]
      : [];
  },
);
