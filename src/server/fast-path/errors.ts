import { GraphQLError } from 'graphql';

/**
 * Converts a thrown value into the errors of a result, as Yoga does with masking off. Other errors are wrapped in a
 * GraphQLError; an aborted request has none.
 */
export function toGraphQLErrors(error: unknown): GraphQLError[] {
  if (error instanceof GraphQLError) return [error];
  if (error instanceof AggregateError) return error.errors.flatMap(toGraphQLErrors);
  if (error instanceof DOMException && /^(Abort|Timeout)Error$/.test(error.name)) return [];
  if (error instanceof Error) return [new GraphQLError(error.message, { originalError: error })];
  return [new GraphQLError(String(error), { extensions: { unexpected: true } })];
}
