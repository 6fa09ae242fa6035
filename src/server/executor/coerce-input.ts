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
 * Makes of what was given the value that GraphQL makes of it, and undefined of what is not plainly right: what is wrong
 * with it, GraphQL says better.
 * @throws whatever a scalar throws of a value that is none of its own.
 */
export type CoerceInput = (given: unknown) => unknown;

interface Field {
  readonly name: string;
  readonly coerce: CoerceInput;
  /** The very value that every request shares, as with GraphQL. */
  readonly defaultValue: unknown;
  /** Whether the coerced object goes without it where it is not given. */
  readonly isOptional: boolean;
}

/** A name under which an assignment makes no property. */
export const UNASSIGNABLE = '__proto__';

const objects = new WeakMap<GraphQLInputObjectType, CoerceInput>();

function list(coerce: CoerceInput): CoerceInput {
  return (given) => {
    const coerced: unknown[] = [];
    for (const each of isIterableObject(given) ? given : [given]) {
      const item = coerce(each);
      if (item === undefined) return undefined;
      coerced.push(item);
    }
    return coerced;
  };
}

function isOne(coerced: object): boolean {
  const values = Object.values(coerced);
  return values.length === 1 && values[0] !== null;
}

function object(type: GraphQLInputObjectType): CoerceInput {
  const known = objects.get(type);
  if (known) return known;
  const defined = type.getFields();
  if (Object.hasOwn(defined, UNASSIGNABLE)) return () => undefined;
  const { isOneOf } = type;
  const fields: Field[] = [];
  const names = new Set<string>();
  const coerce: CoerceInput = (given) => {
    if (!isObjectLike(given) || Array.isArray(given)) return undefined;
    for (const name in given) if (!names.has(name)) return undefined;
    const coerced: Record<string, unknown> = {};
    for (const { name, coerce, defaultValue, isOptional } of fields) {
      const value = given[name];
      if (value === undefined && isOptional) continue;
      const field = value === undefined ? defaultValue : coerce(value);
      if (field === undefined) return undefined;
      coerced[name] = field;
    }
    return isOneOf && !isOne(coerced) ? undefined : coerced;
  };
  // Before its fields are looked at, of which some may be of this type again.
  objects.set(type, coerce);
  for (const { name, type: inner, defaultValue } of Object.values(defined)) {
    const isOptional = defaultValue === undefined && !isNonNullType(inner);
    fields.push({ name, coerce: createInputCoercion(inner), defaultValue, isOptional });
    names.add(name);
  }
  return coerce;
}

/** How what is there, and not null, becomes a value of a type. */
function present(type: ReturnType<typeof getNullableType<GraphQLInputType>>): CoerceInput {
  if (isListType(type)) return list(createInputCoercion(type.ofType));
  if (isInputObjectType(type)) return object(type);
  // Not by its parseValue, which looks for names alike before it throws.
  if (isEnumType(type)) {
    return (given) => (typeof given === 'string' ? type.getValue(given)?.value : undefined);
  }
  return (given) => type.parseValue(given);
}

/** How what a request gives becomes a value of an input type, looked up once for all requests. */
export function createInputCoercion(type: GraphQLInputType): CoerceInput {
  const absent = isNonNullType(type) ? undefined : null;
  const coerce = present(getNullableType(type));
  return (given) => (given == null ? absent : coerce(given));
}
