import { type GraphQLSchema, Kind, type OperationDefinitionNode, TokenKind } from 'graphql';

/** Returns the comment in the lines before an operation; empty if there is none. */
function readComment({ loc }: OperationDefinitionNode): string {
  const lines: string[] = [];
  for (let token = loc?.startToken; token?.prev?.kind === TokenKind.COMMENT; token = token.prev) {
    if (token.prev.line !== token.line - 1) break;
    lines.unshift(token.prev.value.trim());
  }
  return lines.join(' ');
}

/**
 * Returns a docstring for an operation: its comment in schema/operations, or the first paragraphs of what the schema says
 * of its fields.
 */
export function describeOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): string {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  const selected = operation.selectionSet.selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? (fields[selection.name.value] ?? []) : [],
  );
  const descriptions = selected.map(({ description }) =>
    description?.split('\n\n')[0]?.replace(/\s+/g, ' '),
  );
  const deprecations = selected.flatMap(({ deprecationReason }) =>
    deprecationReason ? ` @deprecated ${deprecationReason}` : [],
  );
  const text = readComment(operation) || [...new Set(descriptions)].join(' ');
  return `/** ${text}${deprecations.join('')} */`;
}
