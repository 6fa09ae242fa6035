import './codes.ts';
import './scalars.ts';
import './avatar.ts';
import './knowledge.ts';
import './llm.ts';
import './persona.ts';
import './tool.ts';
import './voice.ts';
import './share-link.ts';
import './meeting-invite.ts';
import './session.ts';
import './session-statistics.ts';
import './session-token.ts';
import './guest-token.ts';
import './viewer.ts';
import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import { nameExtensions } from './core.ts';

let schema: GraphQLSchema | undefined;

/**
 * Returns the GraphQL schema, which is built on the first call: a program that only imports the library need not wait for
 * it. It is printed to schema/schema.graphql. Only that is sorted: sorting takes 15 ms of every start.
 */
export const getSchema = (): GraphQLSchema => {
  schema ??= nameExtensions(builder.toSchema({ sortSchema: false }));
  return schema;
};
