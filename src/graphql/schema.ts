import { getSchema } from './get-schema.ts';

/** The GraphQL schema, for programs that need it at once. */
export const schema = getSchema();
