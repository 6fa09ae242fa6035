import { GraphQLError } from 'graphql';

/** The error for a request that is no valid GraphQL request: BAD_REQUEST with status 400. */
export const createBadRequestError = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });
