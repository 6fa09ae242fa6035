import { readFileSync } from 'node:fs';
import { assertEnumType, type GraphQLSchema, isObjectType } from 'graphql';

/** Returns the names of the types whose records have ids. */
const listResources = (schema: GraphQLSchema): string[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && 'id' in type.getFields())
    .map(({ name }) => name);

const createUnion = (names: readonly string[]) => names.map((name) => `'${name}'`).join(' | ');

/** Returns the type of a code of errors, which no operation selects. */
const createCode = (schema: GraphQLSchema, name: string) => {
  const values = assertEnumType(schema.getType(name)).getValues();
  return `export type ${name} = ${createUnion(values.map((value) => value.name))};\n`;
};

/** The types of error extensions, without their imports, which are types of this file. */
const readExtensions = () =>
  readFileSync('src/graphql/error-extensions.ts', 'utf8').replace(/^import .*\n/gm, '');

/** A code generator plugin that writes types that no operation names: all resources, and the extensions of errors. */
export function plugin(schema: GraphQLSchema): string {
  return [
    '/** A type whose records have ids. */',
    `export type Resource = ${createUnion(listResources(schema))};`,
    '',
    createCode(schema, 'ErrorCode'),
    createCode(schema, 'IssueCode'),
    readExtensions(),
  ].join('\n');
}
