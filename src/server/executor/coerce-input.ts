import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { isIterableObject } from 'graphql/jsutils/isIterableObject.js';
import { isObjectLike } from 'graphql/jsutils/isObjectLike.js';

/**
 * Coerces an input value as graphql-js does. Returns undefined if the value may be invalid; graphql-js then reports the
 * error.
 * @throws what the scalar's `parseValue` throws.
 */
export type CoerceInput = (inputValue: unknown) => unknown;

interface InputField {
  readonly name: string;
  readonly coerce: CoerceInput;
  /** Shared by all requests, as in graphql-js. */
  readonly defaultValue: unknown;
  /** Whether the coerced object omits the field if it is not provided. */
  readonly isOptional: boolean;
}

/** A key that plain assignment does not create: such fields go to graphql-js. */
export const UNASSIGNABLE = '__proto__';

const objectCoercions = new WeakMap<GraphQLInputObjectType, CoerceInput>();

function createListCoercion(coerce: CoerceInput): CoerceInput {
  return (inputValue) => {
    const coercedItems: unknown[] = [];
    for (const item of isIterableObject(inputValue) ? inputValue : [inputValue]) {
      const coercedItem = coerce(item);
      if (coercedItem === undefined) return undefined;
      coercedItems.push(coercedItem);
    }
    return coercedItems;
  };
}

function hasOneNonNullField(coerced: object): boolean {
  const values = Object.values(coerced);
  return values.length === 1 && values[0] !== null;
}

function createObjectCoercion(type: GraphQLInputObjectType): CoerceInput {
  const cached = objectCoercions.get(type);
  if (cached) return cached;
  const fieldDefs = type.getFields();
  if (Object.hasOwn(fieldDefs, UNASSIGNABLE)) return () => undefined;
  const { isOneOf } = type;
  const fields: InputField[] = [];
  const fieldNames = new Set<string>();
  const coerce: CoerceInput = (inputValue) => {
    if (!isObjectLike(inputValue) || Array.isArray(inputValue)) return undefined;
    for (const name in inputValue) if (!fieldNames.has(name)) return undefined;
    const coerced: Record<string, unknown> = {};
    for (const { name, coerce, defaultValue, isOptional } of fields) {
      const value = inputValue[name];
      if (value === undefined && isOptional) continue;
      const coercedField = value === undefined ? defaultValue : coerce(value);
      if (coercedField === undefined) return undefined;
      coerced[name] = coercedField;
    }
    return isOneOf && !hasOneNonNullField(coerced) ? undefined : coerced;
  };
  // Cached before its fields are read, because they may refer to this type again.
  objectCoercions.set(type, coerce);
  for (const { name, type: fieldType, defaultValue } of Object.values(fieldDefs)) {
    const isOptional = defaultValue === undefined && !isNonNullType(fieldType);
    fields.push({ name, coerce: createInputCoercion(fieldType), defaultValue, isOptional });
    fieldNames.add(name);
  }
  return coerce;
}

/** Returns the coercion of values other than null. */
function createNonNullCoercion(
  type: ReturnType<typeof getNullableType<GraphQLInputType>>,
): CoerceInput {
  if (isListType(type)) return createListCoercion(createInputCoercion(type.ofType));
  if (isInputObjectType(type)) return createObjectCoercion(type);
  // The enum's own `parseValue` searches for similar names before it throws.
  if (isEnumType(type)) {
    return (inputValue) =>
      typeof inputValue === 'string' ? type.getValue(inputValue)?.value : undefined;
  }
  return (inputValue) => type.parseValue(inputValue);
}

/** Returns the coercion of an input type, prepared once for all requests. */
export function createInputCoercion(type: GraphQLInputType): CoerceInput {
  const coercedNull = isNonNullType(type) ? undefined : null;
  const coerce = createNonNullCoercion(getNullableType(type));
  return (inputValue) => (inputValue == null ? coercedNull : coerce(inputValue));
}
