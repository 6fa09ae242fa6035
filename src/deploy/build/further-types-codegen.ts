import { assertEnumType, type GraphQLSchema, isObjectType } from 'graphql';

/** Returns the names of the types whose records have ids. */
const listResources = (schema: GraphQLSchema): string[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && 'id' in type.getFields())
    .map(({ name }) => name);

const createUnion = (names: readonly string[]) => names.map((name) => `'${name}'`).join(' | ');

/** A code generator plugin that writes types that no operation names: all resources, and all error codes. */
export function plugin(schema: GraphQLSchema): string {
  const codes = assertEnumType(schema.getType('ErrorCode')).getValues();
  return [
    '/** A type whose records have ids. */',
    `export type Resource = ${createUnion(listResources(schema))};`,
    '',
    "/** The API's error codes, as in its enum ErrorCode. */",
    `export type ErrorCode = ${createUnion(codes.map(({ name }) => name))};`,
    '',
  ].join('\n');
}
