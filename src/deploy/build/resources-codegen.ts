import { type GraphQLSchema, isObjectType } from 'graphql';

/** Returns the names of the types whose records have ids. */
const listResources = (schema: GraphQLSchema): string[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && 'id' in type.getFields())
    .map(({ name }) => name);

/** A code generator plugin that writes the names of all resources as a type. */
export const plugin = (schema: GraphQLSchema): string => {
  const names = listResources(schema).map((name) => `'${name}'`);
  return `/** A type whose records have ids. */\nexport type Resource = ${names.join(' | ')};\n`;
};
