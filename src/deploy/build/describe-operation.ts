import { type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';

/** Returns a docstring for an operation: the first paragraphs of what the schema says of its fields. */
export function describeOperation(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
): string {
  const fields = schema.getRootType(operation)?.getFields() ?? {};
  const selected = selectionSet.selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? (fields[selection.name.value] ?? []) : [],
  );
  const descriptions = selected.map(({ description }) =>
    description?.split('\n\n')[0]?.replace(/\s+/g, ' '),
  );
  const deprecations = selected.flatMap(({ deprecationReason }) =>
    deprecationReason ? ` @deprecated ${deprecationReason}` : [],
  );
  return `/** ${[...new Set(descriptions)].join(' ')}${deprecations.join('')} */`;
}
