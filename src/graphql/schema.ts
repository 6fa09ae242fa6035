import './error-code-enum.ts';
import './avatar.ts';
import './llm.ts';
import './persona.ts';
import './persona-page.ts';
import './persona-connection.ts';
import './tool.ts';
import './session-token.ts';
import { builder } from './builder.ts';

/** The whole graph; printed to schema/schema.graphql. */
export const schema = builder.toSchema();
