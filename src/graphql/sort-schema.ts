import {
  type DocumentNode,
  type GraphQLSchema,
  isObjectType,
  isRequiredArgument,
  lexicographicSortSchema,
  parse,
  printSchema,
} from 'graphql';

/** Returns a copy of a schema that is sorted by name, in which the required arguments of a field are the first. */
export function sortSchema(schema: GraphQLSchema): GraphQLSchema {
  const sorted = lexicographicSortSchema(schema);
  for (const type of Object.values(sorted.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      field.args = field.args.toSorted(
        (one, other) => Number(isRequiredArgument(other)) - Number(isRequiredArgument(one)),
      );
    }
  }
  return sorted;
}

/** Returns the SDL of a schema, sorted in the same way. */
export const createSortedDocument = (schema: GraphQLSchema): DocumentNode =>
  parse(printSchema(sortSchema(schema)), { noLocation: true });
