import { GraphQLError } from 'graphql';

/**
 * What was thrown, as the errors of a result, as Yoga has it where errors are not masked: what is no GraphQL error is
 * wrapped in one, and for who is gone there is none.
 */
export function toGraphQLErrors(error: unknown): GraphQLError[] {
  if (error instanceof GraphQLError) return [error];
  if (error instanceof AggregateError) return error.errors.flatMap(toGraphQLErrors);
  if (error instanceof DOMException && /^(Abort|Timeout)Error$/.test(error.name)) return [];
  if (error instanceof Error) return [new GraphQLError(error.message, { originalError: error })];
  return [new GraphQLError(String(error), { extensions: { unexpected: true } })];
}
