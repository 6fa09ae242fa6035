import {
  astFromValue,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { z } from 'zod';

/** A JSON Schema, 2020-12. */
export type JsonSchema = { readonly [keyword: string]: z.core.util.JSONType };

/** The JSON of each scalar. Those without an entry cannot be sent as JSON, as Upload, or not by an agent, as Secret. */
const SCALARS: Readonly<Record<string, JsonSchema>> = {
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Float: { type: 'number' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  JSONObject: { type: 'object' },
  String: { type: 'string' },
  URL: { type: 'string', format: 'uri' },
};

const allowNull = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [schema.type ?? [], 'null'].flat(),
  ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
});

/** Converts a literal without variables, such as a default. */
export const toJson = (literal: ValueNode): z.core.util.JSONType =>
  z.json().parse(valueFromASTUntyped(literal));

function describeField({ description, deprecationReason }: GraphQLInputField): JsonSchema {
  const notice = deprecationReason ? `Deprecated: ${deprecationReason}` : undefined;
  const text = [description, notice].filter(Boolean).join(' ');
  return { ...(text && { description: text }), ...(notice && { deprecated: true }) };
}

function getDefault({ defaultValue, type }: GraphQLInputField): JsonSchema {
  const node = astFromValue(defaultValue, type);
  return node ? { default: toJson(node) } : {};
}

/** Returns undefined for a scalar that cannot be sent as JSON. */
const toLeafSchema = (type: GraphQLNamedType): JsonSchema | undefined =>
  isEnumType(type)
    ? { type: 'string', enum: type.getValues().map(({ name }) => name) }
    : SCALARS[type.name];

function toObjectSchema(type: GraphQLInputObjectType): JsonSchema {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const schema = toJsonSchema(field.type);
    if (!schema) return [];
    return [{ field, schema: field.extensions.acceptsNull ? allowNull(schema) : schema }];
  });
  const isRequired = ({ type, defaultValue }: GraphQLInputField) =>
    isNonNullType(type) && defaultValue === undefined;
  const names = fields.map(({ field }) => field.name);
  const required =
    type.isOneOf && names.length === 1
      ? names
      : fields.flatMap(({ field }) => (isRequired(field) ? [field.name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ field, schema }) => [
        field.name,
        { ...schema, ...describeField(field), ...getDefault(field) },
      ]),
    ),
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    ...(type.isOneOf &&
      names.length > 1 && { maxProperties: 1, anyOf: names.map((name) => ({ required: [name] })) }),
  };
}

/**
 * Converts an input type of the graph to JSON Schema. It accepts null only where null clears a field: what is not wanted
 * is omitted. Fields of input objects whose values cannot be sent as JSON, such
 * as uploads, are left out.
 * @returns undefined if no value of the type can be sent as JSON.
 */
export function toJsonSchema(type: GraphQLInputType): JsonSchema | undefined {
  if (isNonNullType(type)) return toJsonSchema(type.ofType);
  if (isListType(type)) {
    const items = toJsonSchema(type.ofType);
    return items && { type: 'array', items };
  }
  return isInputObjectType(type) ? toObjectSchema(type) : toLeafSchema(type);
}
